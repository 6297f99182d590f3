package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.graph.LegacyBroadcast;
import dev.certosina.compiler.graph.NodeView;
import dev.certosina.compiler.texpr.TensorExpr.BinaryOperator;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.UnaryOperator;
import dev.certosina.runtime.dim.Dim;
import java.util.List;
import java.util.Optional;

/// Operators whose result element depends on one element of each operand.
final class LowerElementwise {
  private LowerElementwise() {}

  static OperatorLowering unary(UnaryOperator operator) {
    return (lowering, node) ->
        lowering.elementwise(
            node.node().output(), new Payload.Unary(operator, operand(lowering, node, 0)));
  }

  static void relu(Lowering lowering, NodeView node) {
    ElementType type = Lowering.computeType(lowering.type(node));
    lowering.elementwise(
        node.node().output(),
        new Payload.Binary(BinaryOperator.MAX, operand(lowering, node, 0), Literals.of(type, 0)));
  }

  static OperatorLowering binary(BinaryOperator operator) {
    return (lowering, node) ->
        lowering.elementwise(
            node.node().output(),
            new Payload.Binary(operator, operand(lowering, node, 0), operand(lowering, node, 1)));
  }

  /// `right operator left`, for comparisons that exist in one direction only.
  static OperatorLowering swapped(BinaryOperator operator) {
    return (lowering, node) ->
        lowering.elementwise(
            node.node().output(),
            new Payload.Binary(operator, operand(lowering, node, 1), operand(lowering, node, 0)));
  }

  /// Any number of operands, combined from the left.
  static OperatorLowering variadic(BinaryOperator operator) {
    return (lowering, node) ->
        lowering.elementwise(node.node().output(), fold(lowering, node, operator));
  }

  static void mean(Lowering lowering, NodeView node) {
    Payload count = Literals.of(Lowering.computeType(lowering.type(node)), node.inputCount());
    Payload sum = fold(lowering, node, BinaryOperator.ADD);
    lowering.elementwise(
        node.node().output(), new Payload.Binary(BinaryOperator.DIVIDE, sum, count));
  }

  /// The base's type is the result's; the exponent may have another.
  static void pow(Lowering lowering, NodeView node) {
    Payload base = operand(lowering, node, 0);
    Payload exponent = operand(lowering, node, 1);
    ElementType type = Lowering.computeType(lowering.type(node));
    ElementType exponentType = Lowering.computeType(lowering.info(node.input(1).name()).type());
    lowering.elementwise(node.node().output(), power(base, type, exponent, exponentType));
  }

  private static Payload power(
      Payload base, ElementType type, Payload exponent, ElementType exponentType) {
    if (isTwo(exponent)) {
      return new Payload.Binary(BinaryOperator.MULTIPLY, base, base);
    }
    if (!type.isFloat() && exponentType.isFloat()) {
      Payload power =
          new Payload.Binary(
              BinaryOperator.POWER,
              new Payload.Convert(ElementType.FLOAT64, base),
              convert(exponent, exponentType, ElementType.FLOAT64));
      return new Payload.Convert(type, power);
    }
    return new Payload.Binary(BinaryOperator.POWER, base, convert(exponent, exponentType, type));
  }

  private static boolean isTwo(Payload payload) {
    return (payload instanceof Payload.FloatConstant(ElementType _, double value) && value == 2)
        || (payload instanceof Payload.IntConstant(ElementType _, long integer) && integer == 2);
  }

  static void cast(Lowering lowering, NodeView node) {
    String input = node.input(0).name();
    ElementType from = lowering.info(input).type();
    ElementType to = lowering.type(node);
    if (from == to) {
      LowerViews.identity(lowering, node);
      return;
    }
    Payload value = operand(lowering, node, 0);
    Payload converted = convert(value, Lowering.computeType(from), Lowering.computeType(to));
    if (lowering.scalar(input).isPresent() && Lowering.computeType(to) == to) {
      lowering.defineScalar(node.node().output(), converted);
    } else {
      lowering.elementwise(node.node().output(), converted);
    }
  }

  static void where(Lowering lowering, NodeView node) {
    lowering.storeElementwise(
        node.node().output(),
        new Payload.Select(
            storedOperand(lowering, node, 0),
            storedOperand(lowering, node, 1),
            storedOperand(lowering, node, 2)));
  }

  /// Bounds are attributes before opset 11, optional inputs since.
  static void clip(Lowering lowering, NodeView node) {
    ElementType type = Lowering.computeType(lowering.type(node));
    Payload result = operand(lowering, node, 0);
    Optional<Payload> least = bound(lowering, node, "min", 1, type);
    if (least.isPresent()) {
      result = new Payload.Binary(BinaryOperator.MAX, result, least.get());
    }
    Optional<Payload> most = bound(lowering, node, "max", 2, type);
    if (most.isPresent()) {
      result = new Payload.Binary(BinaryOperator.MIN, result, most.get());
    }
    lowering.elementwise(node.node().output(), result);
  }

  private static Optional<Payload> bound(
      Lowering lowering, NodeView node, String attribute, int position, ElementType type) {
    if (node.hasAttribute(attribute)) {
      return Optional.of(Literals.of(type, node.floatAttribute(attribute, 0)));
    }
    return node.hasInput(position)
        ? Optional.of(operand(lowering, node, position))
        : Optional.empty();
  }

  private static Payload fold(Lowering lowering, NodeView node, BinaryOperator operator) {
    Payload result = operand(lowering, node, 0);
    for (int i = 1; i < node.inputCount(); i++) {
      result = new Payload.Binary(operator, result, operand(lowering, node, i));
    }
    return result;
  }

  /// Input `position` at the point `d0, d1, …` of the result, in its compute type.
  static Payload operand(Lowering lowering, NodeView node, int position) {
    String value = node.input(position).name();
    return lowering.element(value, place(lowering, node, position));
  }

  private static Payload storedOperand(Lowering lowering, NodeView node, int position) {
    String value = node.input(position).name();
    return lowering.storedElement(value, place(lowering, node, position));
  }

  private static List<IndexExpr> place(Lowering lowering, NodeView node, int position) {
    List<Dim> shape = lowering.shape(node);
    List<Dim> from = node.shape(position);
    boolean legacy =
        position == 1 && LegacyBroadcast.applies(node) && node.hasAttribute("broadcast");
    List<Dim> aligned = legacy ? LegacyBroadcast.alignedShape(node) : from;
    return Broadcasting.position(aligned, shape, View.axes(shape.size())).subList(0, from.size());
  }

  static Payload convert(Payload payload, ElementType from, ElementType to) {
    if (from == to) {
      return payload;
    }
    return switch (payload) {
      case Payload.IntConstant(ElementType _, long value) when to.isFloat() ->
          Literals.of(to, IntegerMath.toDouble(from, value));
      case Payload.IntConstant(ElementType _, long value) ->
          new Payload.IntConstant(to, IntegerMath.wrap(to, value));
      case Payload.FloatConstant(ElementType _, double value) -> Literals.of(to, value);
      case Payload.Load _,
          Payload.Gather _,
          Payload.IndexValue _,
          Payload.Unary _,
          Payload.Binary _,
          Payload.Select _,
          Payload.Convert _ ->
          new Payload.Convert(to, payload);
    };
  }
}
