package dev.certosina.cli.tune;

import dev.certosina.compiler.search.Candidate;
import dev.certosina.compiler.search.CandidateSpace;
import dev.certosina.compiler.search.Exploration;
import dev.certosina.compiler.search.MappingArm.Measured;
import dev.certosina.compiler.search.Measurer;
import dev.certosina.compiler.search.Measurer.Measurement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// The explored mapping against fixed ones, each found with the same budget.
///
/// @param micros by name: `explored`, `im2col`, `fuse_hw`; without those that have no candidate
record MappingComparison(String name, Map<String, Double> micros, String explored) {
  static final String EXPLORED = "explored";
  private static final int TURNS = 5;

  MappingComparison {
    micros = Collections.unmodifiableMap(new LinkedHashMap<>(micros));
  }

  /// The better fixed mapping's time ÷ the explored one's; empty where there is nothing to compare.
  OptionalDouble gain() {
    double fixed =
        micros.entrySet().stream()
            .filter(entry -> !entry.getKey().equals(EXPLORED))
            .mapToDouble(Map.Entry::getValue)
            .min()
            .orElse(Double.NaN);
    double ours = micros.getOrDefault(EXPLORED, Double.NaN);
    return Double.isNaN(fixed / ours) ? OptionalDouble.empty() : OptionalDouble.of(fixed / ours);
  }

  /// @param budgetNanos for each of the three searches
  static MappingComparison run(Tuner tuner, TuneProblem problem, long budgetNanos, long seed) {
    CandidateSpace all = tuner.space(problem);
    Map<String, Candidate> winners = new LinkedHashMap<>();
    winner(tuner, problem, all, EXPLORED, budgetNanos, seed)
        .ifPresent(winner -> winners.put(EXPLORED, winner));
    for (FixedMapping fixed : FixedMapping.values()) {
      CandidateSpace some = all.restrictedTo(fixed::isUsedBy);
      String name = fixed.name().toLowerCase(java.util.Locale.ROOT);
      winner(tuner, problem, some, name, budgetNanos, seed)
          .ifPresent(winner -> winners.put(name, winner));
    }
    Candidate explored = winners.get(EXPLORED);
    return new MappingComparison(
        problem.name(),
        inTurns(tuner, problem, winners),
        explored == null
            ? ""
            : dev.certosina.compiler.mapping.MappingText.print(explored.mapping()));
  }

  private static Optional<Candidate> winner(
      Tuner tuner,
      TuneProblem problem,
      CandidateSpace space,
      String name,
      long budgetNanos,
      long seed) {
    long start = System.nanoTime();
    Exploration.Outcome outcome =
        tuner.explore(
            problem,
            space,
            "; comparison " + name,
            () -> System.nanoTime() - start < budgetNanos,
            seed,
            _ -> {});
    return outcome.winner().map(Measured::candidate);
  }

  /// The median time of each winner, measured in turns so that a slow phase of the machine meets
  /// all of them.
  private static Map<String, Double> inTurns(
      Tuner tuner, TuneProblem problem, Map<String, Candidate> winners) {
    Map<String, List<Double>> times = new LinkedHashMap<>();
    try (Measurer measurer = tuner.live(problem)) {
      for (int turn = 0; turn < TURNS; turn++) {
        winners.forEach((name, winner) -> {
          if (measurer.measure(winner) instanceof Measurement.Timed(double micros)) {
            times.computeIfAbsent(name, _ -> new ArrayList<>()).add(micros);
          }
        });
      }
    }
    Map<String, Double> medians = new LinkedHashMap<>();
    times.forEach((name, some) -> {
      Collections.sort(some);
      medians.put(name, some.get(some.size() / 2));
    });
    return medians;
  }
}
