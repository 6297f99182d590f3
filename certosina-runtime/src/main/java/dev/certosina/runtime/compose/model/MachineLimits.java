package dev.certosina.runtime.compose.model;

import dev.certosina.ModelException;

/// What bounds all micro-kernels of a machine alike.
///
/// @param l1Bytes first-level data cache of one core
/// @param l2Bytes second-level cache of one core
/// @param l3Bytes share of the third-level cache that one process may expect
/// @param memoryBytesPerNano what all workers together read from memory
/// @param l3BytesPerNano what one worker reads from the third-level cache
/// @param taskNanos taking one task and calling its kernel
/// @param forkNanos waking the first helper and meeting it again
/// @param helperNanos each further helper
public record MachineLimits(
    long l1Bytes,
    long l2Bytes,
    long l3Bytes,
    double memoryBytesPerNano,
    double l3BytesPerNano,
    double taskNanos,
    double forkNanos,
    double helperNanos) {

  /// @throws ModelException when a limit is not a size, a rate or a time
  public MachineLimits {
    boolean sizes = l1Bytes > 0 && l2Bytes >= l1Bytes && l3Bytes >= l2Bytes;
    boolean rates = isRate(memoryBytesPerNano) && isRate(l3BytesPerNano);
    if (!sizes || !rates || !isTime(taskNanos) || !isTime(forkNanos) || !isTime(helperNanos)) {
      throw new ModelException(
          "machine limits: found a value out of range, needed sizes that rise"
              + " with the level, positive rates and times of 0 or more");
    }
  }

  private static boolean isRate(double value) {
    return value > 0 && Double.isFinite(value);
  }

  private static boolean isTime(double value) {
    return value >= 0 && Double.isFinite(value);
  }

  /// The nearest level that holds `bytes`.
  public Residency residency(long bytes) {
    if (bytes <= l1Bytes) {
      return Residency.L1;
    }
    if (bytes <= l2Bytes) {
      return Residency.L2;
    }
    return bytes <= l3Bytes ? Residency.L3 : Residency.MEMORY;
  }
}
