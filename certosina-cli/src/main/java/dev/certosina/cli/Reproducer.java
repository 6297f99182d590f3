package dev.certosina.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// The text file that an internal error leaves behind: what was asked, of which version, on what,
/// and where it failed.
final class Reproducer {
  private Reproducer() {}

  /// Writes the file into the temporary folder and returns its path.
  static Path write(Throwable error, List<String> arguments) {
    try {
      Path file = Files.createTempFile("certosina-internal-error-", ".txt");
      return Files.writeString(file, text(error, arguments));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write the reproducer", e);
    }
  }

  private static String text(Throwable error, List<String> arguments) {
    var trace = new StringWriter();
    error.printStackTrace(new PrintWriter(trace, true));
    return """
    certosina %s
    arguments: %s
    java: %s %s
    system: %s %s %s
    processors: %d

    %s\
    """
        .formatted(
            Version.TEXT,
            arguments,
            System.getProperty("java.vendor"),
            System.getProperty("java.version"),
            System.getProperty("os.name"),
            System.getProperty("os.version"),
            System.getProperty("os.arch"),
            Runtime.getRuntime().availableProcessors(),
            trace);
  }
}
