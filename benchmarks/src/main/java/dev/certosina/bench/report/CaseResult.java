package dev.certosina.bench.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/// One case with the times of all engines.
///
/// @param name for example `c2d:5`
/// @param group cases of one group count once in the suite's mean; for example `c2d`
/// @param operations that the definition of the case needs
/// @param floorMicros no engine can be faster
/// @param peers by name
/// @param missing why a peer has no time: refused, wrong or crashed, by name
/// @param tuned whether our side had tuning records
public record CaseResult(
    String name,
    String group,
    double operations,
    double floorMicros,
    EngineTime ours,
    Map<String, EngineTime> peers,
    Map<String, String> missing,
    boolean tuned) {
  /// Shorter cases do not count.
  public static final double LEAST_FLOOR_MICROS = 2;

  private static final double MICROS_PER_SECOND = 1e6;

  public CaseResult {
    peers = Collections.unmodifiableMap(new LinkedHashMap<>(peers));
    missing = Collections.unmodifiableMap(new LinkedHashMap<>(missing));
  }

  /// The best peer's time divided by ours; empty without peers.
  public OptionalDouble ratio() {
    OptionalDouble best = peers.values().stream().mapToDouble(EngineTime::micros).min();
    return best.isEmpty() ? best : OptionalDouble.of(best.getAsDouble() / ours.micros());
  }

  /// Whether the case enters means: long enough to be measured well, and there is a peer.
  public boolean isCounted() {
    return floorMicros >= LEAST_FLOOR_MICROS && !peers.isEmpty();
  }

  /// Our operations per second as a share of `peak` operations per second.
  public double shareOfPeak(double peak) {
    return operations / ours.micros() * MICROS_PER_SECOND / peak;
  }
}
