package dev.certosina.bench.report;

import dev.certosina.bench.measure.Times;

/// How long one engine took for a case.
///
/// @param formula what it ran
/// @param emptyMicros what a call costs in which nothing is computed; taken off, 0 where the case
///   is long enough not to care
/// @param floorMicros no engine can be faster; so much stays in any case
public record EngineTime(String formula, Times times, double emptyMicros, double floorMicros) {

  /// The median without the cost of an empty call.
  public double micros() {
    double median = times.medianMicros();
    return Math.max(median - emptyMicros, Math.min(median, floorMicros));
  }
}
