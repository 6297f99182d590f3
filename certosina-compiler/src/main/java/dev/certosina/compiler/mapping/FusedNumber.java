package dev.certosina.compiler.mapping;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.mapping.Mapping.AxisGroup;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;

/// The mixed-radix number that the axes of a group make at a point, the last axis fastest.
///
/// @param value over the axes of the computation
/// @param extent how many values it has
public record FusedNumber(IndexExpr value, Dim extent) {

  /// The number of a group; always 0 for one without axes.
  public static FusedNumber of(Computation computation, AxisGroup group) {
    IndexExpr value = IndexExpr.constant(0);
    Dim stride = Dims.constant(1);
    for (String axis : group.axes().reversed()) {
      value = IndexExpr.axis(axis).times(stride).plus(value);
      stride = Dims.multiply(stride, computation.axis(axis).extent());
    }
    return new FusedNumber(value, stride);
  }
}
