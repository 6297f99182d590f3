package dev.certosina.runtime.plan;

import dev.certosina.DeviceException;
import java.util.concurrent.atomic.AtomicLong;

/// Bounds the native memory of one model: its weights and the contexts of all its sessions.
public final class MemoryBudget {
  private final long limitBytes;
  private final AtomicLong usedBytes = new AtomicLong();

  /// @param limitBytes `Long.MAX_VALUE` for none
  public MemoryBudget(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  /// Counts `byteSize` more bytes as used.
  ///
  /// @param what needs them, for the message
  /// @throws DeviceException when the limit does not allow them; nothing is counted then
  public void take(long byteSize, String what) {
    if (!tryTake(byteSize)) {
      throw new DeviceException(
          "memory limit: %s needs %d bytes, %d of %d are in use"
              .formatted(what, byteSize, usedBytes.get(), limitBytes));
    }
  }

  /// Counts `byteSize` more bytes as used if the limit allows them.
  public boolean tryTake(long byteSize) {
    while (true) {
      long used = usedBytes.get();
      if (byteSize > limitBytes - used) {
        return false;
      }
      if (usedBytes.compareAndSet(used, used + byteSize)) {
        return true;
      }
    }
  }

  /// Counts `byteSize` bytes as free again.
  public void giveBack(long byteSize) {
    usedBytes.addAndGet(-byteSize);
  }

  public long usedBytes() {
    return usedBytes.get();
  }
}
