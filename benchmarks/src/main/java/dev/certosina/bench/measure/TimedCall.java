package dev.certosina.bench.measure;

/// Something to time, with the times taken so far.
final class TimedCall {
  /// Batches of short calls are about this long, which the clock resolves well.
  private static final long BATCH_NANOS = 2_000_000;

  private static final int MOST_CALLS_PER_BATCH = 10_000;

  private final Runnable call;
  private long callsPerBatch = 1;
  private long batchNanos = 1;

  TimedCall(Runnable call) {
    this.call = call;
  }

  /// Runs for about `nanos` without counting, at least twice, and learns how long a batch must be.
  void warmUp(long nanos) {
    long start = System.nanoTime();
    long calls = 0;
    long elapsed = 0;
    while (calls < 2 || elapsed < nanos) {
      call.run();
      calls++;
      elapsed = System.nanoTime() - start;
    }
    long callNanos = Math.max(1, elapsed / calls);
    callsPerBatch = Math.clamp(BATCH_NANOS / callNanos, 1, MOST_CALLS_PER_BATCH);
    batchNanos = callsPerBatch * callNanos;
  }

  /// About how many nanoseconds a batch takes.
  long batchNanos() {
    return batchNanos;
  }

  /// The nanoseconds of one call, on average over a batch.
  double nanosPerCall() {
    long start = System.nanoTime();
    for (long i = 0; i < callsPerBatch; i++) {
      call.run();
    }
    return (double) (System.nanoTime() - start) / callsPerBatch;
  }

  /// Runs once without counting: wakes threads and refills caches after another engine's turn.
  void runOnce() {
    call.run();
  }
}
