package dev.certosina.compiler.mapping;

import dev.certosina.ModelException;
import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.mapping.Mapping.AxisGroup;
import dev.certosina.compiler.mapping.Rejection.Reason;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// The axes that may feed each axis of an intrinsic once operands have their roles, and the
/// conditions on sets of them.
final class AxisCandidates {
  private static final int MOST_AXES = 62;

  private final Computation computation;
  private final Intrinsic intrinsic;
  private final MappingOptions options;
  private final List<Integer> sources;
  private final List<Axis> axes;
  private final MatchPoints points;
  private final ReductionPadding reductionPadding;
  private final boolean isAlwaysNeutral;
  private final List<Rejection> rejections = new ArrayList<>();
  private final List<Long> candidates = new ArrayList<>();

  AxisCandidates(
      Computation computation, Intrinsic intrinsic, MappingOptions options, List<Integer> sources) {
    this.computation = computation;
    this.intrinsic = intrinsic;
    this.options = options;
    this.sources = sources;
    this.axes = computation.axes();
    this.reductionPadding = new ReductionPadding(intrinsic);
    this.isAlwaysNeutral = reductionPadding.isAlwaysNeutral();
    if (axes.size() > MOST_AXES) {
      throw new ModelException(
          "%s: %d axes, needs at most %d".formatted(computation.name(), axes.size(), MOST_AXES));
    }
    List<Access> accesses = OperandRoles.accesses(computation.statement(), sources);
    this.points = new MatchPoints(accesses, axes.stream().map(Axis::name).toList());
    for (Axis fed : intrinsic.compute().axes()) {
      candidates.add(candidatesOf(fed.name(), accesses));
    }
  }

  /// Why axes are not among the candidates.
  List<Rejection> rejections() {
    return rejections;
  }

  GroupChoices choices() {
    return new GroupChoices(candidates, options.unitAxes());
  }

  /// Why the sets are no mapping, or empty. They are candidates, and disjoint.
  Optional<Rejection> obstacle(long[] sets) {
    if (options.rule() == MappingRule.MATCH_POINT) {
      int axis = points.uncovered(sets);
      if (axis >= 0) {
        return Optional.of(
            new Rejection(
                Reason.MATCH_POINT,
                place(sets),
                "axis %s shares a dimension with %s"
                    .formatted(axes.get(axis).name(), String.join(", ", points.sharing(axis))),
                "for each axis a match point: one axis per group, no two in one dimension"));
      }
    }
    Optional<Rejection> shortExtent = options.strict() ? shortExtent(sets) : Optional.empty();
    return shortExtent.or(() -> isAlwaysNeutral ? Optional.empty() : padding(sets));
  }

  /// True if candidates may have an obstacle.
  boolean hasObstacles() {
    return options.rule() == MappingRule.MATCH_POINT || options.strict() || !isAlwaysNeutral;
  }

  private Optional<Rejection> padding(long[] sets) {
    List<Axis> fed = intrinsic.compute().axes();
    Map<String, Dim> fused = new LinkedHashMap<>();
    for (int group = 0; group < sets.length; group++) {
      fused.put(fed.get(group).name(), extent(sets[group]));
    }
    return reductionPadding.obstacle(fused, place(sets));
  }

  Mapping mapping(long[] sets) {
    return new Mapping(computation, intrinsic, sources, groups(sets));
  }

  private long candidatesOf(String fed, List<Access> accesses) {
    List<Access> hardware = intrinsic.compute().statement().accesses();
    List<String> operands = hardware.stream().map(Access::tensor).toList();
    ColumnSignature needed = ColumnSignature.of(hardware, fed);
    long matching = 0;
    for (int axis = 0; axis < axes.size(); axis++) {
      String name = axes.get(axis).name();
      String place = OperandRoles.place("axis %s -> %s".formatted(name, fed), sources);
      ColumnSignature found = ColumnSignature.of(accesses, name);
      Optional<String> obstacle =
          options.rule() == MappingRule.MATCH_POINT ? points.obstacle(name) : Optional.empty();
      if (!found.equals(needed)) {
        rejections.add(
            new Rejection(
                Reason.COLUMN, place, "column " + found.text(operands), needed.text(operands)));
      } else if (obstacle.isPresent()) {
        rejections.add(
            new Rejection(
                Reason.MATCH_POINT,
                place,
                obstacle.get(),
                "a positive coefficient in one dimension per operand"));
      } else {
        matching |= 1L << axis;
      }
    }
    if (matching == 0 && !options.unitAxes()) {
      rejections.add(
          new Rejection(
              Reason.NO_AXIS,
              OperandRoles.place("axis " + fed, sources),
              "no axis with its column",
              "an axis with column %s, or an inserted axis of extent 1"
                  .formatted(needed.text(operands))));
    }
    return matching;
  }

  private Optional<Rejection> shortExtent(long[] sets) {
    List<Axis> fed = intrinsic.compute().axes();
    for (int group = 0; group < sets.length; group++) {
      OptionalLong needed = Dims.constantValue(fed.get(group).extent());
      OptionalLong found = Dims.constantValue(extent(sets[group]));
      if (needed.isPresent() && found.isPresent() && found.getAsLong() < needed.getAsLong()) {
        return Optional.of(
            new Rejection(
                Reason.EXTENT,
                place(sets),
                "extent %d for %s".formatted(found.getAsLong(), fed.get(group).name()),
                "at least " + needed.getAsLong()));
      }
    }
    return Optional.empty();
  }

  private Dim extent(long set) {
    var extents = new ArrayList<Dim>();
    for (long rest = set; rest != 0; rest &= rest - 1) {
      extents.add(axes.get(Long.numberOfTrailingZeros(rest)).extent());
    }
    return Dims.multiply(extents);
  }

  private String place(long[] sets) {
    return OperandRoles.place(MappingText.printGroups(groups(sets)), sources);
  }

  private List<AxisGroup> groups(long[] sets) {
    var groups = new ArrayList<AxisGroup>();
    for (int group = 0; group < sets.length; group++) {
      var names = new ArrayList<String>();
      for (long rest = sets[group]; rest != 0; rest &= rest - 1) {
        names.add(axes.get(Long.numberOfTrailingZeros(rest)).name());
      }
      groups.add(new AxisGroup(intrinsic.compute().axes().get(group).name(), names));
    }
    return groups;
  }
}
