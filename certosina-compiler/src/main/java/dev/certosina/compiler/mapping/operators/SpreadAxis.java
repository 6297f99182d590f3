package dev.certosina.compiler.mapping.operators;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.runtime.dim.Dims;
import java.util.List;

/// One dim of an image whose neighbours are moved `stride` apart: element `first + i` of the image
/// is at `start + i * stride` of `extent` positions.
///
/// @param count how many elements stay inside
record SpreadAxis(String name, long first, long start, long stride, long count, long extent) {

  /// Positions as an affine form over axes.
  record Piece(List<Axis> axes, IndexExpr position) {}

  /// A dim of `P`, the input of the flipped convolution.
  static SpreadAxis of(Problem problem, String name) {
    long stride = problem.size("stride");
    long border = problem.size("R") - 1 - problem.size("pad");
    long extent = TransposedConvolution.outputExtent(problem) + problem.size("R") - 1;
    long first = border < 0 ? Math.ceilDiv(-border, stride) : 0;
    long start = border + first * stride;
    long fitting = start < extent ? Math.ceilDiv(extent - start, stride) : 0;
    long count = Math.max(0, Math.min(problem.size("H") - first, fitting));
    return new SpreadAxis(name, first, start, stride, count, extent);
  }

  /// The element of the image for a point of [#hits()].
  IndexExpr source() {
    return IndexExpr.axis(name).plus(Dims.constant(first));
  }

  /// Where elements of the image are.
  Piece hits() {
    return range(start, stride, count);
  }

  Piece all() {
    return range(0, 1, extent);
  }

  /// Where there are none: before, between and after.
  List<Piece> gaps() {
    if (count == 0) {
      return List.of(all());
    }
    long end = start + (count - 1) * stride + 1;
    Piece between = range(start + 1, stride, count - 1);
    Axis offset = axis(name + "o", stride - 1);
    return List.of(
        range(0, 1, start),
        new Piece(
            List.of(between.axes().getFirst(), offset),
            between.position().plus(IndexExpr.axis(offset.name()))),
        range(end, 1, extent - end));
  }

  private Piece range(long from, long step, long positions) {
    IndexExpr index = IndexExpr.axis(name).times(Dims.constant(step)).plus(Dims.constant(from));
    return new Piece(List.of(axis(name, positions)), index);
  }

  private static Axis axis(String name, long extent) {
    return new Axis(name, Dims.constant(extent), AxisKind.PARALLEL);
  }
}
