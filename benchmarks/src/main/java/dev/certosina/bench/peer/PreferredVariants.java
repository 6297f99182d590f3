package dev.certosina.bench.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// Which variant of a peer counts in which case, as measured on this machine before: a file with a
/// line for each case, key and variant with a tab between them.
final class PreferredVariants {
  private final Path file;
  private final boolean keeps;
  private final Map<String, String> known = new TreeMap<>();

  /// @param keeps whether new choices outlive the run
  PreferredVariants(Path file, boolean keeps) {
    this.file = file;
    this.keeps = keeps;
    if (Files.isRegularFile(file)) {
      try {
        for (String line : Files.readAllLines(file)) {
          int tab = line.lastIndexOf('\t');
          if (tab > 0) {
            known.put(line.substring(0, tab), line.substring(tab + 1));
          }
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  Optional<String> find(String key) {
    return Optional.ofNullable(known.get(key));
  }

  /// Keeps a choice for this run, and for later ones if it is told to.
  void put(String key, String variant) {
    known.put(key, variant);
    if (!keeps) {
      return;
    }
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(
          file, key + "\t" + variant + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
