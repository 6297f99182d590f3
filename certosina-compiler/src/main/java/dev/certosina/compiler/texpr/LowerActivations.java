package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;
import dev.certosina.compiler.graph.NodeView;
import dev.certosina.compiler.texpr.TensorExpr.BinaryOperator;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.UnaryOperator;
import java.util.function.Function;

/// Activations that are made of other functions.
final class LowerActivations {
  private static final float LEAK = 0.01f;
  private static final float HARD_SLOPE = 0.2f;
  private static final float HARD_SHIFT = 0.5f;

  private LowerActivations() {}

  /// `x` where that is not negative, else `alpha * x`.
  static void leakyRelu(Lowering lowering, NodeView node) {
    Payload alpha = Literals.of(type(lowering, node), node.floatAttribute("alpha", LEAK));
    apply(lowering, node, x -> choose(lowering, node, x, times(alpha, x)));
  }

  /// As [#leakyRelu], with a slope for each channel or element.
  static void slopes(Lowering lowering, NodeView node) {
    Payload slope = LowerElementwise.operand(lowering, node, 1);
    apply(lowering, node, x -> choose(lowering, node, x, times(slope, x)));
  }

  /// `x` where that is not negative, else `alpha * (e^x - 1)`.
  static void elu(Lowering lowering, NodeView node) {
    ElementType type = type(lowering, node);
    Payload alpha = Literals.of(type, node.floatAttribute("alpha", 1));
    Payload one = Literals.of(type, 1);
    apply(
        lowering,
        node,
        x -> {
          Payload power = new Payload.Unary(UnaryOperator.EXP, x);
          Payload curve = new Payload.Binary(BinaryOperator.SUBTRACT, power, one);
          return choose(lowering, node, x, times(alpha, curve));
        });
  }

  static void hardSigmoid(Lowering lowering, NodeView node) {
    float slope = node.floatAttribute("alpha", HARD_SLOPE);
    float shift = node.floatAttribute("beta", HARD_SHIFT);
    apply(lowering, node, x -> ramp(type(lowering, node), x, slope, shift));
  }

  static void hardSwish(Lowering lowering, NodeView node) {
    apply(lowering, node, x -> times(x, ramp(type(lowering, node), x, 1f / 6f, HARD_SHIFT)));
  }

  /// `slope * x + shift`, kept between 0 and 1.
  private static Payload ramp(ElementType type, Payload x, float slope, float shift) {
    Payload line =
        new Payload.Binary(
            BinaryOperator.ADD, times(Literals.of(type, slope), x), Literals.of(type, shift));
    Payload below = new Payload.Binary(BinaryOperator.MIN, line, Literals.of(type, 1));
    return new Payload.Binary(BinaryOperator.MAX, below, Literals.of(type, 0));
  }

  private static Payload choose(Lowering lowering, NodeView node, Payload x, Payload negative) {
    Payload zero = Literals.of(type(lowering, node), 0);
    return new Payload.Select(new Payload.Binary(BinaryOperator.LESS, x, zero), negative, x);
  }

  private static Payload times(Payload left, Payload right) {
    return new Payload.Binary(BinaryOperator.MULTIPLY, left, right);
  }

  private static void apply(Lowering lowering, NodeView node, Function<Payload, Payload> change) {
    lowering.elementwise(
        node.node().output(), change.apply(LowerElementwise.operand(lowering, node, 0)));
  }

  private static ElementType type(Lowering lowering, NodeView node) {
    return Lowering.computeType(lowering.type(node));
  }
}
