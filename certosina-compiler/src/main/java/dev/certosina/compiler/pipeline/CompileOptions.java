package dev.certosina.compiler.pipeline;

import dev.certosina.compiler.target.Target;
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
}
