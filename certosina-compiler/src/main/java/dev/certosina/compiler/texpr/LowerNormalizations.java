package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.graph.ChannelScale;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.graph.NodeView;
import dev.certosina.compiler.texpr.TensorExpr.BinaryOperator;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.UnaryOperator;
import dev.certosina.runtime.dim.Dim;
import java.util.List;
import java.util.Optional;

/// Normalisations by given statistics.
final class LowerNormalizations {
  private static final int SCALE = 1;
  private static final int BIAS = 2;
  private static final int MEAN = 3;
  private static final int VARIANCE = 4;

  private LowerNormalizations() {}

  /// `x * factor[c] + shift[c]`, with `factor = scale / √(variance + ε)` and `shift = bias - mean *
  /// factor`; both are known ahead of time where their parameters are.
  static void batchNormalization(Lowering lowering, NodeView node) {
    List<IndexExpr> channel = List.of(IndexExpr.axis(View.axis(1)));
    String output = node.node().output();
    Optional<ChannelScale> known =
        ChannelScale.of(node.node(), lowering.inferred().graph().initializers());
    Payload factor;
    Payload shift;
    if (known.isPresent()) {
      factor = constant(lowering, output + ".factor", known.get().factors(), channel);
      shift = constant(lowering, output + ".shift", known.get().shifts(), channel);
    } else {
      factor = channels(lowering, node, output + ".factor", factor(lowering, node, channel));
      shift = channels(lowering, node, output + ".shift", shift(lowering, node, channel, factor));
    }
    Payload x = LowerElementwise.operand(lowering, node, 0);
    lowering.elementwise(
        output, binary(BinaryOperator.ADD, binary(BinaryOperator.MULTIPLY, x, factor), shift));
  }

  private static Payload constant(
      Lowering lowering, String name, List<Double> values, List<IndexExpr> channel) {
    double[] elements = values.stream().mapToDouble(Double::doubleValue).toArray();
    Initializer data = ChannelScale.vector(name, elements);
    return new Payload.Load(lowering.program().constant(name, data), channel);
  }

  private static Payload factor(Lowering lowering, NodeView node, List<IndexExpr> channel) {
    ElementType type = Lowering.computeType(lowering.type(node));
    Payload epsilon = Literals.of(type, node.floatAttribute("epsilon", ChannelScale.EPSILON));
    Payload variance = parameter(lowering, node, VARIANCE, channel);
    Payload root =
        new Payload.Unary(UnaryOperator.SQRT, binary(BinaryOperator.ADD, variance, epsilon));
    return binary(BinaryOperator.DIVIDE, parameter(lowering, node, SCALE, channel), root);
  }

  private static Payload shift(
      Lowering lowering, NodeView node, List<IndexExpr> channel, Payload factor) {
    Payload mean = parameter(lowering, node, MEAN, channel);
    return binary(
        BinaryOperator.SUBTRACT,
        parameter(lowering, node, BIAS, channel),
        binary(BinaryOperator.MULTIPLY, mean, factor));
  }

  private static Payload parameter(
      Lowering lowering, NodeView node, int position, List<IndexExpr> channel) {
    String name = node.input(position).name();
    return LowerElementwise.convert(
        lowering.element(name, channel),
        Lowering.computeType(lowering.info(name).type()),
        Lowering.computeType(lowering.type(node)));
  }

  /// `payload`, over the channel axis, in a tensor of its own; its element at that axis.
  private static Payload channels(Lowering lowering, NodeView node, String name, Payload payload) {
    Dim extent = node.shape(0).get(1);
    ElementType type = Lowering.computeType(lowering.type(node));
    String tensor = lowering.program().declare(name, type, List.of(extent));
    List<IndexExpr> channel = List.of(IndexExpr.axis(View.axis(1)));
    lowering
        .program()
        .compute(
            tensor,
            List.of(new TensorExpr.Axis(View.axis(1), extent, TensorExpr.AxisKind.PARALLEL)),
            channel,
            Combiner.NONE,
            payload);
    return new Payload.Load(tensor, channel);
  }

  private static Payload binary(BinaryOperator operator, Payload left, Payload right) {
    return new Payload.Binary(operator, left, right);
  }
}
