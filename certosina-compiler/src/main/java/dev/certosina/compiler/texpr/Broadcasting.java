package dev.certosina.compiler.texpr;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;

/// Which element of a broadcast operand belongs to a point of the result.
final class Broadcasting {
  private Broadcasting() {}

  /// The position in an operand of shape `from` for the position `to` in a result of shape `shape`;
  /// dims are lined up at the right end.
  static List<IndexExpr> position(List<Dim> from, List<Dim> shape, List<IndexExpr> to) {
    int missing = shape.size() - from.size();
    List<IndexExpr> position = new ArrayList<>();
    for (int dim = 0; dim < from.size(); dim++) {
      position.add(coordinate(from.get(dim), shape.get(dim + missing), to.get(dim + missing)));
    }
    return position;
  }

  private static IndexExpr coordinate(Dim extent, Dim joined, IndexExpr to) {
    if (extent.equals(joined)) {
      return to;
    }
    if (extent.equals(Dims.constant(1))) {
      return IndexExpr.constant(0);
    }
    return to.times(Dims.spread(extent, joined));
  }
}
