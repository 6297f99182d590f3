package dev.certosina.cli.bench;

import java.util.Arrays;

/// Times of repeated calls.
public final class Latencies {
  private static final double NANOS_PER_MICRO = 1_000;

  private final long[] sortedNanos;

  /// @param nanos one or more, in any order
  public Latencies(long[] nanos) {
    sortedNanos = nanos.clone();
    Arrays.sort(sortedNanos);
    if (sortedNanos.length == 0) {
      throw new IllegalArgumentException("no times");
    }
  }

  /// How many calls were timed.
  public int calls() {
    return sortedNanos.length;
  }

  /// The time in microseconds that a share `quantile` (0 to 1) of the calls did not exceed,
  /// interpolated between neighbours.
  public double micros(double quantile) {
    double position = quantile * (sortedNanos.length - 1);
    int below = (int) Math.floor(position);
    int above = Math.min(below + 1, sortedNanos.length - 1);
    double share = position - below;
    return (sortedNanos[below] * (1 - share) + sortedNanos[above] * share) / NANOS_PER_MICRO;
  }

  public double medianMicros() {
    return micros(0.5);
  }

  /// The geometric mean of positive numbers; 1 where there are none.
  public static double geometricMean(double[] values) {
    return Math.exp(Arrays.stream(values).map(Math::log).average().orElse(0));
  }
}
