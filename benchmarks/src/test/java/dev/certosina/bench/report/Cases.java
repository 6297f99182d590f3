package dev.certosina.bench.report;

import dev.certosina.bench.measure.Times;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Made-up results.
final class Cases {
  private Cases() {}

  static EngineTime time(double micros, double emptyMicros) {
    return new EngineTime("formula", new Times(List.of(micros)), emptyMicros, 1);
  }

  /// Two groups, five cases, two of them too short to count and one untuned.
  static SuiteResult suite() {
    return new SuiteResult(
        1e9,
        List.of(
            result("a:0", 10, 20, 30, 5, true),
            result("a:1", 20, 10, 40, 5, false),
            result("b:0", 10, 80, 40, 5, true),
            result("b:1", 1, 1, 1, 1.9, true),
            withoutSecond()),
        Map.of("b:2", "not compiled"));
  }

  /// The process of the second peer ended; too short to count.
  private static CaseResult withoutSecond() {
    return new CaseResult(
        "b:3",
        "b",
        1000,
        1.9,
        time(1, 0),
        Map.of("first", time(2, 0)),
        Map.of("second", "crashed"),
        true);
  }

  private static CaseResult result(
      String name, double ours, double first, double second, double floor, boolean tuned) {
    var peers = new LinkedHashMap<String, EngineTime>();
    peers.put("first", time(first, 0));
    peers.put("second", time(second, 0));
    return new CaseResult(
        name, name.substring(0, 1), 1000, floor, time(ours, 0), peers, Map.of(), tuned);
  }
}
