package dev.certosina.compiler.mapping.operators;

import dev.certosina.ModelException;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.Computations;
import dev.certosina.compiler.texpr.ProgramBuilder;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.Payload.FloatConstant;
import dev.certosina.compiler.texpr.TensorExpr.Payload.IntConstant;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The transposed convolution `O[n,k,y] = sum of I[n,c,i] * W[c,k,r]` over `i*stride + r - pad =
/// y`, in two dims, as a convolution by the flipped kernel of `P`: the image with `stride - 1`
/// zeros between neighbours and `R - 1 - pad` zeros around it (cropped where that is negative).
///
/// The parameter `K` counts input channels and `C` output channels, as in AMOS's scripts.
record TransposedConvolution() implements Operator.Definition {

  @Override
  public String formula(Layout layout) {
    return template(layout).replaceAll("\\{(last)}", "R-1").replaceAll("[{}]", "");
  }

  private static String template(Layout layout) {
    return switch (layout) {
      case CHANNELS_FIRST -> "O[n,k,p,q] += P[n,c,p+r,q+s] * W[c,k,{last}-r,{last}-s]";
      case CHANNELS_LAST -> "O[n,p,q,k] += P[n,p+r,q+s,c] * W[{last}-r,{last}-s,c,k]";
    };
  }

  @Override
  public Computation computation(Problem problem) {
    Dim extent = Dims.constant(outputExtent(problem));
    Dim kernel = problem.dim("R");
    String formula =
        template(problem.options().layout()).replace("{last}", "" + (problem.size("R") - 1));
    return problem.computation(
        formula,
        Map.of(
            "n", problem.batch(),
            "k", problem.dim("C"),
            "c", problem.dim("K"),
            "p", extent,
            "q", extent,
            "r", kernel,
            "s", kernel),
        List.of("W"));
  }

  /// Rows and columns of the result.
  static long outputExtent(Problem problem) {
    long extent =
        (problem.size("H") - 1) * problem.size("stride")
            - 2 * problem.size("pad")
            + problem.size("R");
    if (extent < 1) {
      throw new ModelException(
          "operator '%s': found an output of %d rows, needed at least 1"
              .formatted(problem.operator(), extent));
    }
    return extent;
  }

  @Override
  public TensorProgram program(Problem problem) {
    Computation computation = computation(problem);
    var program = new ProgramBuilder();
    Tensor padded = computation.tensor("P");
    List<Dim> shape = imageShape(problem);
    program.declareInput("I", padded.type(), shape);
    Tensor weights = computation.tensor("W");
    program.declareInput("W", weights.type(), weights.shape());
    program.declare("P", padded.type(), padded.shape());
    expand(program, problem);
    Computations.append(program, List.of(computation));
    return program.build(List.of("O"), List.of(), List.of());
  }

  @Override
  public Optional<PhaseDecomposition> phases(Problem problem) {
    return Optional.of(PhaseDecomposition.of(problem));
  }

  private static List<Dim> imageShape(Problem problem) {
    Dim size = problem.dim("H");
    return switch (problem.options().layout()) {
      case CHANNELS_FIRST -> List.of(problem.batch(), problem.dim("K"), size, size);
      case CHANNELS_LAST -> List.of(problem.batch(), size, size, problem.dim("K"));
    };
  }

  /// Writes `P`: the image at every stride-th row and column, zeros in all other rows, and zeros
  /// between in those rows.
  private static void expand(ProgramBuilder program, Problem problem) {
    SpreadAxis rows = SpreadAxis.of(problem, "y");
    SpreadAxis columns = SpreadAxis.of(problem, "x");
    Payload zero = zero(program.tensor("P"));
    Payload element = new Payload.Load("I", ordered(problem, rows.source(), columns.source()));
    write(program, problem, rows.hits(), columns.hits(), element);
    for (SpreadAxis.Piece gap : rows.gaps()) {
      write(program, problem, gap, columns.all(), zero);
    }
    for (SpreadAxis.Piece gap : columns.gaps()) {
      write(program, problem, rows.hits(), gap, zero);
    }
  }

  private static Payload zero(Tensor tensor) {
    return tensor.type().isFloat()
        ? new FloatConstant(tensor.type(), 0)
        : new IntConstant(tensor.type(), 0);
  }

  private static void write(
      ProgramBuilder program,
      Problem problem,
      SpreadAxis.Piece rows,
      SpreadAxis.Piece columns,
      Payload value) {
    List<Axis> axes =
        new ArrayList<>(ProgramBuilder.parallelAxes(List.of(problem.batch(), problem.dim("K"))));
    axes.addAll(rows.axes());
    axes.addAll(columns.axes());
    if (axes.stream().anyMatch(axis -> axis.extent().equals(Dims.constant(0)))) {
      return;
    }
    program.compute(
        "P", axes, ordered(problem, rows.position(), columns.position()), Combiner.NONE, value);
  }

  private static List<IndexExpr> ordered(Problem problem, IndexExpr row, IndexExpr column) {
    IndexExpr sample = IndexExpr.axis("d0");
    IndexExpr channel = IndexExpr.axis("d1");
    return switch (problem.options().layout()) {
      case CHANNELS_FIRST -> List.of(sample, channel, row, column);
      case CHANNELS_LAST -> List.of(sample, row, column, channel);
    };
  }
}
