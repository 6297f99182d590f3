package dev.certosina.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.cli.Cli;
import dev.certosina.cli.json.Json;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class TuneCommandTest {
  @TempDir private Path cache;

  @Test
  void tunesAndAnswersFromItsLog() {
    Json.Structure first = run("gmv:0", "--budget", "3s");
    assertThat(Cli.keys(first))
        .containsExactly(
            "version", "target", "threads", "processor", "batch", "layout", "operators");
    Json operator = Cli.elements(first, "operators").getFirst();
    assertThat(Cli.keys(operator))
        .containsExactly(
            "name",
            "bestMicros",
            "shareOfPeak",
            "trials",
            "failures",
            "modelMicros",
            "modelBound",
            "mapping",
            "candidate",
            "reorderedMicros",
            "mappings");
    assertThat(Cli.member(operator, "failures")).isEqualTo(new Json.Int(0));

    long start = System.nanoTime();
    Json.Structure second = run("gmv:0", "--budget", "3s");

    assertThat(System.nanoTime() - start).isLessThan(2_000_000_000L);
    assertThat(Cli.member(Cli.elements(second, "operators").getFirst(), "candidate"))
        .isEqualTo(Cli.member(operator, "candidate"));
  }

  @Test
  void judgesTheModel() {
    Json.Structure document =
        run("gmv:0", "gmm:0", "--model-accuracy", "--candidates", "6", "--fit", "gmv:0");

    assertThat(Cli.keys(document))
        .containsExactly(
            "version",
            "target",
            "threads",
            "processor",
            "batch",
            "layout",
            "accuracy",
            "pairwise",
            "recall",
            "coefficients");
    // What the model was fitted on says nothing about it.
    assertThat(Cli.elements(document, "accuracy")).hasSize(1);
    assertThat(Cli.keys(Cli.elements(document, "accuracy").getFirst()))
        .containsExactly("name", "candidates", "pairwise", "recall");
  }

  @Test
  void comparesWithFixedMappings() {
    Json.Structure document = run("c2d:10", "--fixed-mappings", "--budget", "9s");

    assertThat(Cli.keys(Cli.elements(document, "comparison").getFirst()))
        .containsExactly(
            "name", "exploredMicros", "im2colMicros", "fuseHwMicros", "gain", "mapping");
  }

  @Test
  void refusesUnknownOperators() {
    Cli.run("tune", "c9d", "--cache", cache.toString()).isRefused("found operator 'c9d'");
  }

  private Json.Structure run(String... arguments) {
    var all = new java.util.ArrayList<>(java.util.List.of("tune"));
    all.addAll(java.util.List.of(arguments));
    all.addAll(java.util.List.of("--json", "--cache", cache.toString()));
    return Cli.run(all.toArray(String[]::new)).document();
  }
}
