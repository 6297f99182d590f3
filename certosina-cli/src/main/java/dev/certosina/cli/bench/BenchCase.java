package dev.certosina.cli.bench;

import dev.certosina.cli.json.Json;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;

/// The times at one choice of dims.
///
/// @param name the dims, as they were asked for
/// @param peers times by peer
public record BenchCase(String name, Latencies ours, Map<String, Latencies> peers) {

  public BenchCase {
    peers = new LinkedHashMap<>(peers);
  }

  /// The best peer's median divided by ours; empty without peers.
  public OptionalDouble ratio() {
    OptionalDouble best = peers.values().stream().mapToDouble(Latencies::medianMicros).min();
    return best.isEmpty() ? best : OptionalDouble.of(best.getAsDouble() / ours.medianMicros());
  }

  Json.Structure toJson() {
    Json.Structure medians = Json.object();
    Json.Structure percentiles = Json.object().with("ours", percentiles(ours));
    for (Map.Entry<String, Latencies> peer : peers.entrySet()) {
      medians = medians.with(peer.getKey(), peer.getValue().medianMicros());
      percentiles = percentiles.with(peer.getKey(), percentiles(peer.getValue()));
    }
    return Json.object()
        .with("name", name)
        .with("oursMicros", ours.medianMicros())
        .with("peers", medians)
        .with("ratio", ratio().orElse(Double.NaN))
        .with("percentiles", percentiles);
  }

  private static Json percentiles(Latencies latencies) {
    return Json.object()
        .with("calls", latencies.calls())
        .with("p10Micros", latencies.micros(0.1))
        .with("p50Micros", latencies.micros(0.5))
        .with("p90Micros", latencies.micros(0.9))
        .with("p99Micros", latencies.micros(0.99));
  }
}
