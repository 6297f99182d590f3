package dev.certosina.compiler.mapping;

import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.affine.NormalForms.Range;
import dev.certosina.compiler.affine.QuasiAffine;
import dev.certosina.compiler.affine.QuasiAffine.Constant;
import dev.certosina.compiler.affine.QuasiAffine.Scaled;
import dev.certosina.compiler.affine.QuasiAffine.Sum;
import dev.certosina.compiler.affine.QuasiAffine.Variable;
import dev.certosina.compiler.mapping.Mapping.AxisGroup;
import dev.certosina.compiler.mapping.PhysicalMapping.Copy;
import dev.certosina.compiler.mapping.PhysicalMapping.Guard;
import dev.certosina.compiler.mapping.PhysicalMapping.OperandMap;
import dev.certosina.compiler.mapping.PhysicalMapping.Strided;
import dev.certosina.compiler.mapping.PhysicalMapping.TiledAxis;
import dev.certosina.compiler.mapping.Placements.Choice;
import dev.certosina.compiler.target.Intrinsic.Stride;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Places one operand in every way.
final class OperandPlacer {
  private final Mapping mapping;
  private final Computation computation;
  private final FusedAxes axes;
  private final OperandSite site;
  private final List<TiledAxis> lanes;
  private final List<AxisGroup> groups;
  private final Map<String, Stride> required;
  private final List<Long> shape;
  private final TensorWindow tensor;

  /// An operand of the intrinsic and what plays it.
  ///
  /// @param tile the intrinsic's access
  /// @param access the computation's
  /// @param neutral what padding lanes of reduction axes hold
  record OperandSite(Access tile, Access access, boolean isSource, double neutral) {}

  OperandPlacer(Mapping mapping, FusedAxes axes, OperandSite site) {
    this.mapping = mapping;
    this.computation = mapping.computation();
    this.axes = axes;
    this.site = site;
    List<String> laneAxes = site.tile().coordinates().stream().map(Placements::axisOf).toList();
    this.lanes = laneAxes.stream().map(axes::tile).toList();
    this.groups = laneAxes.stream().map(this::group).toList();
    this.required =
        mapping.intrinsic().transfers().stream()
            .filter(transfer -> transfer.operand().equals(site.tile().tensor()))
            .filter(transfer -> transfer.isLoad() == site.isSource())
            .findFirst()
            .map(LaneStrides::required)
            .orElse(Map.of());
    this.shape =
        computation.tensor(site.access().tensor()).shape().stream()
            .map(FusedAxes::constant)
            .toList();
    this.tensor = TensorWindow.whole(shape);
  }

  /// @param lacksFill true if padding lanes cannot be made neutral
  Map<Placement, Choice> choices(boolean lacksFill) {
    Map<Placement, Choice> choices = new EnumMap<>(Placement.class);
    if (lacksFill) {
      Choice refused =
          new Choice.Impossible(
              "no value of a source makes its padding lanes neutral, needed extents that fill the"
                  + " reduction axes");
      for (Placement placement : Placement.values()) {
        choices.put(placement, refused);
      }
      return choices;
    }
    choices.put(Placement.IN_PLACE, inPlace());
    choices.put(Placement.PADDED, padded());
    choices.put(Placement.GATHER, gather());
    choices.put(Placement.PACKED, packed());
    return choices;
  }

  private AxisGroup group(String intrinsicAxis) {
    return mapping.groups().stream()
        .filter(group -> group.intrinsicAxis().equals(intrinsicAxis))
        .findFirst()
        .orElseThrow();
  }

  private boolean isReduction(TiledAxis lane) {
    return mapping.intrinsic().compute().axis(lane.intrinsicAxis()).kind() == AxisKind.REDUCTION;
  }

  private Choice inPlace() {
    LaneStrides.Result result =
        LaneStrides.of(computation, site.access(), tensor, groups, lanes, required);
    return switch (result) {
      case LaneStrides.Result.Absent(String reason) -> new Choice.Impossible(reason);
      case LaneStrides.Result.Found(List<Long> strides) -> {
        List<Guard> guards = new ArrayList<>();
        for (int i = 0; i < lanes.size(); i++) {
          if (lanes.get(i).padding() > 0 && !repeats(i, strides.get(i))) {
            guards.add(laneGuard(lanes.get(i)));
          }
        }
        guards.addAll(boundGuards());
        yield possible(
            Placement.IN_PLACE,
            Optional.of(new Strided(atFirstLane(element(tensor)), strides, guards)),
            Optional.empty());
      }
    };
  }

  private Choice gather() {
    return possible(Placement.GATHER, Optional.empty(), Optional.empty());
  }

  private Choice padded() {
    if (!site.isSource()) {
      return new Choice.Impossible("a destination has no padding to write out");
    }
    PaddedWindow window =
        PaddedWindow.of(computation, site, groups, lanes, shape, this::isReduction);
    if (!window.hasPadding()) {
      return new Choice.Impossible("no lane reads padding");
    }
    LaneStrides.Result result =
        LaneStrides.of(computation, site.access(), window.window(), groups, lanes, required);
    return switch (result) {
      case LaneStrides.Result.Absent(String reason) -> new Choice.Impossible(reason);
      case LaneStrides.Result.Found(List<Long> strides) -> {
        List<Guard> guards = new ArrayList<>();
        for (int i = 0; i < lanes.size(); i++) {
          if (lanes.get(i).padding() > 0
              && !window.writtenOut().get(i)
              && !repeats(i, strides.get(i))) {
            guards.add(laneGuard(lanes.get(i)));
          }
        }
        yield possible(
            Placement.PADDED,
            Optional.of(new Strided(atFirstLane(element(window.window())), strides, guards)),
            Optional.of(window.copy()));
      }
    };
  }

  private Choice packed() {
    PackedTiles packed = PackedTiles.of(mapping, axes, site, lanes, required);
    if (packed.strides().isEmpty() && !lanes.isEmpty()) {
      return new Choice.Impossible(
          "no order of the lanes has the strides that the instruction needs");
    }
    return possible(
        Placement.PACKED,
        Optional.of(new Strided(packed.base(), packed.strides(), List.of())),
        Optional.of(new Copy(packed.variables(), element(tensor), guards())));
  }

  private Choice possible(Placement placement, Optional<Strided> strided, Optional<Copy> copy) {
    return new Choice.Possible(
        new OperandMap(
            site.tile().tensor(),
            site.access().tensor(),
            placement,
            element(tensor),
            guards(),
            strided,
            copy));
  }

  /// True if the padding lanes of a spatial axis may read what the only other one reads.
  private boolean repeats(int lane, long stride) {
    return site.isSource()
        && stride == 0
        && lanes.get(lane).extent() == 1
        && !isReduction(lanes.get(lane));
  }

  private List<Guard> guards() {
    List<Guard> guards = new ArrayList<>();
    lanes.stream().filter(lane -> lane.padding() > 0).map(this::laneGuard).forEach(guards::add);
    guards.addAll(boundGuards());
    return guards;
  }

  /// The element belongs to a point of the computation.
  private Guard laneGuard(TiledAxis lane) {
    return new Guard(
        Objects.requireNonNull(axes.fused().get(lane.intrinsicAxis())),
        lane.extent(),
        site.neutral());
  }

  /// The coordinates that can leave the tensor are inside.
  private List<Guard> boundGuards() {
    List<Guard> guards = new ArrayList<>();
    for (int dim = 0; dim < shape.size(); dim++) {
      IndexExpr coordinate = site.access().coordinates().get(dim);
      Range range = TensorWindow.range(coordinate, axis -> FusedAxes.extent(computation, axis));
      if (!range.isWithin(0, shape.get(dim))) {
        if (site.access().padding().isEmpty()) {
          throw new IllegalArgumentException(
              "coordinate "
                  + dim
                  + " of tensor "
                  + site.access().tensor()
                  + " runs from "
                  + range.min()
                  + " to "
                  + range.max()
                  + ", needed below "
                  + shape.get(dim));
        }
        guards.add(
            new Guard(
                axes.formula(coordinate), shape.get(dim), site.access().padding().getAsDouble()));
      }
    }
    return guards;
  }

  private QuasiAffine element(TensorWindow window) {
    List<Long> strides = window.strides();
    List<QuasiAffine> terms = new ArrayList<>();
    for (int dim = 0; dim < strides.size(); dim++) {
      IndexExpr coordinate = site.access().coordinates().get(dim);
      terms.add(new Scaled(axes.formula(coordinate), strides.get(dim)));
      terms.add(new Constant(-window.origin().get(dim) * strides.get(dim)));
    }
    return axes.forms().simplify(new Sum(terms));
  }

  private QuasiAffine atFirstLane(QuasiAffine formula) {
    QuasiAffine first =
        formula.substitute(name ->
            lanes.stream().anyMatch(lane -> lane.lane().equals(name))
                ? new Constant(0)
                : new Variable(name));
    return axes.forms().simplify(first);
  }
}
