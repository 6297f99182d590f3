package dev.certosina.compiler.search;

import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.Arrays;

/// Extents as numbers: candidates exist only once all extents are known.
public final class Extents {
  private Extents() {}

  /// @throws IllegalArgumentException for an extent that is not a constant
  public static long of(Dim extent) {
    return Dims.constantValue(extent)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "extent %s: a search needs a constant".formatted(Dims.print(extent))));
  }

  /// @see #of(Dim)
  public static long of(Axis axis) {
    return of(axis.extent());
  }

  /// True for an axis that has one point, so that it does not matter where it is mapped.
  public static boolean isUnit(Computation computation, String axis) {
    return of(computation.axis(axis)) == 1;
  }

  /// The product; 1 of none.
  public static long product(long... factors) {
    return Arrays.stream(factors).reduce(1, Math::multiplyExact);
  }
}
