package dev.certosina.compiler.texpr;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// A value with a margin around it, in a tensor of its own: kernels read windows that leave the
/// value without asking where they are.
///
/// The parts of the tensor are disjoint: the inside, and for each dim in turn what lies before and
/// after it, over all of the later dims and the inside of the earlier ones.
final class PaddedOperand {
  private static final Dim ZERO = Dims.constant(0);

  private final List<Dim> inside;
  private final List<Dim> before;
  private final List<Dim> after;

  /// @param inside the value's shape
  /// @param before margin before the first position, for each dim
  PaddedOperand(List<Dim> inside, List<Dim> before, List<Dim> after) {
    this.inside = List.copyOf(inside);
    this.before = List.copyOf(before);
    this.after = List.copyOf(after);
  }

  /// True where there is no margin at all.
  boolean isPlain() {
    return before.stream().allMatch(ZERO::equals) && after.stream().allMatch(ZERO::equals);
  }

  List<Dim> shape() {
    List<Dim> shape = new ArrayList<>();
    for (int dim = 0; dim < inside.size(); dim++) {
      shape.add(Dims.add(inside.get(dim), Dims.add(before.get(dim), after.get(dim))));
    }
    return shape;
  }

  /// Writes the inside of `tensor`, which has the shape [#shape()].
  ///
  /// @param element of the value at a position, in the tensor's type
  void writeInside(
      ProgramBuilder program, String tensor, Function<List<IndexExpr>, Payload> element) {
    List<IndexExpr> point = View.axes(inside.size());
    List<IndexExpr> write = new ArrayList<>();
    for (int dim = 0; dim < inside.size(); dim++) {
      write.add(point.get(dim).plus(before.get(dim)));
    }
    program.compute(
        tensor, ProgramBuilder.parallelAxes(inside), write, Combiner.NONE, element.apply(point));
  }

  /// Writes `fill` to the margin of `tensor`.
  void writeMargin(ProgramBuilder program, String tensor, Payload fill) {
    for (int dim = 0; dim < inside.size(); dim++) {
      Dim end = Dims.add(before.get(dim), inside.get(dim));
      writeSlab(program, tensor, dim, ZERO, before.get(dim), fill);
      writeSlab(program, tensor, dim, end, after.get(dim), fill);
    }
  }

  private void writeSlab(
      ProgramBuilder program, String tensor, int dim, Dim first, Dim extent, Payload fill) {
    if (extent.equals(ZERO)) {
      return;
    }
    List<Dim> all = shape();
    List<Axis> axes = new ArrayList<>();
    List<IndexExpr> write = new ArrayList<>();
    for (int d = 0; d < all.size(); d++) {
      Dim axisExtent = d < dim ? inside.get(d) : d == dim ? extent : all.get(d);
      Dim offset = d < dim ? before.get(d) : d == dim ? first : ZERO;
      axes.add(new Axis(View.axis(d), axisExtent, AxisKind.PARALLEL));
      write.add(IndexExpr.axis(View.axis(d)).plus(offset));
    }
    program.compute(tensor, axes, write, Combiner.NONE, fill);
  }
}
