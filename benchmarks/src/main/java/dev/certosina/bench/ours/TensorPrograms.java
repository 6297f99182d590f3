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
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
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

  /// Writes zeros to all of `destination`, which holds floats. The last two dims are filled as one:
  /// pixels of few channels would be short rows.
  static TensorProgram zeros(Tensor destination) {
    var program = new ProgramBuilder();
    int rows = Math.max(0, destination.shape().size() - 2);
    List<Dim> shape =
        List.of(
            Dims.multiply(destination.shape().subList(0, rows)),
            Dims.multiply(destination.shape().subList(rows, destination.shape().size())));
    String filled = program.declare("filled", destination.type(), shape);
    List<Axis> axes = ProgramBuilder.parallelAxes(shape);
    program.compute(
        filled,
        axes,
        axes.stream().map(axis -> IndexExpr.axis(axis.name())).toList(),
        Combiner.NONE,
        new Payload.FloatConstant(destination.type(), 0));
    String name = program.alias(destination.name(), filled, destination.shape());
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
