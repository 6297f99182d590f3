package dev.certosina.cli.map;

import dev.certosina.ModelException;
import dev.certosina.compiler.mapping.EnumerateMappings;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Accelerators;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.target.Targets;
import dev.certosina.runtime.exec.CpuFeatures;
import java.nio.file.Path;

/// Finds the accelerator and the intrinsics that options name.
public final class AcceleratorChoice {
  private AcceleratorChoice() {}

  /// The built-in accelerator or file of that name; the host's best one for the name `host`.
  public static Accelerator of(String name) {
    if (name.equals("host")) {
      return Accelerators.forTarget(Targets.host(CpuFeatures.flags())).getFirst();
    }
    boolean isFile = name.endsWith(".yaml") || name.endsWith(".yml") || name.indexOf('/') >= 0;
    return isFile ? Accelerators.read(Path.of(name)) : Accelerators.find(name);
  }

  /// The intrinsic of that name.
  public static Intrinsic intrinsic(Accelerator accelerator, String name) {
    return accelerator
        .intrinsic(name)
        .orElseThrow(() ->
            new ModelException(
                "%s: found intrinsic '%s', needed one of %s"
                    .formatted(
                        accelerator.name(),
                        name,
                        accelerator.intrinsics().stream().map(Intrinsic::name).toList())));
  }

  /// The first intrinsic whose statement and types are the subject's.
  public static Intrinsic firstFitting(Accelerator accelerator, Subject subject) {
    for (Intrinsic intrinsic : accelerator.intrinsics()) {
      if (EnumerateMappings.fits(subject.computation(intrinsic), intrinsic)) {
        return intrinsic;
      }
    }
    throw new ModelException(
        "%s: no intrinsic of %s computes such a statement"
            .formatted(subject.name(), accelerator.name()));
  }
}
