package dev.certosina.bench;

import dev.certosina.ModelException;
import dev.certosina.Options;
import dev.certosina.bench.amos.AmosSuite;
import dev.certosina.bench.gemm.GemmSuite;
import dev.certosina.bench.peer.OperatorPeers;
import dev.certosina.bench.report.SuiteDocument;
import dev.certosina.bench.suite.RunSettings;
import dev.certosina.bench.suite.Suite;
import dev.certosina.bench.suite.SuiteRun;
import dev.certosina.bench.suite.SuiteRun.Outcome;
import dev.certosina.cli.json.JsonWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// Measures a suite of cases against other engines.
@Command(
    name = "certosina-bench",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Measures a suite against other engines, one process each, in turns (A B A B). Every result is"
          + " first compared with one in f64; what is wrong is not timed. A ratio is the best"
          + " peer's median divided by ours.",
      "Suites: amos (the fifteen operators of AMOS, f32, batch 1), gemm (products with constant"
          + " weights, f32, of the shapes in ../shared/shapes).",
      "Peers run in the layout and the formula that is fastest for them, with constant weights"
          + " packed ahead; what they run is printed. Converting activations between layouts is"
          + " charged to nobody, except inside ONNX Runtime, which does it within its operators."
          + " The cost of an empty call is taken off short cases. Cases that no engine could"
          + " finish in more than 2 us (marked *) are not counted.",
    },
    footer = {
      "",
      "JSON keys: version, suite, target, threads, peerVersions{NAME}, peerSettings{NAME},"
          + " peakGflops, geomean, geomeans{GROUP}, shareBelow95, worst, shareOfPeak,"
          + " failures{CASE}, cases[name, oursMicros, peers{NAME}, ratio, shareOfPeak, floorMicros,"
          + " counted, tuned, missing{NAME}, formulas{NAME}, percentiles{NAME{samples, p10Micros, p50Micros,"
          + " p90Micros}}].",
      "Example: certosina-bench amos --threads 1 --filter 'c2d:.*' --json amos.json",
    })
final class BenchmarkCommand implements Callable<Integer> {
  private static final String AMOS = "amos";
  private static final String GEMM = "gemm";
  private static final List<String> TO_COME = List.of("conv", "reduce", "models");

  /// Names the folder of shared material; the launcher sets it.
  private static final String SHARED = "CERTOSINA_SHARED";

  private static final int MOST_THREADS = 2;

  @Parameters(paramLabel = "SUITE", description = "Which suite: amos, gemm.")
  private String suite = "";

  @Option(
      names = "--against",
      split = ",",
      paramLabel = "PEER",
      description =
          "Engines to compare with: onnxruntime, onednn, openblas, pytorch (default:"
              + " all of them).")
  private List<String> against = new ArrayList<>();

  @Option(
      names = "--threads",
      paramLabel = "1|2",
      defaultValue = "1",
      description = "Threads of each engine (default: ${DEFAULT-VALUE}).")
  private int threads = 1;

  @Option(
      names = "--target",
      paramLabel = "T",
      description = "Generate our code for this target, for example x86-64-v3 (default: host).")
  private @Nullable String target;

  @Option(
      names = "--filter",
      paramLabel = "REGEX",
      defaultValue = ".*",
      description = "Only cases whose whole name matches.")
  private Pattern filter = Pattern.compile(".*");

  @Option(
      names = "--quick",
      description = "One case for each operator and short measurements; under a minute.")
  private boolean quick;

  @Option(names = "--json", paramLabel = "FILE", description = "Also write one JSON document.")
  private @Nullable Path json;

  @Spec private @Nullable CommandSpec command;

  @Override
  public Integer call() throws IOException {
    requireSuite();
    if (threads < 1 || threads > MOST_THREADS) {
      throw new ModelException("--threads: found %d, needed 1 or 2".formatted(threads));
    }
    PrintWriter text = Objects.requireNonNull(command).commandLine().getOut();
    PrintWriter progress = command.commandLine().getErr();
    Options.Builder options = Options.builder().threads(threads);
    if (target != null) {
      options.target(target);
    }
    var settings = new RunSettings(OperatorPeers.named(against), options.build(), filter, quick);
    Outcome outcome = new SuiteRun(settings, text, progress).run(chosen(settings.options()));
    if (json != null) {
      Files.writeString(
          json, JsonWriter.write(SuiteDocument.of(outcome.setting(), outcome.result())) + "\n");
    }
    return outcome.result().failures().isEmpty() ? 0 : 1;
  }

  private Suite chosen(Options wanted) {
    if (suite.equals(AMOS)) {
      return new AmosSuite(wanted);
    }
    String shared = Optional.ofNullable(System.getenv(SHARED)).orElse("../shared");
    return new GemmSuite(wanted, Path.of(shared, "shapes"));
  }

  private void requireSuite() {
    if (TO_COME.contains(suite)) {
      throw new ModelException(
          "suite '%s' is not there yet; there are: amos, gemm".formatted(suite));
    }
    if (!suite.equals(AMOS) && !suite.equals(GEMM)) {
      throw new ModelException("found suite '%s', needed one of: amos, gemm".formatted(suite));
    }
  }
}
