package dev.certosina.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.cli.Cli;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsageTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo",
        "inspect",
        "compile",
        "run",
        "bench",
        "opt",
        "targets",
        "map",
        "tune",
        "conformance"
      })
  void everyCommandHasHelpWithAnExample(String command) {
    Cli help = Cli.run(command, "--help").succeeds();
    assertThat(help.output())
        .contains("Usage: certosina " + command, "Example: certosina " + command);
    assertThat(help.errors()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "demo",
        "inspect",
        "compile",
        "run",
        "bench",
        "targets",
        "map",
        "tune",
        "conformance"
      })
  void helpListsTheKeysOfTheDocument(String command) {
    assertThat(Cli.run(command, "--help").output()).contains("JSON keys: version,");
  }

  @Test
  void wrongUsageExitsWithTwo() {
    Cli.run().isWrongUsage("a command is needed");
    Cli.run("nonsense").isWrongUsage("nonsense");
    Cli.run("run").isWrongUsage("MODEL");
    Cli.run("run", "m.onnx", "--nonsense").isWrongUsage("--nonsense");
    Cli.run("run", "m.onnx", "--dim", "x").isWrongUsage("dim 'x': needed");
    Cli.run("run", "m.onnx", "--dim", "x=1,2").isWrongUsage("needed one extent");
    Cli.run("run", "m.onnx", "--input", "x").isWrongUsage("needed NAME=FILE");
    Cli.run("run", "m.onnx", "--threads", "many").isWrongUsage("many");
    Cli.run("bench", "m.onnx", "--dims", "*.0").isWrongUsage("dim '*.0': needed");
    Cli.run("compile", "m.onnx").isWrongUsage("-o");
    Cli.run("compile", "m.onnx", "-o", "f", "--precision", "fp3").isWrongUsage("fp3");
    Cli.run("tune", "gmm", "--budget", "soon").isWrongUsage("'soon' is no time");
    Cli.run("conformance", "x", "--filter", "[").isWrongUsage("--filter");
  }

  @Test
  void versionIsPrinted() {
    assertThat(Cli.run("--version").succeeds().output()).startsWith("certosina ");
  }
}
