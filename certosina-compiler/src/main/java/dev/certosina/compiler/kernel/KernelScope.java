package dev.certosina.compiler.kernel;

import dev.certosina.compiler.kernel.Kernel.Type;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The names bound at a point of a kernel, with their types.
final class KernelScope {
  record Binding(Type type, boolean assignable) {}

  private Map<String, Binding> bindings = new LinkedHashMap<>();

  void bind(String name, Type type, boolean assignable) {
    bindings.put(name, new Binding(type, assignable));
  }

  Optional<Binding> find(String name) {
    return Optional.ofNullable(bindings.get(name));
  }

  /// Runs `body`; names that it binds are unknown afterwards.
  void nested(Runnable body) {
    Map<String, Binding> outer = bindings;
    bindings = new LinkedHashMap<>(outer);
    body.run();
    bindings = outer;
  }
}
