package dev.certosina.compiler.search.model;

import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// What the model says of one candidate.
///
/// @param micros the whole time
/// @param parts microseconds by cause; they overlap, so they add up to more than the whole
/// @param tasks that may run side by side
/// @param useful the share of issued multiply-adds that are not padding
public record Estimate(double micros, List<Part> parts, long tasks, double useful) {

  public Estimate {
    parts = List.copyOf(parts);
  }

  /// @param name for example `compute`, `loads`, `read l2`
  public record Part(String name, double micros) {}

  /// The part that takes longest.
  public Part bound() {
    return parts.stream().max(Comparator.comparingDouble(Part::micros)).orElseThrow();
  }

  /// Estimates in ascending order of time; equal ones stay in the order given.
  public static <T> List<T> fastestFirst(Map<T, Estimate> estimates) {
    return estimates.entrySet().stream()
        .sorted(Comparator.comparingDouble(entry -> entry.getValue().micros()))
        .map(Map.Entry::getKey)
        .toList();
  }
}
