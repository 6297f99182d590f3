package dev.certosina.compiler.mapping.operators;

import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.Computations;
import dev.certosina.compiler.texpr.ProgramBuilder;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.compiler.texpr.TensorValue;
import dev.certosina.runtime.dim.Dims;
import java.util.List;
import java.util.Map;

/// Running sums along rows, `C[m,n] = sum of A[m,k] over k <= n`, as a product with an upper
/// triangle of ones.
record Triangle() implements Operator.Definition {
  private static final String FORMULA = "C[m,n] += A[m,k] * T[k,n]";

  @Override
  public String formula(Layout layout) {
    return FORMULA;
  }

  @Override
  public Computation computation(Problem problem) {
    return problem.computation(
        FORMULA,
        Map.of(
            "m", Dims.multiply(problem.dim("M"), problem.batch()),
            "n", problem.dim("N"),
            "k", problem.dim("K")),
        List.of("T"));
  }

  @Override
  public TensorProgram program(Problem problem) {
    Computation computation = computation(problem);
    var program = new ProgramBuilder();
    Tensor left = computation.tensor("A");
    program.declareInput(left.name(), left.type(), left.shape());
    program.constant("T", triangle(problem));
    Computations.append(program, List.of(computation));
    return program.build(List.of("C"), List.of(), List.of());
  }

  private static Initializer triangle(Problem problem) {
    int columns = Math.toIntExact(problem.size("N"));
    TensorValue value =
        TensorValue.filled(
            problem.options().types().right(),
            List.of(problem.size("K"), problem.size("N")),
            element -> element / columns <= element % columns ? 1 : 0);
    return new Initializer("T", value.type(), value.shape(), value.data());
  }
}
