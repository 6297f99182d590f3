package dev.certosina.compiler.schedule;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Folds neighbouring axes of a row space into one where every access walks them as one: `(b, s)`
/// with strides `(S * c, c)` everywhere becomes one axis of extent `B * S` and stride `c`.
///
/// The merged axis keeps the inner axis's name; the outer one disappears.
final class MergeAxes {
  private MergeAxes() {}

  /// @param axes what is left of the row space
  /// @param removed names that no longer occur
  record Result(List<Axis> axes, Set<String> removed) {
    /// The axis with the extent that it has after merging.
    Axis widened(Axis axis) {
      return axes.stream()
          .filter(merged -> merged.name().equals(axis.name()))
          .findFirst()
          .orElse(axis);
    }

    /// The form without the removed axes.
    IndexExpr apply(IndexExpr index) {
      return index.substitute(
          axis -> removed.contains(axis) ? IndexExpr.constant(0) : IndexExpr.axis(axis));
    }
  }

  /// @param forms every linear address of the group
  /// @param unmergeable axes that occur otherwise than in `forms`
  static Result merge(List<Axis> rowSpace, List<IndexExpr> forms, Set<String> unmergeable) {
    List<Axis> axes = new ArrayList<>(rowSpace);
    Set<String> removed = new HashSet<>();
    for (int i = axes.size() - 2; i >= 0; i--) {
      Axis outer = axes.get(i);
      Axis inner = axes.get(i + 1);
      if (unmergeable.contains(outer.name())
          || unmergeable.contains(inner.name())
          || !forms.stream().allMatch(form -> walksAsOne(form, outer, inner))) {
        continue;
      }
      removed.add(outer.name());
      axes.remove(i);
      axes.set(
          i, new Axis(inner.name(), Dims.multiply(outer.extent(), inner.extent()), inner.kind()));
    }
    return new Result(axes, removed);
  }

  private static boolean walksAsOne(IndexExpr form, Axis outer, Axis inner) {
    return form.coefficient(outer.name())
        .equals(Dims.multiply(inner.extent(), form.coefficient(inner.name())));
  }
}
