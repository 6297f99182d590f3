package dev.certosina.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.cli.Cli;
import dev.certosina.cli.TestCache;
import dev.certosina.cli.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

class DemoCommandTest {

  @Test
  void encodesSentencesWithoutACompilePerLength() {
    Json.Structure document = Cli.run("demo", "--json", TestCache.OPTION).document();
    assertThat(Cli.keys(document))
        .containsExactly(
            "version",
            "model",
            "target",
            "kernels",
            "threads",
            "loadMicros",
            "sentences",
            "similarities",
            "statistics");
    List<Json> sentences = Cli.elements(document, "sentences");
    assertThat(sentences)
        .allSatisfy(sentence ->
            assertThat(Cli.keys(sentence))
                .containsExactly("text", "tokens", "firstMicros", "warmMicros"));
    assertThat(sentences.stream().map(sentence -> Cli.member(sentence, "tokens")).distinct())
        .hasSizeGreaterThan(4);
    Json statistics = Cli.member(document, "statistics");
    assertThat(Cli.keys(statistics))
        .containsExactly(
            "runs", "planHits", "planMisses", "bindMicros", "compilations", "nativeBytes");
    assertThat(Cli.member(statistics, "compilations")).isEqualTo(new Json.Int(0));
    assertThat(similarity(document, 0, 2)).isGreaterThan(0.5);
    assertThat(similarity(document, 1, 4)).isGreaterThan(0.5);
    assertThat(similarity(document, 0, 1)).isLessThan(0.3);
    assertThat(similarity(document, 3, 3)).isBetween(0.9999, 1.0001);
  }

  private static double similarity(Json document, int row, int column) {
    Json.Array values = (Json.Array) Cli.elements(document, "similarities").get(row);
    return ((Json.Real) values.values().get(column)).value();
  }
}
