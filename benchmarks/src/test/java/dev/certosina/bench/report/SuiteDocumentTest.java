package dev.certosina.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.cli.json.Json;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/// Holds the document's keys fixed: scripts rely on them.
class SuiteDocumentTest {
  private final Json.Structure document =
      SuiteDocument.of(
          new SuiteDocument.Setting(
              "amos", "x86-64-v4", 2, Map.of("first", "1.0"), Map.of("first", "packed")),
          Cases.suite());

  @Test
  void hasTheKeysOfBenchAndMore() {
    assertThat(keys(document))
        .containsExactly(
            "version",
            "suite",
            "target",
            "threads",
            "peerVersions",
            "peerSettings",
            "peakGflops",
            "geomean",
            "geomeans",
            "shareBelow95",
            "worst",
            "shareOfPeak",
            "failures",
            "cases");
    assertThat(member(document, "geomean")).isInstanceOf(Json.Real.class);
    assertThat(member(document, "worst")).isEqualTo(new Json.Text("a:1"));
    assertThat(keys(member(document, "geomeans"))).containsExactly("a", "b");
    assertThat(keys(member(document, "failures"))).containsExactly("b:2");
  }

  @Test
  void hasTheKeysOfBenchForEachCase() {
    List<Json> cases = ((Json.Array) member(document, "cases")).values();
    assertThat(cases).hasSize(5);
    Json first = cases.getFirst();
    assertThat(keys(first))
        .containsExactly(
            "name",
            "oursMicros",
            "peers",
            "ratio",
            "shareOfPeak",
            "floorMicros",
            "counted",
            "tuned",
            "missing",
            "formulas",
            "percentiles");
    assertThat(keys(member(first, "peers"))).containsExactly("first", "second");
    assertThat(keys(member(first, "formulas"))).containsExactly("ours", "first", "second");
    assertThat(keys(member(member(first, "percentiles"), "ours")))
        .containsExactly("samples", "p10Micros", "p50Micros", "p90Micros");
    assertThat(member(first, "ratio")).isEqualTo(new Json.Real(2));
    assertThat(member(member(cases.getLast(), "missing"), "second"))
        .isEqualTo(new Json.Text("crashed"));
    assertThat(member(cases.getLast(), "counted")).isEqualTo(new Json.Bool(false));
  }

  private static List<String> keys(Json value) {
    return List.copyOf(((Json.Structure) value).members().keySet());
  }

  private static Json member(Json value, String name) {
    return Objects.requireNonNull(((Json.Structure) value).members().get(name), name);
  }
}
