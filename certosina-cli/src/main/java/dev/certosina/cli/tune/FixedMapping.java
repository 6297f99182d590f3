package dev.certosina.cli.tune;

import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.Mapping.AxisGroup;
import dev.certosina.compiler.search.Extents;
import dev.certosina.compiler.search.MappingChoice;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// The mappings of a convolution that other systems always use, for comparison (AMOS, ISCA 2022,
/// section 7.5). Axes have the names of `c2d`: `n`, `p`, `q`, `k`, `c`, `r`, `s`.
enum FixedMapping {
  /// All pixels of the batch in one axis; all reductions in one axis where the instruction has one.
  IM2COL(List.of("n", "p", "q"), List.of("c", "r", "s")),

  /// Height and width in one axis; channels alone where the instruction reduces.
  FUSE_HW(List.of("p", "q"), List.of("c"));

  private final List<String> pixels;
  private final List<String> reductions;

  FixedMapping(List<String> pixels, List<String> reductions) {
    this.pixels = pixels;
    this.reductions = reductions;
  }

  /// True for a choice that maps this way; axes of one point do not count.
  boolean isUsedBy(MappingChoice choice) {
    Mapping mapping = choice.mapping();
    Computation computation = mapping.computation();
    boolean hasPixels = false;
    for (AxisGroup group : mapping.groups()) {
      Axis intrinsicAxis = mapping.intrinsic().compute().axis(group.intrinsicAxis());
      Set<String> axes = longAxes(computation, group.axes());
      if (intrinsicAxis.kind() == AxisKind.REDUCTION) {
        if (!axes.equals(longAxes(computation, reductions))) {
          return false;
        }
      } else if (axes.equals(longAxes(computation, pixels)) && !axes.isEmpty()) {
        hasPixels = true;
      }
    }
    return hasPixels;
  }

  private static Set<String> longAxes(Computation computation, List<String> names) {
    Set<String> axes = new TreeSet<>();
    for (Axis axis : computation.axes()) {
      if (names.contains(axis.name()) && Extents.of(axis) > 1) {
        axes.add(axis.name());
      }
    }
    return axes;
  }
}
