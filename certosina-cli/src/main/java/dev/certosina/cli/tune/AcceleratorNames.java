package dev.certosina.cli.tune;

import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Accelerators;
import java.nio.file.Path;
import java.util.List;

/// Accelerators as a user names them: built-in ones by name, others by file.
final class AcceleratorNames {
  private AcceleratorNames() {}

  /// @throws dev.certosina.ModelException for unknown names and bad files
  static List<Accelerator> read(List<String> names) {
    return names.stream()
        .map(name ->
            name.endsWith(".yaml") || name.endsWith(".yml")
                ? Accelerators.read(Path.of(name))
                : Accelerators.find(name))
        .toList();
  }
}
