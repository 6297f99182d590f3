package dev.certosina.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.cli.Cli;
import dev.certosina.cli.TestCache;
import dev.certosina.cli.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Holds the documents' keys fixed: scripts rely on them.
class CommandDocumentsTest {
  @TempDir Path folder;

  @Test
  void runPrintsOutputsAndComparison() throws IOException {
    String model = Models.write(folder, Models.layer()).toString();
    String outputs = folder.resolve("outputs").toString();
    Json.Structure document =
        run("run", model, "--dim", "x.0=5", "--compare", "onnxruntime", "--output", outputs);
    assertThat(Cli.keys(document))
        .containsExactly(
            "version", "model", "target", "loadMicros", "runMicros", "outputs", "comparison");
    Json output = Cli.elements(document, "outputs").getFirst();
    assertThat(Cli.keys(output)).containsExactly("name", "type", "shape", "file");
    assertThat(Cli.elements(output, "shape")).containsExactly(new Json.Int(5), new Json.Int(2));
    Json comparison = Cli.member(document, "comparison");
    assertThat(Cli.keys(comparison)).containsExactly("with", "withVersion", "agrees", "outputs");
    assertThat(Cli.member(comparison, "agrees")).isEqualTo(new Json.Bool(true));
    assertThat(Cli.keys(Cli.elements(comparison, "outputs").getFirst()))
        .containsExactly("name", "largestAbsolute", "largestRelative", "agrees", "reason");
    assertThat(folder.resolve("outputs/y.npy")).exists();
  }

  @Test
  void runGivesBackWhatAnInputFileHolds() throws IOException {
    String model = Models.write(folder, Models.layer()).toString();
    String outputs = folder.resolve("outputs").toString();
    run("run", model, "--dim", "rows=4", "--output", outputs);
    Path input = folder.resolve("outputs/y.npy");
    Cli wrong = Cli.run("run", model, "--input", "x=" + input, TestCache.OPTION);
    wrong.isRefused("input 'x'");
  }

  @Test
  void runComparesWithTheInterpreterAndExitsWithOneWhereTheyDiffer() throws IOException {
    String model = Models.write(folder, Models.lookup()).toString();
    String[] dims = {"--dim", "*.0=7", "--json", TestCache.OPTION};
    Json.Structure document =
        Cli.run(arguments(dims, "run", model, "--compare", "interpreter")).document();
    assertThat(Cli.member(Cli.member(document, "comparison"), "with"))
        .isEqualTo(new Json.Text("interpreter"));

    String layer = Models.write(folder, Models.layer()).toString();
    Cli strict =
        Cli.run(
            arguments(
                new String[] {TestCache.OPTION, "--dim", "x.0=64"},
                "run",
                layer,
                "--compare",
                "onnxruntime",
                "--rtol",
                "-1",
                "--atol",
                "-1"));
    assertThat(strict.code()).isEqualTo(1);
    assertThat(strict.output()).contains("of 128 elements differ");
  }

  @Test
  void compileWritesAnExecutableThatRuns() throws IOException {
    String model = Models.write(folder, Models.lookup()).toString();
    String executable = folder.resolve("model.executable").toString();
    Json.Structure document = run("compile", model, "-o", executable);
    assertThat(Cli.keys(document))
        .containsExactly("version", "model", "executable", "bytes", "compileMicros");
    Json.Structure ran = run("run", executable, "--dim", "*.0=9");
    assertThat(Cli.elements(Cli.elements(ran, "outputs").getFirst(), "shape"))
        .containsExactly(new Json.Int(9), new Json.Int(2));
  }

  @Test
  void inspectDescribesTheModel() throws IOException {
    String model = Models.write(folder, Models.layer()).toString();
    Json.Structure document = Cli.run("inspect", model, "--json").document();
    assertThat(Cli.keys(document))
        .containsExactly(
            "version",
            "model",
            "producer",
            "opsets",
            "inputs",
            "outputs",
            "operators",
            "parameters",
            "parameterBytes",
            "multiplyAdds",
            "unsupported",
            "problem");
    assertThat(Cli.member(document, "multiplyAdds")).isEqualTo(new Json.Text("6 * x.0"));
    assertThat(Cli.member(document, "parameters")).isEqualTo(new Json.Int(8));
    Json input = Cli.elements(document, "inputs").getFirst();
    assertThat(Cli.keys(input)).containsExactly("name", "type", "dims");
    assertThat(Cli.keys(Cli.member(document, "operators")))
        .containsExactly("Add", "MatMul", "Tanh");
  }

  @Test
  void inspectListsUnsupportedOperators() throws IOException {
    var model =
        Models.layer().node("some.domain", "Odd", List.of("y"), List.of("z"), _ -> {}).output("z");
    Json.Structure document =
        Cli.run("inspect", Models.write(folder, model).toString(), "--json").document();
    Json node = Cli.elements(document, "unsupported").getFirst();
    assertThat(Cli.keys(node)).containsExactly("node", "domain", "operator", "opset");
    assertThat(Cli.member(node, "operator")).isEqualTo(new Json.Text("Odd"));
    assertThat(Cli.member(document, "multiplyAdds")).isEqualTo(new Json.Text("unknown"));
  }

  @Test
  void benchComparesMedians() throws IOException {
    String model = Models.write(folder, Models.layer()).toString();
    Json.Structure document =
        run(
            "bench",
            model,
            "--dims",
            "*.0=1,3",
            "--against",
            "onnxruntime",
            "--seconds",
            "0.05",
            "--threads",
            "1");
    assertThat(Cli.keys(document))
        .containsExactly(
            "version", "model", "target", "threads", "peerVersions", "geomean", "cases");
    assertThat(Cli.elements(document, "cases")).hasSize(2);
    Json one = Cli.elements(document, "cases").getFirst();
    assertThat(Cli.keys(one))
        .containsExactly("name", "oursMicros", "peers", "ratio", "percentiles");
    assertThat(Cli.member(one, "name")).isEqualTo(new Json.Text("*.0=1"));
    assertThat(Cli.keys(Cli.member(one, "peers"))).containsExactly("onnxruntime");
    assertThat(Cli.keys(Cli.member(Cli.member(one, "percentiles"), "ours")))
        .containsExactly("calls", "p10Micros", "p50Micros", "p90Micros", "p99Micros");
  }

  @Test
  void benchWithoutPeersHasNoRatio() throws IOException {
    String model = Models.write(folder, Models.layer()).toString();
    Json.Structure document = run("bench", model, "--dims", "rows=2", "--seconds", "0.05");
    assertThat(Cli.member(document, "geomean")).isEqualTo(new Json.Null());
  }

  @Test
  void conformanceReportsCases() throws IOException {
    Path broken = Files.createDirectories(folder.resolve("cases/broken"));
    Files.writeString(broken.resolve("model.onnx"), "no model");
    Files.writeString(broken.resolve("expect_error"), "");
    Path good = Files.createDirectories(folder.resolve("cases/good"));
    Models.write(good, Models.layer());
    Json.Structure document =
        Cli.run("conformance", folder.resolve("cases").toString(), "--json").document();
    assertThat(Cli.keys(document)).containsExactly("version", "cases", "operators", "totals");
    assertThat(Cli.elements(document, "cases"))
        .allSatisfy(one -> assertThat(Cli.keys(one)).containsExactly("name", "status", "reason"))
        .extracting(one -> Cli.member(one, "status"))
        .containsExactly(new Json.Text("pass"), new Json.Text("pass"));
    assertThat(Cli.keys(Cli.elements(document, "operators").getFirst()))
        .containsExactly("operator", "pass", "fail", "unsupported", "error");
    assertThat(Cli.keys(Cli.member(document, "totals")))
        .containsExactly("pass", "fail", "unsupported", "error");
  }

  @Test
  void optPrintsPhases() throws IOException {
    String model = Models.write(folder, Models.layer()).toString();
    Cli texts = Cli.run("opt", model, "--print-after", "import,texpr").succeeds();
    assertThat(texts.output()).contains("MatMul", "tanh(");
    Path dump = folder.resolve("dump");
    Cli.run("opt", model, "--dump", dump.toString(), "--to", "llvm").succeeds();
    assertThat(dump.resolve("05-kernel.txt")).isNotEmptyFile();
    Cli again =
        Cli.run(
            "opt", dump.resolve("05-kernel.txt").toString(), "--from", "kernel", "--to", "llvm");
    assertThat(again.succeeds().output()).contains("define");
    assertThat(Cli.run("opt", model, "--interpret").succeeds().output()).startsWith("y  f32[1, 2]");
  }

  private static Json.Structure run(String... arguments) {
    return Cli.run(arguments(new String[] {"--json", TestCache.OPTION}, arguments)).document();
  }

  private static String[] arguments(String[] last, String... first) {
    String[] all = Arrays.copyOf(first, first.length + last.length);
    System.arraycopy(last, 0, all, first.length, last.length);
    return all;
  }
}
