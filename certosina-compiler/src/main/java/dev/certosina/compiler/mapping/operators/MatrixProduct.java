package dev.certosina.compiler.mapping.operators;

import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.Computations;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.runtime.dim.Dim;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/// Operators written as products of matrices, without anything before them.
///
/// @param constants operands known ahead of time
record MatrixProduct(
    String formula, Function<Problem, Map<String, Dim>> extents, List<String> constants)
    implements Operator.Definition {

  MatrixProduct {
    constants = List.copyOf(constants);
  }

  @Override
  public String formula(Layout layout) {
    return formula;
  }

  @Override
  public Computation computation(Problem problem) {
    return problem.computation(formula, extents.apply(problem), constants);
  }

  @Override
  public TensorProgram program(Problem problem) {
    return Computations.program(computation(problem));
  }
}
