package dev.certosina.runtime.plan;

import dev.certosina.runtime.internal.Mapping;
import dev.certosina.runtime.internal.NativeMemory;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// One piece of native memory that is replaced by a larger or smaller one as needs change.
final class Region implements AutoCloseable {
  /// From this size on, 2 MB pages are asked for.
  private static final long HUGE_PAGES_FROM_BYTES = 4L << 20;

  /// Memory this many times larger than recent runs needed is given back.
  private static final long SLACK_FACTOR = 4;

  /// Smaller memory is not worth giving back.
  private static final long SLACK_FROM_BYTES = 1L << 20;

  /// How many runs count as recent.
  private static final int RECENT_RUNS = 64;

  private final MemoryBudget budget;
  private final String what;
  private @Nullable Mapping mapping;
  private long recentBytes;
  private int runs;

  /// @param what the memory is for, in error messages
  Region(MemoryBudget budget, String what) {
    this.budget = budget;
    this.what = what;
  }

  /// Makes sure that at least `byteSize` bytes are mapped, and not many more than recent runs
  /// needed.
  ///
  /// @return true when the memory moved: its content is zeros then
  /// @throws dev.certosina.DeviceException when the memory limit or the system does not allow it
  boolean require(long byteSize) {
    long capacity = capacity();
    recentBytes = Math.max(recentBytes, byteSize);
    if (mapping == null || byteSize > capacity) {
      remap(byteSize);
      return true;
    }
    if (++runs < RECENT_RUNS) {
      return false;
    }
    long needed = recentBytes;
    runs = 0;
    recentBytes = byteSize;
    if (capacity < SLACK_FROM_BYTES || capacity / SLACK_FACTOR < needed) {
      return false;
    }
    remap(needed);
    return true;
  }

  private void remap(long byteSize) {
    close();
    boolean hugePages = byteSize >= HUGE_PAGES_FROM_BYTES;
    long unit = hugePages ? NativeMemory.HUGE_PAGE_BYTES : NativeMemory.PAGE_BYTES;
    long size = NativeMemory.roundUp(Math.max(byteSize, 1), unit);
    budget.take(size, what);
    try {
      mapping = NativeMemory.map(size, hugePages);
    } finally {
      if (mapping == null) {
        budget.giveBack(size);
      }
    }
  }

  long capacity() {
    return mapping == null ? 0 : mapping.byteSize();
  }

  /// The mapped memory; there must be some.
  MemorySegment segment() {
    if (mapping == null) {
      throw new IllegalStateException("no memory is mapped");
    }
    return mapping.segment();
  }

  @Override
  public void close() {
    if (mapping != null) {
      budget.giveBack(mapping.byteSize());
      mapping.close();
      mapping = null;
    }
  }
}
