package dev.certosina.cli.bench;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Times several engines in turns, A B A B, so that a machine that slows down slows all of them.
public final class Turns {
  /// Calls before anything is counted, at least; enough for a plan and for warm caches.
  private static final int WARM_UP_CALLS = 3;

  private static final long WARM_UP_NANOS = 200_000_000;

  /// How long one engine runs before the next has its turn.
  private static final long TURN_NANOS = 10_000_000;

  private static final int FEWEST_ROUNDS = 10;
  private static final int MOST_ROUNDS = 100;
  private static final int MOST_CALLS_PER_TURN = 1_000;

  private Turns() {}

  /// The times of single calls of each engine, by its name.
  ///
  /// @param nanosPerContender how long each engine is timed, roughly; a slow one gets ten rounds
  ///   all the same
  public static Map<String, Latencies> time(List<Contender> contenders, long nanosPerContender) {
    List<Timer> timers = contenders.stream().map(Timer::new).toList();
    timers.forEach(Timer::warmUp);
    long slowestTurn = timers.stream().mapToLong(Timer::turnNanos).max().orElse(1);
    long rounds =
        Math.clamp(nanosPerContender / Math.max(1, slowestTurn), FEWEST_ROUNDS, MOST_ROUNDS);
    for (long round = 0; round < rounds; round++) {
      timers.forEach(Timer::takeTurn);
    }
    var latencies = new LinkedHashMap<String, Latencies>();
    timers.forEach(timer -> latencies.put(timer.contender.name(), timer.latencies()));
    return latencies;
  }

  private static final class Timer {
    private final Contender contender;
    private final List<Long> nanos = new ArrayList<>();
    private long callsPerTurn = 1;
    private long callNanos = 1;

    Timer(Contender contender) {
      this.contender = contender;
    }

    void warmUp() {
      long start = System.nanoTime();
      int calls = 0;
      while (calls < WARM_UP_CALLS || System.nanoTime() - start < WARM_UP_NANOS) {
        callNanos = Math.max(1, timeCall());
        calls++;
      }
      callsPerTurn = Math.clamp(TURN_NANOS / callNanos, 1, MOST_CALLS_PER_TURN);
    }

    long turnNanos() {
      return callsPerTurn * callNanos;
    }

    void takeTurn() {
      for (long call = 0; call < callsPerTurn; call++) {
        nanos.add(timeCall());
      }
    }

    Latencies latencies() {
      return new Latencies(nanos.stream().mapToLong(Long::longValue).toArray());
    }

    private long timeCall() {
      long start = System.nanoTime();
      contender.call().run();
      return System.nanoTime() - start;
    }
  }
}
