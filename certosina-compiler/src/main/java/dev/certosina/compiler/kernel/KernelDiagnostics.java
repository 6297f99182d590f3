package dev.certosina.compiler.kernel;

import dev.certosina.compiler.kernel.Kernel.Parameter;
import dev.certosina.compiler.kernel.Kernel.Type;
import java.util.List;
import java.util.Optional;

/// Collects what is wrong with one kernel.
record KernelDiagnostics(Kernel kernel, List<String> problems) {

  /// Notes `problem` unless `condition` holds; returns the condition.
  boolean require(boolean condition, String problem) {
    if (!condition) {
      problems.add("kernel '" + kernel.name() + "': " + problem);
    }
    return condition;
  }

  /// Notes that `what` has another type than needed.
  void requireType(String what, Type found, Type needed) {
    require(
        found.equals(needed),
        what + ": found " + KernelPrinter.print(found) + ", needed " + KernelPrinter.print(needed));
  }

  /// The buffer parameter of that name; notes it when there is none.
  Optional<Parameter.Buffer> buffer(String name) {
    Optional<Parameter.Buffer> found =
        kernel.parameters().stream()
            .filter(Parameter.Buffer.class::isInstance)
            .map(Parameter.Buffer.class::cast)
            .filter(buffer -> buffer.name().equals(name))
            .findFirst();
    require(found.isPresent(), "buffer '" + name + "': not a parameter");
    return found;
  }
}
