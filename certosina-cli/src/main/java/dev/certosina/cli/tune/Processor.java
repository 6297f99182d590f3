package dev.certosina.cli.tune;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// The model of this machine's CPU: times measured on one mean nothing on another.
final class Processor {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
  private static final String UNKNOWN = "unknown";

  private Processor() {}

  /// Vendor's name, family, model and stepping where the operating system tells them.
  static String model() {
    if (!Files.isReadable(CPU_INFO)) {
      return UNKNOWN;
    }
    try {
      String first = Files.readString(CPU_INFO, StandardCharsets.US_ASCII).split("\n\n", 2)[0];
      String model =
          first
              .lines()
              .filter(line -> line.matches("(model name|cpu family|model|stepping)\\s*:.*"))
              .map(line -> line.substring(line.indexOf(':') + 1).strip())
              .reduce("", (left, right) -> left.isEmpty() ? right : left + " " + right);
      return model.isEmpty() ? UNKNOWN : model;
    } catch (IOException _) {
      return UNKNOWN;
    }
  }
}
