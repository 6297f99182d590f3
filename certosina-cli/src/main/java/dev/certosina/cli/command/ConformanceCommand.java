package dev.certosina.cli.command;

import dev.certosina.Options;
import dev.certosina.cli.conformance.CaseResult;
import dev.certosina.cli.conformance.CaseRunner;
import dev.certosina.cli.conformance.ConformanceReport;
import dev.certosina.cli.conformance.ConformanceSuite;
import dev.certosina.cli.conformance.Ratchet;
import dev.certosina.cli.conformance.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Runs test cases in the form of the ONNX backend's.
@Command(
    name = "conformance",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Runs ONNX backend test cases, and folders with expect_error, which must be refused.",
      "Exits with 1 where a case that --ratchet lists no longer passes; otherwise with 0, whatever"
          + " the cases do.",
    },
    footer = {
      "",
      "JSON keys: version, cases[name, status, reason], operators[operator, pass, fail,"
          + " unsupported, error], totals{pass, fail, unsupported, error}.",
      "Example: certosina conformance onnx-conformance.tar.xz --filter matmul",
    })
final class ConformanceCommand implements Callable<Integer> {
  private static final int PROGRESS_CASES = 100;

  @Parameters(paramLabel = "DIR|ARCHIVE", description = "A folder, a .tar or a .tar.xz with cases.")
  private Path source = Path.of("");

  @Option(
      names = "--filter",
      paramLabel = "REGEX",
      defaultValue = "",
      description = "Only cases in whose name the expression is found.")
  private Pattern filter = Pattern.compile("");

  @Option(names = "--checked", description = "Use kernels that trap out-of-bounds accesses.")
  private boolean checked;

  @Option(
      names = "--ratchet",
      paramLabel = "FILE",
      description = "Fail where a case listed in FILE does not pass; add those that newly do.")
  private @Nullable Path ratchet;

  @Mixin private EngineOptions engine = new EngineOptions();

  @Mixin private JsonOption json = new JsonOption();

  @Override
  public Integer call() throws IOException {
    var results = new ArrayList<CaseResult>();
    try (var cache = TemporaryFolder.create("certosina-conformance")) {
      // A cache of its own, so that every case is compiled by this very compiler.
      Options options = engine.builder().checked(checked).cacheFolder(cache.path()).build();
      ConformanceSuite.run(source, filter, new CaseRunner(options), result -> add(results, result));
    }
    var report = new ConformanceReport(results);
    report.print(json.text());
    json.print(report.toJson(JsonOption.document()));
    if (ratchet != null) {
      int added = Ratchet.read(ratchet).grow(ratchet, results);
      json.text().printf("%s: %d new%n", ratchet, added);
    }
    return 0;
  }

  private void add(List<CaseResult> results, CaseResult result) {
    results.add(result);
    if (results.size() % PROGRESS_CASES == 0) {
      json.progress().printf("%d cases, at %s%n", results.size(), result.name());
    }
  }
}
