package dev.certosina.compiler.mapping;

import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.List;
import java.util.Optional;

/// The index matching of AMOS's released code, in closed form.
///
/// A match point chooses one axis for each axis of the intrinsic such that, all other axes fixed,
/// every index dimension that is left varies with one chosen axis and a positive factor, and is a
/// dimension of the intrinsic. That holds exactly when columns are equal, each chosen axis occurs
/// once in an operand and with positive coefficients, and no two chosen axes share a dimension. A
/// mapping is a union of match points: one whose every axis is in a match point of the mapping's
/// own axes, since the union of all those is the largest union inside the mapping. Axes are bits.
final class MatchPoints {
  private final List<Access> accesses;
  private final List<String> axes;
  private final long[] compatible;

  /// @param accesses sources, then the destination
  /// @param axes at most 63
  MatchPoints(List<Access> accesses, List<String> axes) {
    this.accesses = accesses;
    this.axes = axes;
    this.compatible = new long[axes.size()];
    for (int one = 0; one < axes.size(); one++) {
      for (int other = 0; other < axes.size(); other++) {
        if (!shareDimension(axes.get(one), axes.get(other))) {
          compatible[one] |= 1L << other;
        }
      }
    }
  }

  /// Why no match point can hold `axis`, or empty.
  Optional<String> obstacle(String axis) {
    for (Access access : accesses) {
      int occurrences = 0;
      for (IndexExpr coordinate : access.coordinates()) {
        if (coordinate.uses(axis)) {
          occurrences++;
          Dim coefficient = coordinate.coefficient(axis);
          if (Dims.isAtMost(coefficient, Dims.constant(0))) {
            return Optional.of(
                "coefficient %s in %s".formatted(Dims.print(coefficient), access.tensor()));
          }
        }
      }
      if (occurrences > 1) {
        return Optional.of("%d dimensions of %s".formatted(occurrences, access.tensor()));
      }
    }
    return Optional.empty();
  }

  /// An axis of `groups` that is in no match point of these groups; -1 if there is none.
  ///
  /// @param groups for each axis of the intrinsic the axes that feed it; empty ones are left out
  int uncovered(long[] groups) {
    for (int group = 0; group < groups.length; group++) {
      for (long rest = groups[group]; rest != 0; rest &= rest - 1) {
        int axis = Long.numberOfTrailingZeros(rest);
        if (!extend(groups, group, 0, compatible[axis])) {
          return axis;
        }
      }
    }
    return -1;
  }

  /// True if one axis of each group but `fixed`, from group `next` on, can be chosen within
  /// `allowed` so that no two share a dimension.
  private boolean extend(long[] groups, int fixed, int next, long allowed) {
    if (next == groups.length) {
      return true;
    }
    if (next == fixed || groups[next] == 0) {
      return extend(groups, fixed, next + 1, allowed);
    }
    for (long rest = groups[next] & allowed; rest != 0; rest &= rest - 1) {
      int axis = Long.numberOfTrailingZeros(rest);
      if (extend(groups, fixed, next + 1, allowed & compatible[axis])) {
        return true;
      }
    }
    return false;
  }

  private boolean shareDimension(String one, String other) {
    return accesses.stream()
        .flatMap(access -> access.coordinates().stream())
        .anyMatch(coordinate -> coordinate.uses(one) && coordinate.uses(other));
  }

  /// Axes that share a dimension with `axis`, for messages.
  List<String> sharing(int axis) {
    return axes.stream()
        .filter(other -> !other.equals(axes.get(axis)) && shareDimension(axes.get(axis), other))
        .toList();
  }
}
