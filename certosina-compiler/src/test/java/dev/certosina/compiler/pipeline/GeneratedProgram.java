package dev.certosina.compiler.pipeline;

import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.exec.Program;
import dev.certosina.runtime.exec.Program.Symbol;
import dev.certosina.runtime.exec.Program.TensorSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// A tensor program to run, and how.
///
/// @param inputs how each input's elements are drawn
/// @param tolerance by output: how far a float may be off
/// @param runs symbol values of each run
record GeneratedProgram(
    TensorProgram program,
    Map<String, ProgramSketch.InputValues> inputs,
    Map<String, Double> tolerance,
    List<Map<String, Long>> runs) {

  Tensor tensor(String name) {
    return program.tensors().stream()
        .filter(tensor -> tensor.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /// The inputs, outputs and symbols that an executable declares.
  Program signature() {
    List<Symbol> symbols = new ArrayList<>();
    for (int i = 0; i < program.inputs().size(); i++) {
      String input = program.inputs().get(i);
      List<Dim> shape = tensor(input).shape();
      for (int axis = 0; axis < shape.size(); axis++) {
        if (shape.get(axis) instanceof Dim.Symbol(String name) && name.equals(input + "." + axis)) {
          symbols.add(Symbol.extent(name, i, axis));
        }
      }
    }
    return new Program(symbols, specs(program.inputs()), specs(program.outputs()), List.of());
  }

  private List<TensorSpec> specs(List<String> names) {
    List<TensorSpec> specs = new ArrayList<>();
    for (String name : names) {
      Tensor tensor = tensor(name);
      specs.add(new TensorSpec(name, tensor.type(), tensor.shape()));
    }
    return specs;
  }
}
