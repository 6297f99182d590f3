package dev.certosina.bench.report;

import dev.certosina.bench.measure.Times;
import dev.certosina.cli.json.Json;
import java.util.ArrayList;
import java.util.Map;

/// The JSON document of a suite.
public final class SuiteDocument {
  private static final int VERSION = 1;
  private static final double GIGA = 1e9;

  private SuiteDocument() {}

  /// What holds for all cases.
  ///
  /// @param target of our code
  /// @param peerVersions by the peer's name
  /// @param peerSettings by the peer's name
  public record Setting(
      String suite,
      String target,
      int threads,
      Map<String, String> peerVersions,
      Map<String, String> peerSettings) {}

  public static Json.Structure of(Setting setting, SuiteResult result) {
    var cases = new ArrayList<Json>();
    result.cases().forEach(one -> cases.add(of(one, result.peak())));
    Json.Structure groups = Json.object();
    for (Map.Entry<String, Double> group : result.groupGeomeans().entrySet()) {
      groups = groups.with(group.getKey(), group.getValue());
    }
    return Json.object()
        .with("version", VERSION)
        .with("suite", setting.suite())
        .with("target", setting.target())
        .with("threads", setting.threads())
        .with("peerVersions", texts(setting.peerVersions()))
        .with("peerSettings", texts(setting.peerSettings()))
        .with("peakGflops", result.peak() / GIGA)
        .with("geomean", result.geomean().orElse(Double.NaN))
        .with("geomeans", groups)
        .with("shareBelow95", result.shareBelow())
        .with("worst", result.worst().map(CaseResult::name).orElse(""))
        .with("shareOfPeak", result.shareOfPeak())
        .with("failures", texts(result.failures()))
        .with("cases", cases);
  }

  private static Json of(CaseResult one, double peak) {
    Json.Structure micros = Json.object();
    Json.Structure formulas = Json.object().with("ours", one.ours().formula());
    Json.Structure percentiles = Json.object().with("ours", percentiles(one.ours().times()));
    for (Map.Entry<String, EngineTime> peer : one.peers().entrySet()) {
      micros = micros.with(peer.getKey(), peer.getValue().micros());
      formulas = formulas.with(peer.getKey(), peer.getValue().formula());
      percentiles = percentiles.with(peer.getKey(), percentiles(peer.getValue().times()));
    }
    return Json.object()
        .with("name", one.name())
        .with("oursMicros", one.ours().micros())
        .with("peers", micros)
        .with("ratio", one.ratio().orElse(Double.NaN))
        .with("shareOfPeak", one.shareOfPeak(peak))
        .with("floorMicros", one.floorMicros())
        .with("counted", one.isCounted())
        .with("tuned", one.tuned())
        .with("missing", texts(one.missing()))
        .with("formulas", formulas)
        .with("percentiles", percentiles);
  }

  private static Json percentiles(Times times) {
    return Json.object()
        .with("samples", times.sorted().size())
        .with("p10Micros", times.micros(0.1))
        .with("p50Micros", times.micros(0.5))
        .with("p90Micros", times.micros(0.9));
  }

  private static Json.Structure texts(Map<String, String> texts) {
    Json.Structure structure = Json.object();
    for (Map.Entry<String, String> text : texts.entrySet()) {
      structure = structure.with(text.getKey(), text.getValue());
    }
    return structure;
  }
}
