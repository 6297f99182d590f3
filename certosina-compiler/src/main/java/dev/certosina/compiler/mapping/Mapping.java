package dev.certosina.compiler.mapping;

import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import java.util.List;

/// Which axes of a computation feed which axes of an instruction (AMOS's compute mapping).
///
/// Axes of the computation in no group stay outer loops.
///
/// @param sources for each source of the intrinsic, the position of the operand that plays it
/// @param groups one per axis of the intrinsic, in its order; disjoint
public record Mapping(
    Computation computation, Intrinsic intrinsic, List<Integer> sources, List<AxisGroup> groups) {

  public Mapping {
    sources = List.copyOf(sources);
    groups = List.copyOf(groups);
  }

  /// The axes fused into one axis of the intrinsic, the most significant first; none stands for an
  /// inserted axis of extent 1.
  public record AxisGroup(String intrinsicAxis, List<String> axes) {
    public AxisGroup {
      axes = List.copyOf(axes);
    }
  }

  /// The axes that stay loops, in the computation's order.
  public List<Axis> outerAxes() {
    return computation.axes().stream()
        .filter(axis -> groups.stream().noneMatch(group -> group.axes().contains(axis.name())))
        .toList();
  }
}
