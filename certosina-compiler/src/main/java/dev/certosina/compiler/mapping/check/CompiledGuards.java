package dev.certosina.compiler.mapping.check;

import dev.certosina.compiler.mapping.PhysicalMapping.Guard;
import java.util.List;

/// Guards over numbered variables.
final class CompiledGuards {
  private final CompiledFormula[] values;
  private final long[] bounds;
  private final double[] fills;

  CompiledGuards(List<Guard> guards, List<String> variables) {
    this.values =
        guards.stream()
            .map(guard -> CompiledFormula.of(guard.value(), variables))
            .toArray(CompiledFormula[]::new);
    this.bounds = guards.stream().mapToLong(Guard::bound).toArray();
    this.fills = guards.stream().mapToDouble(Guard::fill).toArray();
  }

  /// The position of the first guard that fails; -1 if all hold.
  int firstFailing(long[] variables) {
    for (int i = 0; i < values.length; i++) {
      long value = values[i].evaluate(variables);
      if (value < 0 || value >= bounds[i]) {
        return i;
      }
    }
    return -1;
  }

  double fill(int guard) {
    return fills[guard];
  }
}
