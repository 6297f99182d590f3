package dev.certosina.compiler.mapping.operators;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.Computations;
import dev.certosina.compiler.texpr.ProgramBuilder;
import dev.certosina.compiler.texpr.Scan;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.compiler.texpr.TensorValue;
import dev.certosina.runtime.dim.Dims;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

  @Override
  public Optional<TensorProgram> direct(Problem problem) {
    Computation computation = computation(problem);
    Tensor left = computation.tensor("A");
    Tensor result = computation.destination();
    var program = new ProgramBuilder();
    program.declareInput(left.name(), left.type(), left.shape());
    Payload element =
        new Payload.Load(left.name(), List.of(IndexExpr.axis("m"), IndexExpr.axis("k")));
    Payload value =
        left.type() == result.type() ? element : new Payload.Convert(result.type(), element);
    Payload zero =
        result.type().isFloat()
            ? new Payload.FloatConstant(result.type(), 0)
            : new Payload.IntConstant(result.type(), 0);
    program.compute(
        program.declare(result.name(), result.type(), result.shape()),
        List.of(computation.axis("m"), computation.axis("n"), computation.axis("k")),
        List.of(IndexExpr.axis("m"), IndexExpr.axis("n")),
        Combiner.SUM,
        Scan.upTo("k", "n", value, zero));
    return Optional.of(program.build(List.of(result.name()), List.of(), List.of()));
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
