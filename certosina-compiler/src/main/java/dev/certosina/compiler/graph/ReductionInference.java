package dev.certosina.compiler.graph;

import dev.certosina.ElementType;
import dev.certosina.compiler.graph.Inference.Result;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reductions over axes, and softmax.
final class ReductionInference {
  private static final int BOOL_OPSET = 20;

  private ReductionInference() {}

  static List<Result> reduce(NodeView node, DimRelations dims) {
    ElementType type =
        takesBool(node) && node.type(0) == ElementType.BOOL
            ? ElementType.BOOL
            : Types.requireNumeric(node, 0);
    Optional<RuntimeAxes> runtime = AxisArguments.reducedAtRunTime(node);
    if (runtime.isPresent()) {
      RuntimeAxes axes = runtime.get();
      if (axes.axes().size() > axes.rank()) {
        throw node.error("has %d axes for rank %d".formatted(axes.axes().size(), axes.rank()));
      }
      axes.check(node, dims);
      boolean keepDims = node.flag("keepdims", true);
      return Result.of(type, keepDims ? axes.kept(node.shape(0)) : axes.removed(node.shape(0)));
    }
    AxisArguments.Reduction reduction = AxisArguments.reduction(node);
    var shape = new ArrayList<Dim>();
    for (int axis = 0; axis < node.rank(0); axis++) {
      if (!reduction.axes().contains(axis)) {
        shape.add(node.shape(0).get(axis));
      } else if (reduction.keepDims()) {
        shape.add(Dims.constant(1));
      }
    }
    return Result.of(type, shape);
  }

  private static boolean takesBool(NodeView node) {
    String operator = node.node().operator();
    return node.opset() >= BOOL_OPSET
        && (operator.equals("ReduceMax") || operator.equals("ReduceMin"));
  }

  static List<Result> softmax(NodeView node, DimRelations dims) {
    ElementType type = Types.require(node, 0, ElementType::isFloat, "a float one");
    AxisArguments.softmax(node);
    return Result.of(type, node.shape(0));
  }
}
