package dev.certosina.compiler.graph;

import dev.certosina.ElementType;
import dev.certosina.compiler.graph.Inference.Result;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.Program.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Operators that only rename, regroup or reorder elements.
final class ViewInference {
  private ViewInference() {}

  static List<Result> identity(NodeView node, DimRelations dims) {
    return Result.of(node.type(0), node.shape(0), node.contents(0));
  }

  /// Dropout outside of training: the identity, and a mask that keeps everything.
  static List<Result> dropout(NodeView node, DimRelations dims) {
    ElementType type = Types.require(node, 0, ElementType::isFloat, "a float one");
    if (node.hasInput(2) && !node.constantContents(2, "training mode").equals(List.of(0L))) {
      throw node.error("is in training mode, which is not supported");
    }
    boolean boolMask = node.opset() >= 10;
    return List.of(
        new Result(type, node.shape(0)),
        new Result(boolMask ? ElementType.BOOL : type, node.shape(0)));
  }

  static List<Result> transpose(NodeView node, DimRelations dims) {
    List<Dim> shape = node.shape(0);
    return Result.of(
        node.type(0), AxisArguments.permutation(node).stream().map(shape::get).toList());
  }

  static List<Result> flatten(NodeView node, DimRelations dims) {
    List<Dim> shape = node.shape(0);
    int axis = AxisArguments.flatten(node);
    return Result.of(
        node.type(0),
        List.of(
            Dims.multiply(shape.subList(0, axis)),
            Dims.multiply(shape.subList(axis, shape.size()))),
        Optional.empty());
  }

  static List<Result> unsqueeze(NodeView node, DimRelations dims) {
    Optional<RuntimeAxes> runtime = AxisArguments.unsqueezedAtRunTime(node);
    if (runtime.isPresent()) {
      runtime.get().check(node, dims);
      return Result.of(node.type(0), runtime.get().inserted(node.shape(0)), node.contents(0));
    }
    var shape = new ArrayList<>(node.shape(0));
    AxisArguments.unsqueezed(node).forEach(axis -> shape.add(axis, Dims.constant(1)));
    return Result.of(node.type(0), shape, node.contents(0));
  }

  static List<Result> squeeze(NodeView node, DimRelations dims) {
    List<Dim> shape = node.shape(0);
    Optional<RuntimeAxes> runtime = AxisArguments.squeezedAtRunTime(node);
    if (runtime.isPresent()) {
      return squeeze(node, dims, runtime.get());
    }
    Optional<List<Integer>> axes = AxisArguments.squeezed(node);
    var kept = new ArrayList<Dim>();
    for (int axis = 0; axis < shape.size(); axis++) {
      Dim extent = shape.get(axis);
      if (axes.isPresent() && axes.get().contains(axis)) {
        dims.requireEqual(node, extent, Dims.constant(1), "squeezed extent");
      } else if (axes.isPresent() || !isOne(node, extent)) {
        kept.add(extent);
      }
    }
    return Result.of(node.type(0), kept, node.contents(0));
  }

  private static List<Result> squeeze(NodeView node, DimRelations dims, RuntimeAxes axes) {
    axes.check(node, dims);
    for (Dim extent : axes.reduced(node.shape(0))) {
      dims.check(
          extent,
          Relation.EQUAL,
          Dims.constant(1),
          "%s: squeezed extent %s differs from 1, needs to be equal"
              .formatted(node.where(), Dims.print(extent)));
    }
    return Result.of(node.type(0), axes.removed(node.shape(0)), node.contents(0));
  }

  /// Without axes the rank of the result depends on which extents are 1.
  private static boolean isOne(NodeView node, Dim extent) {
    if (!Dims.isConstant(extent)) {
      throw node.error(
          "has no axes and an extent %s that may be 1 or not".formatted(Dims.print(extent)));
    }
    return extent.equals(Dims.constant(1));
  }

  /// An extent that comes out of shape arithmetic, in a form that shows that it is not negative.
  static Dim nonNegative(NodeView node, DimRelations dims, Dim extent) {
    dims.check(
        Dims.constant(0),
        Relation.AT_MOST,
        extent,
        "%s: extent %s is negative".formatted(node.where(), Dims.print(extent)));
    return Choices.dependsOnData(extent) ? Dims.max(extent, Dims.constant(0)) : extent;
  }
}
