package dev.certosina.cli.map;

import dev.certosina.cli.Terminal;
import dev.certosina.cli.json.Json;
import dev.certosina.cli.map.IntrinsicMappings.Row;
import dev.certosina.cli.map.MappingRun.Outcome;
import dev.certosina.compiler.mapping.MappingText;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/// Executes all mappings of a report at small sizes and says what came out.
public final class CheckReport {
  private final PrintWriter out;
  private final PrintWriter progress;
  private final boolean isInteractive;
  private final List<Json> documents = new ArrayList<>();
  private int mappings;
  private int failures;

  /// @param progress where a count is kept up to date if a person is watching
  public CheckReport(PrintWriter out, PrintWriter progress) {
    this.out = out;
    this.progress = progress;
    this.isInteractive = Terminal.isWatched();
  }

  /// Executes and prints a line for each mapping, then a summary.
  public void run(MapReport report, NativeRun machine, long seed) {
    int total = report.intrinsics().stream().mapToInt(one -> one.rows().size()).sum();
    for (IntrinsicMappings one : report.intrinsics()) {
      if (!one.rows().isEmpty()) {
        out.printf("%n%s, executed:%n", one.intrinsic().name());
        var run =
            new MappingRun(
                one.intrinsic(), report.subject().samples(one.intrinsic()), machine, seed);
        check(one, run, total);
      }
    }
    out.printf(
        "%nchecked %d mapping%s: %s%n",
        mappings, mappings == 1 ? "" : "s", failures == 0 ? "all agree" : failures + " WRONG");
  }

  public boolean allAgree() {
    return failures == 0;
  }

  /// One object per mapping.
  public List<Json> documents() {
    return documents;
  }

  private void check(IntrinsicMappings one, MappingRun run, int total) {
    for (Row row : one.rows()) {
      Outcome outcome = run.check(row.mapping());
      mappings++;
      failures += outcome.failure().isPresent() ? 1 : 0;
      if (isInteractive) {
        progress.printf("\r%d of %d mappings checked \r", mappings, total);
        progress.flush();
      }
      out.printf("  %s%n", outcome.text());
      Json failure =
          outcome.failure().map(text -> (Json) new Json.Text(text)).orElse(new Json.Null());
      documents.add(
          Json.object()
              .with("intrinsic", one.intrinsic().name())
              .with("text", MappingText.print(row.mapping()))
              .with("interpretedRuns", outcome.interpreted())
              .with("nativeRuns", outcome.compiled())
              .with("failure", failure));
    }
  }
}
