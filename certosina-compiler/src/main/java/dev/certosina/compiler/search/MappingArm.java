package dev.certosina.compiler.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// One mapping among those that share a budget, and what was measured of it.
public final class MappingArm {
  /// Parents of the next generation.
  private static final int POPULATION = 12;

  private final MappingChoice choice;
  private final List<Candidate> seeds;
  private final List<Measured> population = new ArrayList<>();
  private int trials;
  private boolean isExhausted;

  /// @param isCanonical see [AccumulationOrder]
  public record Measured(Candidate candidate, double micros, boolean isCanonical) {}

  /// @param seeds measured first; at least one
  MappingArm(MappingChoice choice, List<Candidate> seeds) {
    this.choice = choice;
    this.seeds = List.copyOf(seeds);
  }

  MappingChoice choice() {
    return choice;
  }

  List<Candidate> seeds() {
    return seeds;
  }

  /// The best measured candidates, fastest first.
  List<Measured> population() {
    return population;
  }

  int trials() {
    return trials;
  }

  boolean isExhausted() {
    return isExhausted;
  }

  /// The least time of a candidate that models may use, in microseconds; infinite before there is
  /// one.
  double best() {
    return population.stream()
        .filter(Measured::isCanonical)
        .mapToDouble(Measured::micros)
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }

  void add(Measured measured) {
    trials++;
    population.add(measured);
    population.sort(Comparator.comparingDouble(Measured::micros));
    if (population.size() > POPULATION) {
      population.removeLast();
    }
  }

  void addFailure() {
    trials++;
  }

  /// Says that no further candidate can be made.
  void exhaust() {
    isExhausted = true;
  }
}
