package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.graph.AxisArguments;
import dev.certosina.compiler.graph.NodeView;
import dev.certosina.compiler.texpr.TensorExpr.BinaryOperator;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.UnaryOperator;
import dev.certosina.runtime.dim.Dim;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Softmax and its logarithm as largest element, exponentials, their sum, and the quotient.
final class LowerSoftmax {
  private LowerSoftmax() {}

  static void softmax(Lowering lowering, NodeView node) {
    Rows rows = Rows.of(lowering, node);
    Payload x = rows.input();
    String largest = rows.reduce(Combiner.MAX, x);
    String exponentials = rows.declare(".exp", rows.shape());
    lowering
        .program()
        .compute(
            exponentials,
            ProgramBuilder.parallelAxes(rows.shape()),
            View.axes(rows.shape().size()),
            Combiner.NONE,
            new Payload.Unary(UnaryOperator.EXP, minus(x, rows.loadRow(largest))));
    Payload exponential = rows.load(exponentials);
    String sum = rows.reduce(Combiner.SUM, exponential);
    lowering.elementwise(
        node.node().output(),
        new Payload.Binary(BinaryOperator.DIVIDE, exponential, rows.loadRow(sum)));
  }

  /// `(x - largest) - log(Σ exp(x - largest))`
  static void logSoftmax(Lowering lowering, NodeView node) {
    Rows rows = Rows.of(lowering, node);
    Payload x = rows.input();
    Payload shifted = minus(x, rows.loadRow(rows.reduce(Combiner.MAX, x)));
    String sum = rows.reduce(Combiner.SUM, new Payload.Unary(UnaryOperator.EXP, shifted));
    lowering.elementwise(
        node.node().output(),
        minus(shifted, new Payload.Unary(UnaryOperator.LOG, rows.loadRow(sum))));
  }

  private static Payload minus(Payload left, Payload right) {
    return new Payload.Binary(BinaryOperator.SUBTRACT, left, right);
  }

  /// The parts of the input that are normalised, each on its own.
  private record Rows(Lowering lowering, NodeView node, List<Dim> shape, Set<Integer> reduced) {

    static Rows of(Lowering lowering, NodeView node) {
      List<Dim> shape = lowering.shape(node);
      Set<Integer> reduced = new TreeSet<>(AxisArguments.softmax(node));
      return new Rows(lowering, node, shape, reduced);
    }

    Payload input() {
      return lowering.element(node.input(0).name(), View.axes(shape.size()));
    }

    Payload load(String tensor) {
      return new Payload.Load(tensor, View.axes(shape.size()));
    }

    Payload loadRow(String tensor) {
      List<IndexExpr> position = new ArrayList<>();
      for (int dim = 0; dim < shape.size(); dim++) {
        if (!reduced.contains(dim)) {
          position.add(IndexExpr.axis(View.axis(dim)));
        }
      }
      return new Payload.Load(tensor, position);
    }

    String declare(String suffix, List<Dim> dims) {
      ElementType type = Lowering.computeType(lowering.type(node));
      return lowering.program().declare(node.node().output() + suffix, type, dims);
    }

    /// A tensor with one element per row.
    String reduce(Combiner combiner, Payload payload) {
      List<Dim> kept = new ArrayList<>();
      for (int dim = 0; dim < shape.size(); dim++) {
        if (!reduced.contains(dim)) {
          kept.add(shape.get(dim));
        }
      }
      String tensor = declare(LowerReductions.suffix(combiner), kept);
      LowerReductions.reduce(
          lowering, tensor, ReductionDomain.of(shape, reduced, false), combiner, payload);
      return tensor;
    }
  }
}
