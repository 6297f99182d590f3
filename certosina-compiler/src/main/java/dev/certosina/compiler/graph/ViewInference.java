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
  private static final int RESHAPE_TARGET = 1;

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
    var shape = new ArrayList<>(node.shape(0));
    AxisArguments.unsqueezed(node).forEach(axis -> shape.add(axis, Dims.constant(1)));
    return Result.of(node.type(0), shape, node.contents(0));
  }

  static List<Result> squeeze(NodeView node, DimRelations dims) {
    List<Dim> shape = node.shape(0);
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

  /// Without axes the rank of the result depends on which extents are 1.
  private static boolean isOne(NodeView node, Dim extent) {
    if (!Dims.isConstant(extent)) {
      throw node.error(
          "has no axes and an extent %s that may be 1 or not".formatted(Dims.print(extent)));
    }
    return extent.equals(Dims.constant(1));
  }

  static List<Result> reshape(NodeView node, DimRelations dims) {
    Types.requireShape(node, RESHAPE_TARGET);
    List<Dim> source = node.shape(0);
    boolean allowZero = node.flag("allowzero", false);
    var target = new ArrayList<Dim>();
    int inferred = -1;
    for (Dim extent : node.knownContents(RESHAPE_TARGET, "target shape")) {
      if (extent.equals(Dims.constant(-1))) {
        if (inferred >= 0) {
          throw node.error("its target shape has more than one -1");
        }
        inferred = target.size();
        target.add(Dims.constant(1));
      } else if (extent.equals(Dims.constant(0)) && !allowZero) {
        target.add(copied(node, source, target.size()));
      } else {
        target.add(nonNegative(node, dims, extent));
      }
    }
    Dim known = Dims.multiply(target);
    if (inferred >= 0) {
      target.set(inferred, quotient(node, dims, Dims.multiply(source), known));
    } else {
      requireSameCount(node, dims, source, target);
    }
    return Result.of(node.type(0), target, node.contents(0));
  }

  private static Dim copied(NodeView node, List<Dim> source, int axis) {
    if (axis >= source.size()) {
      throw node.error(
          "its target shape copies axis %d of an input of rank %d".formatted(axis, source.size()));
    }
    return source.get(axis);
  }

  /// The extent that `-1` stands for.
  private static Dim quotient(NodeView node, DimRelations dims, Dim total, Dim known) {
    if (known.equals(Dims.constant(0))) {
      throw node.error("its target shape has a -1 beside an extent of 0");
    }
    dims.check(
        Dims.mod(total, known),
        Relation.EQUAL,
        Dims.constant(0),
        "%s: cannot reshape %s elements to a multiple of %s"
            .formatted(node.where(), Dims.print(total), Dims.print(known)));
    return Dims.floorDiv(total, known);
  }

  private static void requireSameCount(
      NodeView node, DimRelations dims, List<Dim> source, List<Dim> target) {
    dims.check(
        Dims.multiply(source),
        Relation.EQUAL,
        Dims.multiply(target),
        "%s: cannot reshape %s to %s"
            .formatted(
                node.where(), GraphPrinter.shapeText(source), GraphPrinter.shapeText(target)));
  }

  /// An extent that comes out of shape arithmetic.
  static Dim nonNegative(NodeView node, DimRelations dims, Dim extent) {
    dims.check(
        Dims.constant(0),
        Relation.AT_MOST,
        extent,
        "%s: extent %s is negative".formatted(node.where(), Dims.print(extent)));
    return extent;
  }
}
