package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.graph.AxisArguments;
import dev.certosina.compiler.graph.NodeView;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.BinaryOperator;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/// Operators that combine the elements along axes.
final class LowerReductions {
  private LowerReductions() {}

  /// What happens to each element, how they are combined, and what happens to the result.
  ///
  /// @param finish takes the combined value and the number of elements, both in the compute type
  private record Recipe(
      Function<Payload, Payload> element,
      Combiner combiner,
      java.util.function.BinaryOperator<Payload> finish) {}

  static final OperatorLowering SUM = plain(Combiner.SUM);
  static final OperatorLowering MAX = plain(Combiner.MAX);
  static final OperatorLowering MIN = plain(Combiner.MIN);

  static final OperatorLowering MEAN =
      of(
          new Recipe(
              x -> x,
              Combiner.SUM,
              (sum, count) -> new Payload.Binary(BinaryOperator.DIVIDE, sum, count)));

  private static OperatorLowering plain(Combiner combiner) {
    return of(new Recipe(x -> x, combiner, (result, _) -> result));
  }

  private static OperatorLowering of(Recipe recipe) {
    return (lowering, node) -> lower(lowering, node, recipe);
  }

  private static void lower(Lowering lowering, NodeView node, Recipe recipe) {
    String input = node.input(0).name();
    List<Dim> shape = lowering.info(input).shape();
    ElementType type = lowering.type(node);
    ElementType computeType = Lowering.computeType(type);
    AxisArguments.Reduction arguments = AxisArguments.reduction(node);
    Set<Integer> reduced = new TreeSet<>(arguments.axes());
    boolean keepDims = arguments.keepDims();

    Payload count = count(shape, reduced, computeType);
    Payload probe = new Payload.Load("", List.of());
    boolean plain = type == computeType && recipe.finish().apply(probe, count) == probe;
    List<Dim> resultShape = lowering.shape(node);
    String sums =
        plain
            ? lowering.declareOutput(node.node().output())
            : lowering
                .program()
                .declare(
                    node.node().output() + suffix(recipe.combiner()), computeType, resultShape);
    Payload element = recipe.element().apply(lowering.element(input, View.axes(shape.size())));
    reduce(lowering, sums, shape, reduced, keepDims, recipe.combiner(), element);
    if (!plain) {
      Payload sum = new Payload.Load(sums, View.axes(resultShape.size()));
      lowering.elementwise(node.node().output(), recipe.finish().apply(sum, count));
    }
  }

  /// Combines `payload`, which is over the axes `d0, d1, …` of `shape`, along `reduced` into
  /// `tensor`; a reduced dim of the result is 0, or left out.
  static void reduce(
      Lowering lowering,
      String tensor,
      List<Dim> shape,
      Set<Integer> reduced,
      boolean keepDims,
      Combiner combiner,
      Payload payload) {
    List<Axis> axes = new ArrayList<>();
    List<Axis> reductionAxes = new ArrayList<>();
    List<IndexExpr> write = new ArrayList<>();
    for (int dim = 0; dim < shape.size(); dim++) {
      if (!reduced.contains(dim)) {
        axes.add(new Axis(View.axis(dim), shape.get(dim), AxisKind.PARALLEL));
        write.add(IndexExpr.axis(View.axis(dim)));
      } else {
        reductionAxes.add(new Axis(View.axis(dim), shape.get(dim), AxisKind.REDUCTION));
        if (keepDims) {
          write.add(IndexExpr.constant(0));
        }
      }
    }
    axes.addAll(reductionAxes);
    lowering
        .program()
        .compute(tensor, axes, write, reductionAxes.isEmpty() ? Combiner.NONE : combiner, payload);
  }

  static String suffix(Combiner combiner) {
    return "." + TensorProgramPrinter.word(combiner);
  }

  private static Payload count(List<Dim> shape, Set<Integer> reduced, ElementType type) {
    Dim count = Dims.multiply(reduced.stream().map(shape::get).toList());
    return Literals.ofDim(count, type);
  }
}
