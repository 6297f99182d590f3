package dev.certosina.compiler.search;

import dev.certosina.compiler.search.Measurer.Measurement;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.zip.CRC32;

/// Trials as lines of a log: `CHECKSUM | timed MICROS | CANDIDATE` or `CHECKSUM | failed REASON |
/// CANDIDATE`.
///
/// The checksum is of what follows it, so that a line which was only half written, wherever it
/// stands, is not taken for a trial.
public final class TrialLine {
  private TrialLine() {}

  private static final String TIMED = "timed ";
  private static final String FAILED = "failed ";
  private static final String SEPARATOR = " | ";

  /// One line, without its end.
  public static String print(Trial trial) {
    String outcome =
        switch (trial.measurement()) {
          case Measurement.Timed(double micros) -> TIMED + micros;
          case Measurement.Failed(String reason) -> FAILED + oneField(reason);
        };
    String content = outcome + SEPARATOR + trial.candidate();
    return checksum(content) + SEPARATOR + content;
  }

  /// The trial, or empty for a line that is damaged or is no trial.
  public static Optional<Trial> parse(String line) {
    String[] parts = line.split(" \\| ", 2);
    if (parts.length < 2 || !parts[0].equals(checksum(parts[1]))) {
      return Optional.empty();
    }
    String[] fields = parts[1].split(" \\| ", 2);
    if (fields.length < 2) {
      return Optional.empty();
    }
    if (fields[0].startsWith(FAILED)) {
      String reason = fields[0].substring(FAILED.length());
      return Optional.of(new Trial(fields[1], new Measurement.Failed(reason)));
    }
    if (!fields[0].startsWith(TIMED)) {
      return Optional.empty();
    }
    try {
      double micros = Double.parseDouble(fields[0].substring(TIMED.length()));
      return Optional.of(new Trial(fields[1], new Measurement.Timed(micros)));
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  private static String oneField(String reason) {
    return reason.replaceAll("\\s+", " ").replace('|', '/').strip();
  }

  private static String checksum(String content) {
    var checksum = new CRC32();
    checksum.update(content.getBytes(StandardCharsets.UTF_8));
    return String.format(Locale.ROOT, "%08x", checksum.getValue());
  }
}
