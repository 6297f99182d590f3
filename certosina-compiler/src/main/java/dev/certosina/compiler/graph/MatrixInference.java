package dev.certosina.compiler.graph;

import dev.certosina.ElementType;
import dev.certosina.compiler.graph.Inference.Result;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;

/// Matrix products.
final class MatrixInference {
  private MatrixInference() {}

  /// Products of the last two axes, broadcast over the others; an operand of rank 1 is a row on the
  /// left, a column on the right, and its axis vanishes from the result.
  static List<Result> matMul(NodeView node, DimRelations dims) {
    ElementType type = Types.requireNumeric(node, 0);
    Types.requireSame(node, 1);
    List<Dim> left = node.shape(0);
    List<Dim> right = node.shape(1);
    if (left.isEmpty() || right.isEmpty()) {
      throw node.error("cannot multiply " + node.inputsText() + ", needs rank 1 or more");
    }
    boolean row = left.size() == 1;
    boolean column = right.size() == 1;
    Dim rightK = column ? right.getFirst() : right.get(right.size() - 2);
    dims.requireEqual(node, left.getLast(), rightK, "contracted extent of " + node.inputsText());
    var shape = new ArrayList<Dim>(dims.broadcast(node, batch(left), batch(right)));
    if (!row) {
      shape.add(left.get(left.size() - 2));
    }
    if (!column) {
      shape.add(right.getLast());
    }
    return Result.of(type, shape);
  }

  private static List<Dim> batch(List<Dim> shape) {
    return shape.subList(0, Math.max(0, shape.size() - 2));
  }

  static List<Result> gemm(NodeView node, DimRelations dims) {
    ElementType type = Types.requireNumeric(node, 0);
    Types.requireSame(node, 1);
    Types.requireSame(node, 2);
    if (node.rank(0) != 2 || node.rank(1) != 2) {
      throw node.error("cannot multiply " + node.inputsText() + ", needs rank 2");
    }
    GemmArguments arguments = GemmArguments.of(node);
    List<Dim> a = arguments.transA() ? node.shape(0).reversed() : node.shape(0);
    List<Dim> b = arguments.transB() ? node.shape(1).reversed() : node.shape(1);
    dims.requireEqual(node, a.get(1), b.get(0), "contracted extent of " + node.inputsText());
    List<Dim> shape = List.of(a.get(0), b.get(1));
    if (node.hasInput(2)) {
      requireBroadcastable(node, dims, shape);
    }
    return Result.of(type, shape);
  }

  /// C is broadcast to the product; the product is never broadcast to C.
  private static void requireBroadcastable(NodeView node, DimRelations dims, List<Dim> shape) {
    List<Dim> addend = node.shape(2);
    if (addend.size() > shape.size()) {
      throw node.error("its third input %s has rank above 2".formatted(node.inputsText()));
    }
    for (int i = 0; i < addend.size(); i++) {
      Dim extent = addend.get(i);
      if (!extent.equals(Dims.constant(1))) {
        Dim product = shape.get(shape.size() - addend.size() + i);
        if (product.equals(Dims.constant(1)) || Dims.isConstant(extent)) {
          dims.requireEqual(node, product, extent, "extent of the product of its inputs");
        } else {
          dims.broadcast(node, product, extent);
        }
      }
    }
  }
}
