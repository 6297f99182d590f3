package dev.certosina.compiler.kernel;

import dev.certosina.InternalCompilerException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Kernels that are compiled together and may call each other.
///
/// @param kernels with unique names
public record KernelModule(List<Kernel> kernels) {

  public KernelModule {
    kernels = List.copyOf(kernels);
    Set<String> names = new LinkedHashSet<>();
    for (Kernel kernel : kernels) {
      if (!names.add(kernel.name())) {
        throw new InternalCompilerException("kernel '" + kernel.name() + "': declared twice");
      }
    }
  }

  /// The kernel of that name, or empty.
  public Optional<Kernel> kernel(String name) {
    return kernels.stream().filter(kernel -> kernel.name().equals(name)).findFirst();
  }
}
