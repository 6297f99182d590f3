package dev.certosina.bench.measure;

/// A call in this process.
public final class LocalCall implements Timed {
  /// Batches of short calls are about this long.
  private static final long BATCH_NANOS = 2_000_000;

  private static final int MOST_CALLS_PER_BATCH = 10_000;

  /// Our workers spin for a tenth of this after a call.
  private static final long REST_MILLIS = 1;

  private final Runnable call;
  private long callsPerBatch = 1;

  public LocalCall(Runnable call) {
    this.call = call;
  }

  @Override
  public long warmUp(long nanos) {
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
    return callsPerBatch * callNanos;
  }

  @Override
  public double nanosPerCall() {
    call.run();
    long start = System.nanoTime();
    for (long i = 0; i < callsPerBatch; i++) {
      call.run();
    }
    return (double) (System.nanoTime() - start) / callsPerBatch;
  }

  @Override
  public void rest() {
    try {
      Thread.sleep(REST_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
