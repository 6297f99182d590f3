package dev.certosina.compiler.affine;

import java.util.List;
import java.util.OptionalDouble;

/// One element of a tensor, named by affine coordinates.
///
/// @param coordinates one per dim of the tensor; none for a scalar
/// @param padding the value read where a coordinate is outside the tensor; without it every point
///   of the domain must be inside
public record Access(String tensor, List<IndexExpr> coordinates, OptionalDouble padding) {
  public Access {
    coordinates = List.copyOf(coordinates);
  }

  public static Access of(String tensor, List<IndexExpr> coordinates) {
    return new Access(tensor, coordinates, OptionalDouble.empty());
  }

  /// True if some coordinate depends on `axis`.
  public boolean uses(String axis) {
    return coordinates.stream().anyMatch(coordinate -> coordinate.uses(axis));
  }
}
