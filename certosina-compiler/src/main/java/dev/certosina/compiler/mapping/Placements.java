package dev.certosina.compiler.mapping;

import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.affine.IndexStatement;
import dev.certosina.compiler.mapping.Mapping.AxisGroup;
import dev.certosina.compiler.mapping.OperandPlacer.OperandSite;
import dev.certosina.compiler.mapping.PhysicalMapping.Loop;
import dev.certosina.compiler.mapping.PhysicalMapping.OperandMap;
import dev.certosina.compiler.mapping.PhysicalMapping.TiledAxis;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A mapping with constant extents, and every way to place each of its operands.
///
/// @param tiles and `loops`: as in [PhysicalMapping]
/// @param operands the intrinsic's sources in its order, then the destination
public record Placements(
    Mapping mapping, List<TiledAxis> tiles, List<Loop> loops, List<OperandChoices> operands) {

  public Placements {
    tiles = List.copyOf(tiles);
    loops = List.copyOf(loops);
    operands = List.copyOf(operands);
  }

  /// What a placement comes to.
  public sealed interface Choice {

    record Possible(OperandMap map) implements Choice {}

    record Impossible(String reason) implements Choice {}
  }

  /// @param operand the intrinsic's name for it
  /// @param tensor the computation's name for it
  /// @param isConstant true if its copies are made once, ahead of time
  /// @param choices one for each [Placement]
  public record OperandChoices(
      String operand, String tensor, boolean isConstant, Map<Placement, Choice> choices) {
    public OperandChoices {
      choices = Collections.unmodifiableMap(new EnumMap<>(choices));
    }

    /// The placements that are possible.
    public List<Placement> possible() {
      return choices.entrySet().stream()
          .filter(entry -> entry.getValue() instanceof Choice.Possible)
          .map(Map.Entry::getKey)
          .toList();
    }

    /// The map of one placement.
    ///
    /// @throws IllegalArgumentException with the reason where it is impossible
    public OperandMap map(Placement placement) {
      return switch (Objects.requireNonNull(choices.get(placement))) {
        case Choice.Possible(OperandMap map) -> map;
        case Choice.Impossible(String reason) ->
            throw new IllegalArgumentException(
                "operand "
                    + operand
                    + " of tensor "
                    + tensor
                    + " cannot be "
                    + placement
                    + ": "
                    + reason);
      };
    }
  }

  /// All placements of all operands.
  ///
  /// @throws IllegalArgumentException if an extent is not constant, or the mapping is none: a tile
  ///   lacks an axis of the intrinsic whose group its tensor uses, or a point without padding lies
  ///   outside its tensor
  public static Placements of(Mapping mapping) {
    Computation computation = mapping.computation();
    Intrinsic intrinsic = mapping.intrinsic();
    FusedAxes axes = FusedAxes.of(mapping);
    List<Double> fills = neutralFills(mapping, axes);
    IndexStatement compute = intrinsic.compute().statement();
    List<Access> tiles = compute.accesses();
    List<OperandChoices> operands = new ArrayList<>();
    for (int i = 0; i < tiles.size(); i++) {
      boolean isSource = i < mapping.sources().size();
      Access access =
          isSource
              ? computation.statement().operands().get(mapping.sources().get(i))
              : computation.statement().destination();
      OperandSite site =
          new OperandSite(
              tiles.get(i), access, isSource, fills.isEmpty() || !isSource ? 0 : fills.get(i));
      checkAxes(mapping, site);
      operands.add(
          new OperandChoices(
              tiles.get(i).tensor(),
              access.tensor(),
              isSource && computation.constants().contains(access.tensor()),
              new OperandPlacer(mapping, axes, site).choices(fills.isEmpty())));
    }
    return new Placements(mapping, axes.tiles(), axes.loops(), operands);
  }

  /// Each combination of possible placements, one per operand.
  public List<List<Placement>> combinations() {
    List<List<Placement>> combinations = List.of(List.of());
    for (OperandChoices operand : operands) {
      List<List<Placement>> longer = new ArrayList<>();
      for (List<Placement> start : combinations) {
        for (Placement placement : operand.possible()) {
          List<Placement> extended = new ArrayList<>(start);
          extended.add(placement);
          longer.add(List.copyOf(extended));
        }
      }
      combinations = longer;
    }
    return combinations;
  }

  /// The physical mapping with these placements, one per operand.
  ///
  /// @throws IllegalArgumentException with the reason if one of them is impossible
  public PhysicalMapping map(List<Placement> placements) {
    if (placements.size() != operands.size()) {
      throw new IllegalArgumentException(
          "found " + placements.size() + " placements, needed " + operands.size());
    }
    List<OperandMap> maps = new ArrayList<>();
    for (int i = 0; i < placements.size(); i++) {
      maps.add(operands.get(i).map(placements.get(i)));
    }
    return new PhysicalMapping(mapping, tiles, loops, maps);
  }

  private static List<Double> neutralFills(Mapping mapping, FusedAxes axes) {
    Computation compute = mapping.intrinsic().compute();
    List<String> padded =
        axes.tiles().stream()
            .filter(tile -> tile.padding() > 0)
            .map(TiledAxis::intrinsicAxis)
            .filter(axis -> compute.axis(axis).kind() == AxisKind.REDUCTION)
            .toList();
    return new ReductionPadding(mapping.intrinsic()).fills(padded);
  }

  private static void checkAxes(Mapping mapping, OperandSite site) {
    for (AxisGroup group : mapping.groups()) {
      for (String axis : group.axes()) {
        if (site.access().uses(axis) && !site.tile().uses(group.intrinsicAxis())) {
          throw new IllegalArgumentException(
              "tensor "
                  + site.access().tensor()
                  + " uses axis "
                  + axis
                  + ", operand "
                  + site.tile().tensor()
                  + " lacks "
                  + group.intrinsicAxis());
        }
      }
    }
  }

  /// The axis that a coordinate of a compute abstraction is.
  static String axisOf(IndexExpr coordinate) {
    return coordinate.terms().getFirst().axis();
  }
}
