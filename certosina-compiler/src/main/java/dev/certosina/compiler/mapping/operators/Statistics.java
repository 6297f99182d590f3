package dev.certosina.compiler.mapping.operators;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.Computations;
import dev.certosina.compiler.texpr.ProgramBuilder;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.BinaryOperator;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.compiler.texpr.TensorValue;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Mean and variance of each channel of an image, as a product with a column of `1 / count`.
///
/// @param isVariance the matrix holds `(X - mean)^2`, of the image's elements `X`
record Statistics(boolean isVariance) implements Operator.Definition {
  private static final IndexExpr CHANNEL = IndexExpr.axis("c");
  private static final IndexExpr PIXEL = IndexExpr.axis("k");

  @Override
  public String formula(Layout layout) {
    String matrix = isVariance ? "D" : "X";
    return switch (layout) {
      case CHANNELS_FIRST -> "O[c,j] += " + matrix + "[c,k] * V[k,j]";
      case CHANNELS_LAST -> "O[c,j] += " + matrix + "[k,c] * V[k,j]";
    };
  }

  @Override
  public Computation computation(Problem problem) {
    return problem.computation(
        formula(problem.options().layout()),
        Map.of("c", problem.dim("C"), "j", Dims.constant(1), "k", problem.pixels()),
        List.of("V"));
  }

  @Override
  public TensorProgram program(Problem problem) {
    var program = new ProgramBuilder();
    String matrix = matrix(program, problem);
    if (isVariance) {
      squaredDifferences(program, problem, matrix);
    }
    program.constant("V", column(problem));
    Computations.append(program, List.of(computation(problem)));
    return program.build(List.of("O"), List.of(), List.of());
  }

  /// The image `I` as a matrix of channels and pixels.
  private static String matrix(ProgramBuilder program, Problem problem) {
    ElementType type = problem.options().types().left();
    Dim batch = problem.batch();
    Dim channels = problem.dim("C");
    Dim size = problem.dim("H");
    if (problem.options().layout() == Layout.CHANNELS_LAST) {
      String image = program.declareInput("I", type, List.of(batch, size, size, channels));
      return program.alias("X", image, List.of(problem.pixels(), channels));
    }
    String image = program.declareInput("I", type, List.of(batch, channels, size, size));
    List<Dim> shape = List.of(channels, problem.pixels());
    if (batch.equals(Dims.constant(1))) {
      return program.alias("X", image, shape);
    }
    List<Axis> axes = ProgramBuilder.parallelAxes(List.of(batch, channels, size, size));
    List<IndexExpr> point = axes.stream().map(axis -> IndexExpr.axis(axis.name())).toList();
    IndexExpr row = point.get(0).times(size).plus(point.get(2));
    program.compute(
        program.declare("X", type, shape),
        axes,
        List.of(point.get(1), row.times(size).plus(point.get(3))),
        Combiner.NONE,
        new Payload.Load(image, point));
    return "X";
  }

  /// `D = (X - mean)^2`, where the mean is `S / count`.
  private static void squaredDifferences(ProgramBuilder program, Problem problem, String matrix) {
    ElementType stored = problem.options().types().left();
    String sum = sum(program, problem, "S", element(problem, matrix));
    Axis channels = new Axis("c", problem.dim("C"), AxisKind.PARALLEL);
    Axis pixels = new Axis("k", problem.pixels(), AxisKind.PARALLEL);
    program.compute(
        program.declare("D", stored, program.tensor(matrix).shape()),
        List.of(channels, pixels),
        position(problem),
        Combiner.NONE,
        converted(square(problem, matrix, sum), sumType(problem), stored));
  }

  /// Sums along rows, and quotients of them, instead of products with `1 / count`.
  @Override
  public Optional<TensorProgram> direct(Problem problem) {
    if (!Dims.isConstant(problem.batch())) {
      return Optional.empty();
    }
    var program = new ProgramBuilder();
    String matrix = matrix(program, problem);
    String sum = sum(program, problem, "S", element(problem, matrix));
    if (isVariance) {
      sum = sum(program, problem, "Q", square(problem, matrix, sum));
    }
    Tensor result = computation(problem).destination();
    Axis channels = new Axis("c", problem.dim("C"), AxisKind.PARALLEL);
    program.compute(
        program.declare(result.name(), result.type(), result.shape()),
        List.of(channels),
        List.of(CHANNEL, IndexExpr.constant(0)),
        Combiner.NONE,
        converted(mean(problem, sum), sumType(problem), result.type()));
    return Optional.of(program.build(List.of(result.name()), List.of(), List.of()));
  }

  /// Sums of `value` over the pixels, for each channel.
  private static String sum(ProgramBuilder program, Problem problem, String name, Payload value) {
    Axis channels = new Axis("c", problem.dim("C"), AxisKind.PARALLEL);
    Axis reduced = new Axis("k", problem.pixels(), AxisKind.REDUCTION);
    String sum = program.declare(name, sumType(problem), List.of(channels.extent()));
    program.compute(sum, List.of(channels, reduced), List.of(CHANNEL), Combiner.SUM, value);
    return sum;
  }

  private static ElementType sumType(Problem problem) {
    ElementType stored = problem.options().types().left();
    return stored == ElementType.FLOAT64 ? stored : ElementType.FLOAT32;
  }

  private static List<IndexExpr> position(Problem problem) {
    return switch (problem.options().layout()) {
      case CHANNELS_FIRST -> List.of(CHANNEL, PIXEL);
      case CHANNELS_LAST -> List.of(PIXEL, CHANNEL);
    };
  }

  private static Payload element(Problem problem, String matrix) {
    return converted(
        new Payload.Load(matrix, position(problem)),
        problem.options().types().left(),
        sumType(problem));
  }

  private static Payload mean(Problem problem, String sum) {
    return new Payload.Binary(
        BinaryOperator.DIVIDE,
        new Payload.Load(sum, List.of(CHANNEL)),
        new Payload.FloatConstant(sumType(problem), (float) count(problem)));
  }

  private static Payload square(Problem problem, String matrix, String sum) {
    Payload difference =
        new Payload.Binary(BinaryOperator.SUBTRACT, element(problem, matrix), mean(problem, sum));
    return new Payload.Binary(BinaryOperator.MULTIPLY, difference, difference);
  }

  private static Payload converted(Payload value, ElementType from, ElementType to) {
    return from == to ? value : new Payload.Convert(to, value);
  }

  private static long count(Problem problem) {
    return Dims.constantValue(problem.pixels())
        .orElseThrow(() ->
            new ModelException(
                "operator '%s': found an open batch, needed a number for its program"
                    .formatted(problem.operator())));
  }

  private static Initializer column(Problem problem) {
    ElementType type = problem.options().types().right();
    if (!type.isFloat() || !problem.options().types().left().isFloat()) {
      throw new ModelException(
          "operator '%s': found %s and %s, needed floats: its column holds 1 / count"
              .formatted(problem.operator(), problem.options().types().left(), type));
    }
    long count = count(problem);
    TensorValue value = TensorValue.filled(type, List.of(count, 1L), _ -> 1.0 / (double) count);
    return new Initializer("V", value.type(), value.shape(), value.data());
  }
}
