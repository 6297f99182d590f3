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
import dev.certosina.compiler.texpr.TensorExpr.UnaryOperator;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Operators that combine the elements along axes.
final class LowerReductions {
  private LowerReductions() {}

  /// What becomes of an element before it is combined with others.
  enum Preparation {
    NONE,
    ABSOLUTE,
    SQUARE
  }

  /// What becomes of the combined value.
  enum Finish {
    NONE,
    DIVIDE_BY_COUNT,
    SQUARE_ROOT,
    LOGARITHM
  }

  static OperatorLowering reduce(Preparation preparation, Combiner combiner, Finish finish) {
    return (lowering, node) -> lower(lowering, node, preparation, combiner, finish);
  }

  private static void lower(
      Lowering lowering, NodeView node, Preparation preparation, Combiner combiner, Finish finish) {
    String output = node.node().output();
    ElementType type = lowering.type(node);
    ElementType accumulated = accumulatedType(type, finish);
    Payload element = prepared(preparation, element(lowering, node, accumulated));
    if (accumulated == type && finish == Finish.NONE) {
      reduce(lowering, lowering.declareOutput(output), node, combiner, element);
      return;
    }
    String combined = declare(lowering, node, combiner, accumulated);
    reduce(lowering, combined, node, combiner, element);
    Payload result = new Payload.Load(combined, View.axes(lowering.shape(node).size()));
    Payload finished = finished(finish, result, count(node, accumulated));
    lowering.elementwise(
        output, LowerElementwise.convert(finished, accumulated, Lowering.computeType(type)));
  }

  /// `log(Σ exp(x - m)) + m`, where `m` is the largest element, or 0 where that is infinite.
  static void logSumExp(Lowering lowering, NodeView node) {
    ElementType type = lowering.type(node);
    ElementType accumulated = accumulatedType(type, Finish.LOGARITHM);
    Payload element = element(lowering, node, accumulated);
    String largest = declare(lowering, node, Combiner.MAX, accumulated);
    reduce(lowering, largest, node, Combiner.MAX, element);

    AxisArguments.Reduction arguments = AxisArguments.reduction(node);
    List<IndexExpr> row = resultPosition(node.rank(0), arguments);
    Payload shifted =
        new Payload.Binary(
            BinaryOperator.SUBTRACT, element, finite(new Payload.Load(largest, row), accumulated));
    String sum = declare(lowering, node, Combiner.SUM, accumulated);
    reduce(lowering, sum, node, Combiner.SUM, new Payload.Unary(UnaryOperator.EXP, shifted));

    List<IndexExpr> point = View.axes(lowering.shape(node).size());
    Payload result =
        new Payload.Binary(
            BinaryOperator.ADD,
            new Payload.Unary(UnaryOperator.LOG, new Payload.Load(sum, point)),
            finite(new Payload.Load(largest, point), accumulated));
    lowering.elementwise(
        node.node().output(),
        LowerElementwise.convert(result, accumulated, Lowering.computeType(type)));
  }

  private static Payload finite(Payload value, ElementType type) {
    Payload infinite =
        new Payload.Binary(
            BinaryOperator.EQUAL,
            new Payload.Unary(UnaryOperator.ABS, value),
            Literals.of(type, Double.POSITIVE_INFINITY));
    return new Payload.Select(infinite, Literals.of(type, 0), value);
  }

  /// There is no reduction of `bool`: 0 and 1 have the same largest and smallest. Roots and
  /// logarithms of integers are taken in f64.
  private static ElementType accumulatedType(ElementType type, Finish finish) {
    if (type == ElementType.BOOL) {
      return ElementType.UINT8;
    }
    boolean needsFloat = finish == Finish.SQUARE_ROOT || finish == Finish.LOGARITHM;
    return needsFloat && type.isInteger() ? ElementType.FLOAT64 : Lowering.computeType(type);
  }

  private static Payload element(Lowering lowering, NodeView node, ElementType accumulated) {
    Payload element = lowering.element(node.input(0).name(), View.axes(node.rank(0)));
    return LowerElementwise.convert(element, Lowering.computeType(node.type(0)), accumulated);
  }

  private static Payload prepared(Preparation preparation, Payload x) {
    return switch (preparation) {
      case NONE -> x;
      case ABSOLUTE -> new Payload.Unary(UnaryOperator.ABS, x);
      case SQUARE -> new Payload.Binary(BinaryOperator.MULTIPLY, x, x);
    };
  }

  private static Payload finished(Finish finish, Payload combined, Payload count) {
    return switch (finish) {
      case NONE -> combined;
      case DIVIDE_BY_COUNT -> new Payload.Binary(BinaryOperator.DIVIDE, combined, count);
      case SQUARE_ROOT -> new Payload.Unary(UnaryOperator.SQRT, combined);
      case LOGARITHM -> new Payload.Unary(UnaryOperator.LOG, combined);
    };
  }

  private static String declare(
      Lowering lowering, NodeView node, Combiner combiner, ElementType type) {
    return lowering
        .program()
        .declare(node.node().output() + suffix(combiner), type, lowering.shape(node));
  }

  private static void reduce(
      Lowering lowering, String tensor, NodeView node, Combiner combiner, Payload payload) {
    AxisArguments.Reduction arguments = AxisArguments.reduction(node);
    Set<Integer> reduced = new TreeSet<>(arguments.axes());
    reduce(lowering, tensor, node.shape(0), reduced, arguments.keepDims(), combiner, payload);
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
    for (AxisKind kind : AxisKind.values()) {
      for (int dim = 0; dim < shape.size(); dim++) {
        if (reduced.contains(dim) == (kind == AxisKind.REDUCTION)) {
          axes.add(new Axis(View.axis(dim), shape.get(dim), kind));
        }
      }
    }
    List<IndexExpr> write =
        resultPosition(shape.size(), new AxisArguments.Reduction(List.copyOf(reduced), keepDims));
    lowering
        .program()
        .compute(tensor, axes, write, reduced.isEmpty() ? Combiner.NONE : combiner, payload);
  }

  /// Where in the result the elements at `d0, d1, …` of an input of rank `rank` go.
  private static List<IndexExpr> resultPosition(int rank, AxisArguments.Reduction arguments) {
    List<IndexExpr> position = new ArrayList<>();
    for (int dim = 0; dim < rank; dim++) {
      if (!arguments.axes().contains(dim)) {
        position.add(IndexExpr.axis(View.axis(dim)));
      } else if (arguments.keepDims()) {
        position.add(IndexExpr.constant(0));
      }
    }
    return position;
  }

  static String suffix(Combiner combiner) {
    return "." + TensorProgramPrinter.word(combiner);
  }

  private static Payload count(NodeView node, ElementType type) {
    List<Integer> axes = AxisArguments.reduction(node).axes();
    return Literals.ofDim(Dims.multiply(axes.stream().map(node.shape(0)::get).toList()), type);
  }
}
