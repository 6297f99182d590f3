package dev.certosina.compiler.pipeline;

import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.runtime.exec.Program;
import dev.certosina.runtime.exec.Program.TensorSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/// Compiles a tensor program with fixed shapes to an executable, through the phases that a model
/// goes through. Its inputs and outputs are those of the program.
public final class CompileProgram {
  private final CompileOptions options;

  public CompileProgram(CompileOptions options) {
    this.options = options;
  }

  /// @param name what the executable says it was made from
  /// @param program whose extents are numbers
  public void compile(String name, TensorProgram program, Path executable) {
    var signature =
        new Program(
            List.of(),
            specs(program, program.inputs()),
            specs(program, program.outputs()),
            List.of());
    var pipeline = new Pipeline(options);
    pipeline.write(pipeline.compile(signature, List.of(program)), name, Map.of(), executable);
  }

  private static List<TensorSpec> specs(TensorProgram program, List<String> names) {
    return names.stream().map(name -> spec(program, name)).toList();
  }

  private static TensorSpec spec(TensorProgram program, String name) {
    Tensor tensor =
        program.tensors().stream()
            .filter(candidate -> candidate.name().equals(name))
            .findFirst()
            .orElseThrow();
    return new TensorSpec(name, tensor.type(), tensor.shape());
  }
}
