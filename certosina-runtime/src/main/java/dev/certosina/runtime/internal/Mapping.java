package dev.certosina.runtime.internal;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;

/// Pages obtained from the operating system, given back by [#close()].
///
/// The segment stays accessible to Java after `close`, so whoever closes a mapping must be its last
/// user.
public final class Mapping implements AutoCloseable {
  private final MemorySegment segment;
  private final AtomicBoolean closed = new AtomicBoolean();

  Mapping(MemorySegment segment) {
    this.segment = segment;
  }

  /// The whole mapping.
  public MemorySegment segment() {
    return segment;
  }

  /// Address of the first byte; a multiple of the page size.
  public long address() {
    return segment.address();
  }

  /// Mapped bytes; a multiple of the page size.
  public long byteSize() {
    return segment.byteSize();
  }

  @Override
  public void close() {
    if (closed.compareAndSet(false, true)) {
      NativeMemory.unmap(address(), byteSize());
    }
  }
}
