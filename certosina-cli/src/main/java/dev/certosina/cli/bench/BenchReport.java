package dev.certosina.cli.bench;

import dev.certosina.cli.json.Json;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/// What is printed about a measurement.
///
/// @param peerVersions by the name of the peer
public record BenchReport(
    Path model, String target, int threads, Map<String, String> peerVersions) {

  /// Prints what is measured and the titles of the columns.
  public void printHeader(PrintWriter text) {
    text.printf("%s on %s, %d threads%n", model.getFileName(), target, threads);
    peerVersions.forEach((name, version) -> text.printf("against %s %s%n", name, version));
    var titles =
        new StringBuilder("%-36s%12s%12s%12s".formatted("dims", "p10 us", "median us", "p90 us"));
    peerVersions.keySet().forEach(name -> titles.append("%16s".formatted(name)));
    text.println(peerVersions.isEmpty() ? titles : titles.append("%8s".formatted("ratio")));
    text.flush();
  }

  /// Prints one line.
  public void printCase(PrintWriter text, BenchCase measured) {
    Latencies ours = measured.ours();
    var line =
        new StringBuilder(
            "%-36s%12.1f%12.1f%12.1f"
                .formatted(
                    measured.name(), ours.micros(0.1), ours.medianMicros(), ours.micros(0.9)));
    measured.peers().values().forEach(peer -> line.append("%16.1f".formatted(peer.medianMicros())));
    measured.ratio().ifPresent(ratio -> line.append("%8.2f".formatted(ratio)));
    text.println(line);
    text.flush();
  }

  /// Prints the geometric mean of the ratios, if there are any.
  public void printGeomean(PrintWriter text, List<BenchCase> cases) {
    geomean(cases).ifPresent(mean -> text.printf("geometric mean of peer / ours: %.3f%n", mean));
  }

  /// The document with all its members.
  public Json.Structure toJson(Json.Structure document, List<BenchCase> cases) {
    Json.Structure versions = Json.object();
    for (Map.Entry<String, String> peer : peerVersions.entrySet()) {
      versions = versions.with(peer.getKey(), peer.getValue());
    }
    var measured = new ArrayList<Json>();
    cases.forEach(one -> measured.add(one.toJson()));
    return document
        .with("model", model.toString())
        .with("target", target)
        .with("threads", threads)
        .with("peerVersions", versions)
        .with("geomean", geomean(cases).orElse(Double.NaN))
        .with("cases", measured);
  }

  private static OptionalDouble geomean(List<BenchCase> cases) {
    double[] ratios = cases.stream().flatMapToDouble(one -> one.ratio().stream()).toArray();
    return ratios.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(Latencies.geometricMean(ratios));
  }
}
