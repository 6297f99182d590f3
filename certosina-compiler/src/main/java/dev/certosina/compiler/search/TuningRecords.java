package dev.certosina.compiler.search;

import dev.certosina.ModelException;
import dev.certosina.compiler.search.Measurer.Measurement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/// What was measured in the past, as a value: with the same records compiling gives the same bytes.
public final class TuningRecords {
  /// Of nothing: schedules are the default ones.
  public static final TuningRecords NONE = new TuningRecords(Map.of());

  private final Map<String, List<Trial>> trials;

  private TuningRecords(Map<String, List<Trial>> trials) {
    this.trials = trials;
  }

  /// @param logs contents of log files: a line that [TuningKey#print] gave, then lines of
  ///   [TrialLine]; damaged lines are passed over. Logs of one key count together
  public static TuningRecords of(List<String> logs) {
    Map<String, List<Trial>> trials = new LinkedHashMap<>();
    for (String log : logs) {
      List<String> lines = log.lines().toList();
      if (!lines.isEmpty()) {
        List<Trial> known = trials.computeIfAbsent(lines.getFirst(), _ -> new ArrayList<>());
        lines.stream().skip(1).map(TrialLine::parse).forEach(line -> line.ifPresent(known::add));
      }
    }
    return new TuningRecords(trials);
  }

  /// All trials under a key, in the order of the log.
  public List<Trial> trials(TuningKey key) {
    return List.copyOf(trials.getOrDefault(key.print(), List.of()));
  }

  /// The candidate that was measured fastest, of those that take sums in the design's order.
  ///
  /// Candidates that were measured more than once, as finalists of a search are, come before the
  /// others: of many noisy times the least one flatters.
  ///
  /// @param space of the key's computation; records that do not fit it are passed over
  public Optional<Candidate> best(CandidateSpace space, TuningKey key) {
    Map<String, List<Double>> times = new LinkedHashMap<>();
    for (Trial trial : trials(key)) {
      if (trial.measurement() instanceof Measurement.Timed(double micros)) {
        times.computeIfAbsent(trial.candidate(), _ -> new ArrayList<>()).add(micros);
      }
    }
    boolean hasRepeated = times.values().stream().anyMatch(some -> some.size() > 1);
    return times.entrySet().stream()
        .filter(entry -> !hasRepeated || entry.getValue().size() > 1)
        .sorted(Comparator.comparingDouble(entry -> median(entry.getValue())))
        .flatMap(entry -> usable(space, entry.getKey()).stream())
        .findFirst();
  }

  /// The median of a candidate's times in microseconds; empty if it never ran.
  public OptionalDouble micros(TuningKey key, Candidate candidate) {
    String text = CandidateText.print(candidate);
    List<Double> times = new ArrayList<>();
    for (Trial trial : trials(key)) {
      if (trial.candidate().equals(text)
          && trial.measurement() instanceof Measurement.Timed(double micros)) {
        times.add(micros);
      }
    }
    return times.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(median(times));
  }

  private static Optional<Candidate> usable(CandidateSpace space, String text) {
    try {
      Candidate candidate = space.parse(text);
      return space.isValid(candidate) && space.isCanonicalOrder(candidate)
          ? Optional.of(candidate)
          : Optional.empty();
    } catch (ModelException _) {
      // Written for another space, for example with an accelerator file that is gone.
      return Optional.empty();
    }
  }

  private static double median(List<Double> times) {
    List<Double> sorted = times.stream().sorted().toList();
    return sorted.get(sorted.size() / 2);
  }
}
