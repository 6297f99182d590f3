package dev.certosina.bench.measure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Times engines in turns, A B A B, so that a machine that slows down slows all of them.
///
/// With several threads an engine's workers spin for a while after a call; the pause before each
/// turn is longer than that, so that nobody's workers take the next engine's processor.
public final class Interleaved {
  private static final int MOST_ROUNDS = 60;
  private static final long PAUSE_MILLIS = 12;

  private final Effort effort;
  private final boolean pauses;

  /// @param threads that each engine uses
  public Interleaved(Effort effort, int threads) {
    this.effort = effort;
    this.pauses = threads > 1;
  }

  /// The times of each call, by its name.
  ///
  /// @param operations of one call, which decide how many rounds there are
  public Map<String, Times> time(Map<String, Runnable> calls, double operations) {
    return time(calls, effort.warmUpNanos(), effort.timedNanos(), effort.rounds(operations));
  }

  /// Which of the calls is the fastest, found with less effort.
  ///
  /// @param calls at least one
  public int fastest(List<Runnable> calls) {
    if (calls.size() == 1) {
      return 0;
    }
    var named = new LinkedHashMap<String, Runnable>();
    calls.forEach(call -> named.put(String.valueOf(named.size()), call));
    List<Times> times =
        List.copyOf(time(named, effort.choiceNanos() / 2, effort.choiceNanos(), 3).values());
    int best = 0;
    for (int i = 1; i < times.size(); i++) {
      if (times.get(i).medianMicros() < times.get(best).medianMicros()) {
        best = i;
      }
    }
    return best;
  }

  private Map<String, Times> time(
      Map<String, Runnable> calls, long warmUpNanos, long timedNanos, int fewestRounds) {
    var timed = new LinkedHashMap<String, TimedCall>();
    var nanos = new LinkedHashMap<String, List<Double>>();
    long slowest = 1;
    for (Map.Entry<String, Runnable> call : calls.entrySet()) {
      var one = new TimedCall(call.getValue());
      pause();
      one.warmUp(warmUpNanos);
      slowest = Math.max(slowest, one.batchNanos());
      timed.put(call.getKey(), one);
      nanos.put(call.getKey(), new ArrayList<>());
    }
    long rounds =
        Math.clamp(timedNanos / slowest, fewestRounds, Math.max(fewestRounds, MOST_ROUNDS));
    for (long round = 0; round < rounds; round++) {
      timed.forEach((name, call) -> {
        pause();
        call.runOnce();
        nanos.merge(name, List.of(call.nanosPerCall()), Interleaved::joined);
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

  private void pause() {
    if (!pauses) {
      return;
    }
    try {
      Thread.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
