package dev.certosina.cli.conformance;

import dev.certosina.ModelException;
import dev.certosina.cli.conformance.CaseResult.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/// A text file with the names of the cases that pass, one a line, sorted; it may only grow.
public record Ratchet(SortedSet<String> names) {

  /// Reads `file`; a file that does not exist lists nothing.
  public static Ratchet read(Path file) throws IOException {
    var names = new TreeSet<String>();
    if (Files.exists(file)) {
      Files.readAllLines(file).stream().filter(line -> !line.isBlank()).forEach(names::add);
    }
    return new Ratchet(names);
  }

  /// The listed cases among `results` that do not pass.
  public List<CaseResult> lost(List<CaseResult> results) {
    return results.stream()
        .filter(result -> names.contains(result.name()) && result.status() != Status.PASS)
        .toList();
  }

  /// Writes `file` with the passing cases of `results` added.
  ///
  /// @return how many names are new
  /// @throws ModelException where a listed case no longer passes
  public int grow(Path file, List<CaseResult> results) throws IOException {
    List<CaseResult> lost = lost(results);
    if (!lost.isEmpty()) {
      throw new ModelException(
          "%s lists %d cases that no longer pass, first %s: %s"
              .formatted(file, lost.size(), lost.getFirst().name(), lost.getFirst().reason()));
    }
    var grown = new TreeSet<>(names);
    results.stream()
        .filter(result -> result.status() == Status.PASS)
        .forEach(result -> grown.add(result.name()));
    Files.write(file, grown);
    return grown.size() - names.size();
  }
}
