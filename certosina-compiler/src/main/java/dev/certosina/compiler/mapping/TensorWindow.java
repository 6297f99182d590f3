package dev.certosina.compiler.mapping;

import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.affine.NormalForms.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/// A box of coordinates laid out row-major: a tensor, or a copy of a part of it with its padding
/// written out.
///
/// @param origin the coordinates of the first element, one per dim
/// @param extents one per dim
record TensorWindow(List<Long> origin, List<Long> extents) {
  TensorWindow {
    origin = List.copyOf(origin);
    extents = List.copyOf(extents);
  }

  /// All of a tensor of the given shape.
  static TensorWindow whole(List<Long> shape) {
    return new TensorWindow(shape.stream().map(_ -> 0L).toList(), shape);
  }

  /// The smallest one around the given ranges of coordinates.
  static TensorWindow around(List<Range> ranges) {
    return new TensorWindow(
        ranges.stream().map(Range::min).toList(),
        ranges.stream().map(range -> range.max() - range.min() + 1).toList());
  }

  /// Elements between neighbours, one per dim.
  List<Long> strides() {
    List<Long> strides = new ArrayList<>(extents);
    long stride = 1;
    for (int dim = extents.size() - 1; dim >= 0; dim--) {
      strides.set(dim, stride);
      stride = Math.multiplyExact(stride, extents.get(dim));
    }
    return strides;
  }

  /// How far the accessed element moves when `axis` grows by 1.
  long weight(Access access, String axis) {
    List<Long> strides = strides();
    long weight = 0;
    for (int dim = 0; dim < strides.size(); dim++) {
      long coefficient = FusedAxes.constant(access.coordinates().get(dim).coefficient(axis));
      weight = Math.addExact(weight, Math.multiplyExact(coefficient, strides.get(dim)));
    }
    return weight;
  }

  /// The values of a coordinate where each axis runs from 0 to below its extent.
  static Range range(IndexExpr coordinate, ToLongFunction<String> extents) {
    long low = FusedAxes.constant(coordinate.offset());
    long high = low;
    for (IndexExpr.Term term : coordinate.terms()) {
      long coefficient = FusedAxes.constant(term.coefficient());
      long reach = Math.multiplyExact(coefficient, extents.applyAsLong(term.axis()) - 1);
      low = Math.addExact(low, Math.min(reach, 0));
      high = Math.addExact(high, Math.max(reach, 0));
    }
    return new Range(low, high);
  }
}
