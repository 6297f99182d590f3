package dev.certosina.compiler.pipeline;

import dev.certosina.Options;
import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.target.Targets;
import dev.certosina.runtime.cache.ModelCache;
import dev.certosina.runtime.exec.CpuFeatures;
import java.nio.file.Path;
import java.util.List;

/// What a compilation depends on besides the model.
///
/// @param targets at least one, in order of preference
/// @param checked whether kernels test every access against its buffer
/// @param libraryFolder where native libraries are unpacked
public record CompileOptions(List<Target> targets, boolean checked, Path libraryFolder) {
  public CompileOptions {
    targets = List.copyOf(targets);
    if (targets.isEmpty()) {
      throw new IllegalArgumentException("no target");
    }
  }

  /// What a user's options mean on this machine.
  ///
  /// @throws dev.certosina.ModelException when they name an unknown target
  public static CompileOptions of(Options options) {
    return new CompileOptions(
        Targets.parse(options.target().orElse("host"), CpuFeatures.flags()),
        options.checked(),
        ModelCache.folder(options));
  }
}
