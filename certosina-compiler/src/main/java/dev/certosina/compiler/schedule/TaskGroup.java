package dev.certosina.compiler.schedule;

import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.List;

/// Stages over one row space: every point of the outer axes has `row.extent()` rows, and row `r` of
/// a stage reads only row `r` of what earlier stages of the group wrote.
///
/// @param outer axes whose points are never tiled; may be empty
/// @param row the axis that tasks cut into tiles; its extent may be the constant 1
public record TaskGroup(String name, List<Axis> outer, Axis row, List<Stage> stages) {
  public TaskGroup {
    outer = List.copyOf(outer);
    stages = List.copyOf(stages);
  }

  /// The number of points of the outer axes.
  public Dim outerExtent() {
    return Dims.multiply(outer.stream().map(Axis::extent).toList());
  }
}
