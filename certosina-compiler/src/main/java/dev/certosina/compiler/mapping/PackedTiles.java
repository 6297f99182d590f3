package dev.certosina.compiler.mapping;

import dev.certosina.compiler.affine.QuasiAffine;
import dev.certosina.compiler.affine.QuasiAffine.Scaled;
import dev.certosina.compiler.affine.QuasiAffine.Sum;
import dev.certosina.compiler.affine.QuasiAffine.Variable;
import dev.certosina.compiler.mapping.OperandPlacer.OperandSite;
import dev.certosina.compiler.mapping.PhysicalMapping.Loop;
import dev.certosina.compiler.mapping.PhysicalMapping.TiledAxis;
import dev.certosina.compiler.target.Intrinsic.Stride;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// The order of an operand's elements in a copy of tiles: the loops that it depends on, in the
/// order of the mapping's loops, then the lanes of a tile.
///
/// @param variables of the copy
/// @param strides one per lane axis, in the order of the tile's coordinates; none if the
///   instruction's strides cannot be had
record PackedTiles(List<Loop> variables, QuasiAffine base, List<Long> strides) {

  PackedTiles {
    variables = List.copyOf(variables);
    strides = List.copyOf(strides);
  }

  static PackedTiles of(
      Mapping mapping,
      FusedAxes axes,
      OperandSite site,
      List<TiledAxis> lanes,
      Map<String, Stride> required) {
    List<TiledAxis> order = order(lanes, required);
    long tileElements = 1;
    List<Long> strides = new ArrayList<>(lanes.stream().map(_ -> 0L).toList());
    for (TiledAxis lane : order.reversed()) {
      strides.set(lanes.indexOf(lane), tileElements);
      tileElements = Math.multiplyExact(tileElements, lane.size());
    }
    List<Loop> loops =
        axes.loops().stream().filter(loop -> depends(mapping, site, lanes, loop.name())).toList();
    List<QuasiAffine> terms = new ArrayList<>();
    long stride = tileElements;
    for (Loop loop : loops.reversed()) {
      terms.add(new Scaled(new Variable(loop.name()), stride));
      stride = Math.multiplyExact(stride, loop.extent());
    }
    List<Loop> variables = new ArrayList<>(loops);
    order.forEach(lane -> variables.add(new Loop(lane.lane(), lane.size(), AxisKind.PARALLEL)));
    return new PackedTiles(
        variables,
        axes.forms().simplify(new Sum(terms)),
        fits(lanes, strides, required) ? strides : List.of());
  }

  private static boolean depends(
      Mapping mapping, OperandSite site, List<TiledAxis> lanes, String loop) {
    return lanes.stream().anyMatch(lane -> lane.loop().equals(loop))
        || (mapping.outerAxes().stream().anyMatch(axis -> axis.name().equals(loop))
            && site.access().uses(loop));
  }

  /// Axes whose stride the instruction prescribes are innermost, the smallest stride last.
  private static List<TiledAxis> order(List<TiledAxis> lanes, Map<String, Stride> required) {
    return lanes.stream()
        .sorted(
            Comparator.comparing(lane ->
                required.get(lane.intrinsicAxis()) instanceof Stride.Fixed(String _, long fixed)
                    ? -fixed
                    : Long.MIN_VALUE))
        .toList();
  }

  private static boolean fits(
      List<TiledAxis> lanes, List<Long> strides, Map<String, Stride> required) {
    for (int i = 0; i < lanes.size(); i++) {
      if (lanes.get(i).size() > 1
          && required.get(lanes.get(i).intrinsicAxis())
              instanceof Stride.Fixed(String _, long fixed)
          && fixed != strides.get(i)) {
        return false;
      }
    }
    return true;
  }
}
