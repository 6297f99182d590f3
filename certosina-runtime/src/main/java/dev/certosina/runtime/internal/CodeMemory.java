package dev.certosina.runtime.internal;

import java.lang.foreign.MemorySegment;

/// Machine code ready to run: a position-independent blob in memory of its own, readable and
/// executable, never writable and executable at once.
public final class CodeMemory implements AutoCloseable {
  private final Mapping mapping;

  private CodeMemory(Mapping mapping) {
    this.mapping = mapping;
  }

  /// Copies `blob` into fresh pages and makes them executable.
  ///
  /// @throws dev.certosina.DeviceException when the operating system refuses
  public static CodeMemory load(byte[] blob) {
    Mapping mapping = NativeMemory.map(blob.length, false);
    try {
      MemorySegment.copy(MemorySegment.ofArray(blob), 0, mapping.segment(), 0, blob.length);
      NativeMemory.protect(mapping, NativeMemory.PROTECT_READ | NativeMemory.PROTECT_EXECUTE);
    } catch (RuntimeException failure) {
      mapping.close();
      throw failure;
    }
    return new CodeMemory(mapping);
  }

  /// The address of the byte at `offset` within the blob.
  public long address(long offset) {
    return mapping.address() + offset;
  }

  /// Bytes of memory that the code occupies.
  public long byteSize() {
    return mapping.byteSize();
  }

  @Override
  public void close() {
    mapping.close();
  }
}
