package dev.certosina.bench.measure;

/// Something to time, in this process or in another one.
public interface Timed {

  /// Runs for about `nanos` without counting, at least twice, and learns how many calls make a
  /// batch that the clock resolves well.
  ///
  /// @return about how many nanoseconds a batch takes
  long warmUp(long nanos);

  /// Runs once without counting, which wakes threads and refills caches after another engine's
  /// turn, then a batch.
  ///
  /// @return the nanoseconds of one call, on average over the batch
  double nanosPerCall();

  /// Waits until none of its threads runs.
  void rest();
}
