package dev.certosina;

import dev.certosina.runtime.exec.TargetCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Picks the machine code that this CPU runs.
final class TargetChooser {
  private TargetChooser() {}

  /// The first target in the executable's order whose CPU flags are all present.
  ///
  /// @param wanted names separated by commas that alone may be chosen; empty for any
  /// @throws DeviceException when there is none, saying what each would need
  static TargetCode choose(
      List<TargetCode> targets, Optional<String> wanted, Set<String> cpuFlags) {
    List<TargetCode> eligible = targets;
    if (wanted.isPresent()) {
      List<String> names = List.of(wanted.get().strip().split("\\s*,\\s*", -1));
      eligible = targets.stream().filter(target -> names.contains(target.name())).toList();
      if (eligible.isEmpty()) {
        throw new DeviceException(
            "target '%s' is not in the executable, which has %s"
                .formatted(wanted.get(), targets.stream().map(TargetCode::name).toList()));
      }
    }
    List<String> refusals = new ArrayList<>();
    for (TargetCode target : eligible) {
      List<String> missing =
          target.requiredCpuFlags().stream().filter(flag -> !cpuFlags.contains(flag)).toList();
      if (missing.isEmpty()) {
        return target;
      }
      refusals.add(target.name() + " needs " + String.join(" ", missing));
    }
    throw new DeviceException(
        "this cpu runs none of the executable's targets: "
            + (refusals.isEmpty() ? "it has none" : String.join("; ", refusals)));
  }
}
