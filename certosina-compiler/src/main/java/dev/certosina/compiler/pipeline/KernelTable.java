package dev.certosina.compiler.pipeline;

import dev.certosina.compiler.kernel.Kernel;
import dev.certosina.compiler.kernel.KernelModule;
import dev.certosina.compiler.kernel.lower.LoweredStage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The kernels of an executable, one module per target; stages whose kernels are equal on every
/// target share one.
final class KernelTable {
  private final Map<List<Kernel>, String> names = new LinkedHashMap<>();
  private final List<Map<String, Kernel>> modules = new ArrayList<>();

  KernelTable(int targets) {
    for (int i = 0; i < targets; i++) {
      modules.add(new LinkedHashMap<>());
    }
  }

  /// Adds a stage as lowered for each target, and returns its entry point's name.
  String add(List<LoweredStage> perTarget) {
    List<Kernel> kernels = perTarget.stream().map(LoweredStage::kernel).toList();
    String known = names.get(kernels);
    if (known != null) {
      return known;
    }
    String name = kernels.getFirst().name() + "_" + names.size();
    names.put(kernels, name);
    for (int i = 0; i < perTarget.size(); i++) {
      Map<String, Kernel> module = modules.get(i);
      perTarget.get(i).helpers().forEach(helper -> module.putIfAbsent(helper.name(), helper));
      module.put(name, renamed(kernels.get(i), name));
    }
    return name;
  }

  /// The kernels for the target at `index`.
  KernelModule module(int index) {
    return new KernelModule(List.copyOf(modules.get(index).values()));
  }

  private static Kernel renamed(Kernel kernel, String name) {
    return new Kernel(name, kernel.linkage(), kernel.parameters(), kernel.body());
  }
}
