package dev.certosina.compiler.graph;

import dev.certosina.ElementType;
import dev.certosina.compiler.graph.Inference.Result;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;

/// Convolutions, poolings and what goes by channels: operands have the shape `[n, c, spatial…]`.
final class WindowInference {
  private static final int CHANNEL_PARAMETERS = 4;

  private WindowInference() {}

  /// Weights have the shape `[output channels, channels of a group, taps…]`.
  static List<Result> convolution(NodeView node, DimRelations dims) {
    ElementType type = Types.require(node, 0, ElementType::isFloat, "a float one");
    Types.requireSame(node, 1);
    Types.requireSame(node, 2);
    List<WindowAxis> axes = WindowArguments.convolution(node);
    long groups = groups(node);
    Dim output = node.shape(1).get(0);
    Dim perGroup = node.shape(1).get(1);
    dims.requireEqual(
        node,
        node.shape(0).get(1),
        Dims.multiply(perGroup, Dims.constant(groups)),
        "number of channels of " + node.inputsText());
    if (node.hasInput(2)) {
      requireVector(node, dims, 2, output);
    }
    WindowArguments.check(node, dims, axes);
    return Result.of(type, shape(node, output, axes));
  }

  /// The number of groups; it divides the output channels.
  private static long groups(NodeView node) {
    long groups = node.intAttribute("group", 1);
    Dim output = node.shape(1).get(0);
    if (groups < 1 || !Dims.isMultiple(output, Dims.constant(groups))) {
      throw node.error(
          "attribute \"group\" is %d, needs to be a divisor of the %s output channels"
              .formatted(groups, Dims.print(output)));
    }
    return groups;
  }

  static List<Result> maxPool(NodeView node, DimRelations dims) {
    if (node.node().outputs().size() > 1) {
      throw node.error("has a second output, for positions, which is not supported");
    }
    return pool(node, dims, Types.require(node, 0, Types::isNumeric, "a numeric one"));
  }

  static List<Result> averagePool(NodeView node, DimRelations dims) {
    node.flag("count_include_pad", false);
    return pool(node, dims, Types.require(node, 0, ElementType::isFloat, "a float one"));
  }

  private static List<Result> pool(NodeView node, DimRelations dims, ElementType type) {
    List<WindowAxis> axes = WindowArguments.pooling(node);
    WindowArguments.check(node, dims, axes);
    return Result.of(type, shape(node, node.shape(0).get(1), axes));
  }

  private static List<Dim> shape(NodeView node, Dim channels, List<WindowAxis> axes) {
    var shape = new ArrayList<Dim>(List.of(node.shape(0).get(0), channels));
    axes.forEach(axis -> shape.add(axis.output()));
    return shape;
  }

  static List<Result> globalPool(NodeView node, DimRelations dims) {
    ElementType type = Types.require(node, 0, ElementType::isFloat, "a float one");
    if (node.rank(0) < 3) {
      throw node.error("its input has rank %d, needs 3 or more".formatted(node.rank(0)));
    }
    var shape = new ArrayList<>(node.shape(0).subList(0, 2));
    while (shape.size() < node.rank(0)) {
      shape.add(Dims.constant(1));
    }
    return Result.of(type, shape);
  }

  /// Outside of training: scale, bias, mean and variance are given for each channel.
  static List<Result> batchNormalization(NodeView node, DimRelations dims) {
    ElementType type = Types.require(node, 0, ElementType::isFloat, "a float one");
    if (node.flag("training_mode", false)
        || node.node().outputs().stream().skip(1).anyMatch(name -> !name.isEmpty())) {
      throw node.error("is in training mode, which is not supported");
    }
    if (!node.flag("spatial", true)) {
      throw node.error("attribute \"spatial\" is 0, needs to be 1");
    }
    if (node.rank(0) < 2) {
      throw node.error("its input has rank %d, needs 2 or more".formatted(node.rank(0)));
    }
    for (int i = 1; i <= CHANNEL_PARAMETERS; i++) {
      Types.require(node, i, ElementType::isFloat, "a float one");
      requireVector(node, dims, i, node.shape(0).get(1));
    }
    return Result.of(type, node.shape(0));
  }

  /// The slopes are broadcast to the input, never the other way.
  static List<Result> slopes(NodeView node, DimRelations dims) {
    ElementType type = Types.require(node, 0, Types::isSignedNumeric, "a signed numeric one");
    Types.requireSame(node, 1);
    if (node.rank(1) > node.rank(0)) {
      throw node.error("cannot broadcast the slopes of %s".formatted(node.inputsText()));
    }
    for (int i = 1; i <= node.rank(1); i++) {
      Dim slope = node.shape(1).get(node.rank(1) - i);
      if (!slope.equals(Dims.constant(1))) {
        dims.requireEqual(
            node, node.shape(0).get(node.rank(0) - i), slope, "extent of " + node.inputsText());
      }
    }
    return Result.of(type, node.shape(0));
  }

  private static void requireVector(NodeView node, DimRelations dims, int position, Dim extent) {
    if (node.rank(position) != 1) {
      throw node.error("input %d has rank %d, needs 1".formatted(position, node.rank(position)));
    }
    dims.requireEqual(node, node.shape(position).getFirst(), extent, "extent of input " + position);
  }
}
