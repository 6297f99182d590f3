package dev.certosina.runtime.exec;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;

/// What the CPU of this machine can do.
public final class CpuFeatures {
  private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

  private CpuFeatures() {}

  private static final class Holder {
    static final SortedSet<String> FLAGS = Collections.unmodifiableSortedSet(detect());
  }

  /// The CPU's flags as Linux names them (`avx2`, `avx512f`, `asimd`, …) and the name of its
  /// architecture, `x86-64` or `aarch64`. Where the operating system does not list flags, only the
  /// architecture: machine code that needs more is then refused rather than tried.
  public static SortedSet<String> flags() {
    return Holder.FLAGS;
  }

  private static SortedSet<String> detect() {
    SortedSet<String> flags = new TreeSet<>();
    flags.add(architecture());
    if (Files.isReadable(CPU_INFO)) {
      try (BufferedReader reader = Files.newBufferedReader(CPU_INFO, StandardCharsets.US_ASCII)) {
        addFlags(reader, flags);
      } catch (IOException _) {
        // The baseline stands: a file that cannot be read tells nothing about the CPU.
        return flags;
      }
    }
    return flags;
  }

  /// Adds the flags of the first processor listed; all processors of a machine have the same.
  static void addFlags(BufferedReader cpuInfo, SortedSet<String> flags) throws IOException {
    for (String line = cpuInfo.readLine(); line != null; line = cpuInfo.readLine()) {
      int colon = line.indexOf(':');
      String key = colon < 0 ? "" : line.substring(0, colon).strip();
      if (key.equals("flags") || key.equals("Features")) {
        for (String flag : line.substring(colon + 1).strip().split("\\s+", -1)) {
          flags.add(flag);
        }
        return;
      }
    }
  }

  private static String architecture() {
    String name = System.getProperty("os.arch", "unknown").toLowerCase(Locale.ROOT);
    return switch (name) {
      case "amd64", "x86_64" -> "x86-64";
      case "arm64" -> "aarch64";
      default -> name;
    };
  }
}
