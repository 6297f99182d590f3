package dev.certosina.compiler.mapping;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.affine.NormalForms;
import dev.certosina.compiler.affine.QuasiAffine;
import dev.certosina.compiler.affine.QuasiAffine.Constant;
import dev.certosina.compiler.affine.QuasiAffine.Scaled;
import dev.certosina.compiler.affine.QuasiAffine.Sum;
import dev.certosina.compiler.affine.QuasiAffine.Variable;
import dev.certosina.compiler.mapping.PhysicalMapping.Loop;
import dev.certosina.compiler.mapping.PhysicalMapping.TiledAxis;
import dev.certosina.compiler.mapping.TileCover.AxisCover;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// The loops and lanes of a mapping with constant extents, and every axis of the computation as a
/// formula over them.
///
/// @param forms knows the extents of all loops and lanes
/// @param tiles one per axis of the intrinsic, in its order
/// @param loops as in [PhysicalMapping]
/// @param fused `tile * size + lane` for each intrinsic axis
/// @param values of each axis of the computation
record FusedAxes(
    NormalForms forms,
    List<TiledAxis> tiles,
    List<Loop> loops,
    Map<String, QuasiAffine> fused,
    Map<String, QuasiAffine> values) {

  static FusedAxes of(Mapping mapping) {
    List<TiledAxis> tiles = tiles(mapping);
    List<Loop> loops = loops(mapping, tiles);
    Map<String, Long> extents = new LinkedHashMap<>();
    loops.forEach(loop -> extents.put(loop.name(), loop.extent()));
    tiles.forEach(tile -> extents.put(tile.lane(), tile.size()));
    NormalForms forms = new NormalForms(extents);
    VirtualMapping virtual = VirtualMapping.of(mapping);
    Map<String, QuasiAffine> fused = new LinkedHashMap<>();
    Map<String, QuasiAffine> values = new LinkedHashMap<>();
    for (Axis axis : mapping.outerAxes()) {
      values.put(axis.name(), forms.simplify(new Variable(axis.name())));
    }
    for (int i = 0; i < tiles.size(); i++) {
      TiledAxis tile = tiles.get(i);
      QuasiAffine number =
          forms.simplify(
              new Sum(
                  List.of(
                      new Scaled(new Variable(tile.loop()), tile.size()),
                      new Variable(tile.lane()))));
      fused.put(tile.intrinsicAxis(), number);
      virtual
          .axes()
          .get(i)
          .digits()
          .forEach(
              (axis, digit) -> values.put(axis, forms.simplify(digit.substitute(_ -> number))));
    }
    return new FusedAxes(forms, tiles, loops, fused, values);
  }

  private static List<TiledAxis> tiles(Mapping mapping) {
    Set<String> taken = new HashSet<>();
    mapping.computation().axes().forEach(axis -> taken.add(axis.name()));
    List<TiledAxis> tiles = new ArrayList<>();
    TileCover cover =
        TileCover.of(mapping)
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "found symbolic extents in %s, needed constants"
                        .formatted(mapping.computation().name())));
    for (AxisCover axis : cover.axes()) {
      String name = axis.intrinsicAxis();
      tiles.add(new TiledAxis(axis, fresh("tile_" + name, taken), fresh("lane_" + name, taken)));
    }
    return tiles;
  }

  private static List<Loop> loops(Mapping mapping, List<TiledAxis> tiles) {
    List<Loop> loops = new ArrayList<>();
    for (Axis axis : mapping.outerAxes()) {
      loops.add(new Loop(axis.name(), constant(axis.extent()), axis.kind()));
    }
    for (TiledAxis tile : tiles) {
      AxisKind kind = mapping.intrinsic().compute().axis(tile.intrinsicAxis()).kind();
      loops.add(new Loop(tile.loop(), tile.count(), kind));
    }
    loops.sort(Comparator.comparing(Loop::kind));
    return loops;
  }

  private static String fresh(String wanted, Set<String> taken) {
    String name = wanted;
    for (int suffix = 2; !taken.add(name); suffix++) {
      name = wanted + "_" + suffix;
    }
    return name;
  }

  TiledAxis tile(String intrinsicAxis) {
    return tiles.stream()
        .filter(tile -> tile.intrinsicAxis().equals(intrinsicAxis))
        .findFirst()
        .orElseThrow();
  }

  /// A coordinate over loops and lanes.
  QuasiAffine formula(IndexExpr coordinate) {
    List<QuasiAffine> terms = new ArrayList<>();
    terms.add(new Constant(constant(coordinate.offset())));
    for (IndexExpr.Term term : coordinate.terms()) {
      terms.add(
          new Scaled(
              Objects.requireNonNull(values.get(term.axis())), constant(term.coefficient())));
    }
    return forms.simplify(new Sum(terms));
  }

  /// The extent of an axis.
  static long extent(Computation computation, String axis) {
    return constant(computation.axis(axis).extent());
  }

  /// The value of a dim that has to be a constant here.
  static long constant(Dim dim) {
    return Dims.constantValue(dim)
        .orElseThrow(
            () -> new IllegalArgumentException("found the extent " + dim + ", needed a constant"));
  }
}
