package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.graph.GemmArguments;
import dev.certosina.compiler.graph.NodeView;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.BinaryOperator;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.runtime.dim.Dim;
import java.util.ArrayList;
import java.util.List;

/// Matrix products: a sum over `k` of products, and separate expressions for what follows.
final class LowerContractions {
  private static final String K = "k";

  private LowerContractions() {}

  /// numpy's rules: a vector on the left is a row, one on the right a column; leading dims
  /// broadcast.
  static void matMul(Lowering lowering, NodeView node) {
    String left = node.input(0).name();
    String right = node.input(1).name();
    List<Dim> leftShape = lowering.info(left).shape();
    List<Dim> rightShape = lowering.info(right).shape();
    List<Dim> shape = lowering.shape(node);
    List<IndexExpr> point = View.axes(shape.size());
    boolean hasRows = leftShape.size() > 1;
    boolean hasColumns = rightShape.size() > 1;
    int batchRank = shape.size() - (hasRows ? 1 : 0) - (hasColumns ? 1 : 0);

    List<IndexExpr> leftPosition = batch(leftShape, shape, point, batchRank);
    if (hasRows) {
      leftPosition.add(point.get(batchRank));
    }
    leftPosition.add(IndexExpr.axis(K));

    List<IndexExpr> rightPosition = batch(rightShape, shape, point, batchRank);
    rightPosition.add(IndexExpr.axis(K));
    if (hasColumns) {
      rightPosition.add(point.getLast());
    }
    Payload product =
        product(lowering.element(left, leftPosition), lowering.element(right, rightPosition));
    ElementType type = lowering.type(node);
    if (Lowering.computeType(type) == type) {
      contract(
          lowering,
          lowering.declareOutput(node.node().output()),
          shape,
          leftShape.getLast(),
          product);
    } else {
      Payload sum = intermediate(lowering, node, leftShape.getLast(), product);
      lowering.elementwise(node.node().output(), sum);
    }
  }

  /// `alpha * A' * B' + beta * C`, where a dash is an optional transposition.
  static void gemm(Lowering lowering, NodeView node) {
    String left = node.input(0).name();
    String right = node.input(1).name();
    GemmArguments arguments = GemmArguments.of(node);
    boolean transposeLeft = arguments.transA();
    boolean transposeRight = arguments.transB();
    List<Dim> leftShape = lowering.info(left).shape();
    Dim depth = leftShape.get(transposeLeft ? 0 : 1);
    IndexExpr row = IndexExpr.axis(View.axis(0));
    IndexExpr column = IndexExpr.axis(View.axis(1));
    IndexExpr k = IndexExpr.axis(K);
    Payload product =
        product(
            lowering.element(left, transposeLeft ? List.of(k, row) : List.of(row, k)),
            lowering.element(right, transposeRight ? List.of(column, k) : List.of(k, column)));

    ElementType type = lowering.type(node);
    ElementType computeType = Lowering.computeType(type);
    if (arguments.alpha() == 1 && !node.hasInput(2) && computeType == type) {
      contract(
          lowering,
          lowering.declareOutput(node.node().output()),
          lowering.shape(node),
          depth,
          product);
      return;
    }
    Payload sum = intermediate(lowering, node, depth, product);
    Payload result = scaled(arguments.alpha(), sum, computeType);
    if (node.hasInput(2)) {
      Payload addend =
          scaled(arguments.beta(), LowerElementwise.operand(lowering, node, 2), computeType);
      result = new Payload.Binary(BinaryOperator.ADD, result, addend);
    }
    lowering.elementwise(node.node().output(), result);
  }

  /// The position in the leading dims of an operand with two more dims, or none.
  private static List<IndexExpr> batch(
      List<Dim> operand, List<Dim> shape, List<IndexExpr> point, int batchRank) {
    List<Dim> leading = operand.subList(0, Math.max(0, operand.size() - 2));
    return new ArrayList<>(
        Broadcasting.position(leading, shape.subList(0, batchRank), point.subList(0, batchRank)));
  }

  /// Sums `product` into a tensor of its own and returns its element at `d0, d1, …`.
  private static Payload intermediate(
      Lowering lowering, NodeView node, Dim depth, Payload product) {
    List<Dim> shape = lowering.shape(node);
    ElementType type = Lowering.computeType(lowering.type(node));
    String tensor =
        lowering
            .program()
            .declare(node.node().output() + LowerReductions.suffix(Combiner.SUM), type, shape);
    contract(lowering, tensor, shape, depth, product);
    return new Payload.Load(tensor, View.axes(shape.size()));
  }

  private static void contract(
      Lowering lowering, String tensor, List<Dim> shape, Dim depth, Payload product) {
    List<Axis> axes = ProgramBuilder.parallelAxes(shape);
    axes.add(new Axis(K, depth, AxisKind.REDUCTION));
    lowering.program().compute(tensor, axes, View.axes(shape.size()), Combiner.SUM, product);
  }

  private static Payload product(Payload left, Payload right) {
    return new Payload.Binary(BinaryOperator.MULTIPLY, left, right);
  }

  private static Payload scaled(float factor, Payload payload, ElementType type) {
    return factor == 1 ? payload : product(Literals.of(type, factor), payload);
  }
}
