package dev.certosina.bench.measure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Times engines in turns, A B A B, so that a machine that slows down slows all of them.
///
/// With several threads an engine's workers spin for a while after a call; a turn ends when they
/// rest, so that nobody's workers take the next engine's processor.
public final class Interleaved {
  private static final int MOST_ROUNDS = 60;
  private static final int FEWEST_TO_CHOOSE = 3;

  private final Effort effort;
  private final boolean rests;

  /// @param threads that each engine uses
  public Interleaved(Effort effort, int threads) {
    this.effort = effort;
    this.rests = threads > 1;
  }

  /// The times of each engine, by its name.
  ///
  /// @param operations of one call, which decide how many rounds there are
  public Map<String, Times> time(Map<String, ? extends Timed> engines, double operations) {
    return time(engines, effort.warmUpNanos(), effort.timedNanos(), effort.rounds(operations));
  }

  /// Which of the calls is the fastest, found with less effort.
  ///
  /// @param calls at least one
  public int fastest(List<? extends Timed> calls) {
    if (calls.size() == 1) {
      return 0;
    }
    List<Times> times = quickly(calls);
    int best = 0;
    for (int i = 1; i < times.size(); i++) {
      if (times.get(i).medianMicros() < times.get(best).medianMicros()) {
        best = i;
      }
    }
    return best;
  }

  /// The times of each call in the same order, with the effort of [#fastest].
  public List<Times> quickly(List<? extends Timed> calls) {
    var named = new LinkedHashMap<String, Timed>();
    calls.forEach(call -> named.put(String.valueOf(named.size()), call));
    return List.copyOf(
        time(named, effort.choiceNanos() / 2, effort.choiceNanos(), FEWEST_TO_CHOOSE).values());
  }

  private Map<String, Times> time(
      Map<String, ? extends Timed> engines, long warmUpNanos, long timedNanos, int fewestRounds) {
    var nanos = new LinkedHashMap<String, List<Double>>();
    long slowest = 1;
    for (Map.Entry<String, ? extends Timed> engine : engines.entrySet()) {
      slowest = Math.max(slowest, engine.getValue().warmUp(warmUpNanos));
      rest(engine.getValue());
      nanos.put(engine.getKey(), new ArrayList<>());
    }
    long rounds =
        Math.clamp(timedNanos / slowest, fewestRounds, Math.max(fewestRounds, MOST_ROUNDS));
    for (long round = 0; round < rounds; round++) {
      engines.forEach((name, engine) -> {
        nanos.merge(name, List.of(engine.nanosPerCall()), Interleaved::joined);
        rest(engine);
      });
    }
    var times = new LinkedHashMap<String, Times>();
    nanos.forEach((name, samples) -> times.put(name, Times.ofNanos(samples)));
    return times;
  }

  private static List<Double> joined(List<Double> samples, List<Double> more) {
    samples.addAll(more);
    return samples;
  }

  private void rest(Timed engine) {
    if (rests) {
      engine.rest();
    }
  }
}
