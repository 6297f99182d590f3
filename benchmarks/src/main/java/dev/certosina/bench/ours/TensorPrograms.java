package dev.certosina.bench.ours;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.Computations;
import dev.certosina.compiler.texpr.ProgramBuilder;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.compiler.texpr.TensorValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Programs for what has no mapping.
final class TensorPrograms {
  private TensorPrograms() {}

  static TensorProgram of(Computation computation) {
    return Computations.program(computation);
  }

  /// Writes zeros to all of `destination`, which holds floats.
  static TensorProgram zeros(Tensor destination) {
    var program = new ProgramBuilder();
    String name = program.declare(destination.name(), destination.type(), destination.shape());
    List<Axis> axes = ProgramBuilder.parallelAxes(destination.shape());
    program.compute(
        name,
        axes,
        axes.stream().map(axis -> IndexExpr.axis(axis.name())).toList(),
        Combiner.NONE,
        new Payload.FloatConstant(destination.type(), 0));
    return program.build(List.of(name), List.of(), List.of());
  }

  /// The program with the data of those inputs that are known.
  static TensorProgram withConstants(TensorProgram program, Map<String, TensorValue> known) {
    var constants = new ArrayList<>(program.constants());
    var inputs = new ArrayList<String>();
    for (String input : program.inputs()) {
      Optional<TensorValue> data = Optional.ofNullable(known.get(input));
      if (data.isPresent()) {
        TensorValue value = data.get();
        constants.add(
            new TensorProgram.Constant(
                input, new Initializer(input, value.type(), value.shape(), value.data())));
      } else {
        inputs.add(input);
      }
    }
    return new TensorProgram(
        program.tensors(),
        inputs,
        program.outputs(),
        constants,
        program.statements(),
        program.guards(),
        program.checks());
  }
}
