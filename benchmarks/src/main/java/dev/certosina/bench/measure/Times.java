package dev.certosina.bench.measure;

import java.util.Comparator;
import java.util.List;

/// Times of repeated calls, in microseconds.
///
/// @param sorted one or more, ascending
public record Times(List<Double> sorted) {
  private static final double NANOS_PER_MICRO = 1_000;

  public Times {
    sorted = sorted.stream().sorted(Comparator.naturalOrder()).toList();
    if (sorted.isEmpty()) {
      throw new IllegalArgumentException("no times");
    }
  }

  /// @param nanos in any order
  static Times ofNanos(List<Double> nanos) {
    return new Times(nanos.stream().map(one -> one / NANOS_PER_MICRO).toList());
  }

  /// The time that a share `quantile` (0 to 1) of the calls did not exceed, interpolated.
  public double micros(double quantile) {
    double position = quantile * (sorted.size() - 1);
    int below = (int) Math.floor(position);
    int above = Math.min(below + 1, sorted.size() - 1);
    double share = position - below;
    return sorted.get(below) * (1 - share) + sorted.get(above) * share;
  }

  public double medianMicros() {
    return micros(0.5);
  }
}
