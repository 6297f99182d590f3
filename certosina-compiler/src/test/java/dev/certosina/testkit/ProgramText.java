package dev.certosina.testkit;

import dev.certosina.ElementType;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.compiler.texpr.TensorProgram.Constant;
import dev.certosina.compiler.texpr.TensorProgramParser;
import dev.certosina.compiler.texpr.TensorProgramPrinter;
import dev.certosina.compiler.texpr.TensorProgramVerifier;
import dev.certosina.runtime.dim.Dims;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// Tensor programs written down in tests.
///
/// Tensors whose names start with `c` are constants: f32, with the elements 1, 2, 3, …
public final class ProgramText {
  private ProgramText() {}

  /// A program that passes the verifier.
  public static TensorProgram parse(String text) {
    TensorProgram bare = TensorProgramParser.parse(text, _ -> Optional.empty());
    List<Constant> constants = new ArrayList<>();
    for (Tensor tensor : bare.tensors()) {
      if (tensor.name().startsWith("c")) {
        constants.add(new Constant(tensor.name(), countingUp(tensor)));
      }
    }
    TensorProgram program =
        new TensorProgram(
            bare.tensors(),
            bare.inputs(),
            bare.outputs(),
            constants,
            bare.statements(),
            bare.guards(),
            bare.checks());
    TensorProgramVerifier.verify(program);
    return program;
  }

  private static Initializer countingUp(Tensor tensor) {
    List<Long> shape =
        tensor.shape().stream().map(dim -> Dims.constantValue(dim).orElseThrow()).toList();
    float[] values = new float[Math.toIntExact(shape.stream().reduce(1L, (a, b) -> a * b))];
    for (int i = 0; i < values.length; i++) {
      values[i] = i + 1;
    }
    return new Initializer(
        tensor.name(), ElementType.FLOAT32, shape, MemorySegment.ofArray(values));
  }

  /// The statements alone, one after the other.
  public static String statements(TensorProgram program) {
    return program.statements().stream()
        .map(TensorProgramPrinter::print)
        .collect(Collectors.joining("\n"));
  }
}
