package dev.certosina.cli.conformance;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// Runs the cases of a folder or an archive one after another.
public final class ConformanceSuite {
  private ConformanceSuite() {}

  /// Hands every result to `results` as soon as it is known, in the order of the cases' names.
  ///
  /// @param filter what must occur in the name of a case
  public static void run(
      Path source, Pattern filter, CaseRunner runner, Consumer<CaseResult> results)
      throws IOException {
    try (CaseFolders cases = CaseFolders.open(source)) {
      for (Path folder : cases.folders()) {
        if (filter.matcher(folder.getFileName().toString()).find()) {
          results.accept(runner.run(folder));
        }
      }
    }
  }
}
