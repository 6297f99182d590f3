package dev.certosina.compiler.pipeline;

import dev.certosina.compiler.kernel.KernelModule;
import dev.certosina.runtime.exec.Program;
import dev.certosina.runtime.exec.WeightPiece;
import java.util.List;

/// A model as kernels, before machine code.
///
/// @param modules one per target
/// @param weights in the order of their numbers in `program`
record CompiledModel(Program program, List<KernelModule> modules, List<WeightPiece> weights) {
  CompiledModel {
    modules = List.copyOf(modules);
    weights = List.copyOf(weights);
  }
}
