package dev.certosina.compiler.pipeline;

import dev.certosina.compiler.kernel.Kernel;
import dev.certosina.compiler.kernel.KernelModule;
import dev.certosina.compiler.kernel.lower.RegisterTile;
import dev.certosina.compiler.target.Target;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// One line about the machine code of an executable, for people.
public final class KernelSummary {
  private static final String INFO_PREFIX = "kernels.";

  /// What the names of micro-kernels end in: rows by columns.
  private static final Pattern TILE = Pattern.compile("_\\d+x\\d+$");

  /// What the names of other kernels end in.
  private static final Pattern NUMBER = Pattern.compile("_\\d+$");

  private KernelSummary() {}

  /// The line that the texts of an executable hold about `target`.
  ///
  /// @param info texts of the executable
  public static Optional<String> find(Map<String, String> info, String target) {
    return Optional.ofNullable(info.get(INFO_PREFIX + target));
  }

  static String key(Target target) {
    return INFO_PREFIX + target.name();
  }

  /// For example `1 pack, 13 product, 13 rows, 27 micro-kernels up to 9 x 48`.
  static String of(KernelModule module, Target target) {
    var counts = new TreeMap<String, Integer>();
    int microKernels = 0;
    for (Kernel kernel : module.kernels()) {
      if (TILE.matcher(kernel.name()).find()) {
        microKernels++;
      } else {
        counts.merge(NUMBER.matcher(kernel.name()).replaceFirst(""), 1, Integer::sum);
      }
    }
    String kinds =
        counts.entrySet().stream()
            .map(count -> count.getValue() + " " + count.getKey() + ", ")
            .collect(Collectors.joining());
    return "%s%d micro-kernels up to %s".formatted(kinds, microKernels, RegisterTile.of(target));
  }
}
