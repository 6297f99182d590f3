package dev.certosina.cli.trial;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.regex.Pattern;

/// What a process says on standard error, as far as it explains why it ended. Thread-safe.
final class LastWords {
  /// Of a signal that the JVM names, or LLVM's last message before it aborts.
  private static final Pattern CAUSE = Pattern.compile("\\b(SIG[A-Z]+ \\(|LLVM ERROR|Assertion )");

  private static final int LONGEST = 300;

  private String cause = "";
  private String last = "";

  /// Reads until the process has gone.
  void readAll(Process process) {
    try (BufferedReader lines = process.errorReader()) {
      String line = lines.readLine();
      while (line != null) {
        note(line);
        line = lines.readLine();
      }
    } catch (IOException _) {
      // The process has gone, and said what it had to say.
    }
  }

  synchronized void note(String line) {
    // Addresses and process numbers would make every crash a different one.
    String text = line.replaceFirst("^[#\\s]+", "").replaceFirst(" at pc=0x.*", "").strip();
    if (!text.isEmpty()) {
      last = text;
    }
    if (cause.isEmpty() && CAUSE.matcher(text).find()) {
      cause = text;
    }
  }

  /// The line that tells the cause, or else the last one; empty when nothing was said.
  synchronized String words() {
    String words = cause.isEmpty() ? last : cause;
    return words.substring(0, Math.min(words.length(), LONGEST));
  }
}
