package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.graph.NodeView;
import dev.certosina.compiler.texpr.TensorExpr.BinaryOperator;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.UnaryOperator;
import java.util.List;

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
    ReductionDomain domain = ReductionDomain.of(node);
    ElementType type = lowering.type(node);
    ElementType accumulated = accumulatedType(type, finish);
    Payload element = prepared(preparation, element(lowering, node, domain, accumulated));
    if (accumulated == type && finish == Finish.NONE) {
      String result = declareResult(lowering, node, domain);
      reduce(lowering, result, domain, combiner, element);
      defineOutput(lowering, node, result);
      return;
    }
    String combined = declare(lowering, node, domain, combiner, accumulated);
    reduce(lowering, combined, domain, combiner, element);
    Payload result = new Payload.Load(combined, View.axes(domain.shape().size()));
    Payload count = Literals.ofDim(domain.count(), accumulated);
    finish(lowering, node, domain, finished(finish, result, count), accumulated);
  }

  /// `log(Σ exp(x - m)) + m`, where `m` is the largest element, or 0 where that is infinite.
  static void logSumExp(Lowering lowering, NodeView node) {
    ReductionDomain domain = ReductionDomain.of(node);
    ElementType accumulated = accumulatedType(lowering.type(node), Finish.LOGARITHM);
    Payload element = element(lowering, node, domain, accumulated);
    String largest = declare(lowering, node, domain, Combiner.MAX, accumulated);
    reduce(lowering, largest, domain, Combiner.MAX, element);

    Payload shifted =
        new Payload.Binary(
            BinaryOperator.SUBTRACT,
            element,
            finite(new Payload.Load(largest, domain.position()), accumulated));
    String sum = declare(lowering, node, domain, Combiner.SUM, accumulated);
    reduce(lowering, sum, domain, Combiner.SUM, new Payload.Unary(UnaryOperator.EXP, shifted));

    List<IndexExpr> point = View.axes(domain.shape().size());
    Payload result =
        new Payload.Binary(
            BinaryOperator.ADD,
            new Payload.Unary(UnaryOperator.LOG, new Payload.Load(sum, point)),
            finite(new Payload.Load(largest, point), accumulated));
    finish(lowering, node, domain, result, accumulated);
  }

  /// Writes the node's output: `payload` over the axes of the domain's result, of type
  /// `accumulated`.
  private static void finish(
      Lowering lowering,
      NodeView node,
      ReductionDomain domain,
      Payload payload,
      ElementType accumulated) {
    ElementType type = lowering.type(node);
    Payload converted = LowerElementwise.convert(payload, accumulated, Lowering.computeType(type));
    String result = declareResult(lowering, node, domain);
    lowering
        .program()
        .compute(
            result,
            ProgramBuilder.parallelAxes(domain.shape()),
            View.axes(domain.shape().size()),
            Combiner.NONE,
            Lowering.narrow(converted, type));
    defineOutput(lowering, node, result);
  }

  private static String declareResult(Lowering lowering, NodeView node, ReductionDomain domain) {
    String output = node.node().output();
    boolean isOutput = domain.shape().equals(lowering.shape(node));
    return lowering
        .program()
        .declare(isOutput ? output : output + ".kept", lowering.type(node), domain.shape());
  }

  /// Makes `tensor` the node's output, under the output's shape: dims are left out of it that only
  /// the data of a call names.
  private static void defineOutput(Lowering lowering, NodeView node, String tensor) {
    ProgramBuilder program = lowering.program();
    String output = node.node().output();
    String alias = program.alias(output, tensor, lowering.shape(node));
    lowering.defineView(output, View.of(program.tensor(alias)));
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

  private static Payload element(
      Lowering lowering, NodeView node, ReductionDomain domain, ElementType accumulated) {
    Payload element = lowering.element(node.input(0).name(), domain.element());
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
      Lowering lowering,
      NodeView node,
      ReductionDomain domain,
      Combiner combiner,
      ElementType type) {
    return lowering
        .program()
        .declare(node.node().output() + suffix(combiner), type, domain.shape());
  }

  /// Combines `payload`, which is over the domain's axes, into `tensor`.
  static void reduce(
      Lowering lowering,
      String tensor,
      ReductionDomain domain,
      Combiner combiner,
      Payload payload) {
    lowering
        .program()
        .compute(
            tensor,
            domain.axes(),
            domain.position(),
            domain.reduces() ? combiner : Combiner.NONE,
            payload);
  }

  static String suffix(Combiner combiner) {
    return "." + TensorProgramPrinter.word(combiner);
  }
}
