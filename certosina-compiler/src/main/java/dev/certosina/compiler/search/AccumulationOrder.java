package dev.certosina.compiler.search;

import dev.certosina.compiler.affine.IndexStatement.Accumulation;
import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.mapping.PhysicalMapping.TiledAxis;
import dev.certosina.compiler.schedule.nest.NestSchedule;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import java.util.ArrayList;
import java.util.List;

/// Whether a candidate takes the points of every sum in the order that the design fixes: ascending,
/// the computation's reduction axes in their order, the last one fastest.
///
/// Other candidates are worth measuring, to know what the order costs, but no model may use them:
/// results must not change with tuning.
public final class AccumulationOrder {
  private AccumulationOrder() {}

  /// True when every element of the destination gets the same bits as in the order of the
  /// computation.
  public static boolean isCanonical(PhysicalMapping physical, NestSchedule schedule) {
    Computation computation = physical.mapping().computation();
    if (!roundingDependsOnOrder(computation)) {
      return true;
    }
    return !hasPartialSums(physical.mapping())
        && canonical(computation).equals(taken(physical, schedule));
  }

  /// Integer sums wrap around and extrema do not round: both are the same in any order.
  static boolean roundingDependsOnOrder(Computation computation) {
    Accumulation accumulation = computation.statement().accumulation();
    return computation.destination().type().isFloat()
        && (accumulation == Accumulation.SUM || accumulation == Accumulation.PRODUCT);
  }

  private static boolean hasPartialSums(Mapping mapping) {
    return mapping.intrinsic().partialSums().stream()
        .anyMatch(axis -> Extents.of(mapping.intrinsic().compute().axis(axis)) > 1);
  }

  private static List<String> canonical(Computation computation) {
    return computation.axes().stream()
        .filter(axis -> axis.kind() == AxisKind.REDUCTION && Extents.of(axis) > 1)
        .map(Axis::name)
        .toList();
  }

  /// Reduction axes from the slowest to the fastest, as the candidate takes them.
  private static List<String> taken(PhysicalMapping physical, NestSchedule schedule) {
    List<ReductionDigit> digits = new ArrayList<>();
    for (String loop : schedule.order()) {
      int tile = tileOf(physical, loop);
      digits.add(tile < 0 ? new ReductionDigit.Outer(loop) : new ReductionDigit.Tiles(tile));
    }
    for (int tile = 0; tile < physical.tiles().size(); tile++) {
      digits.add(new ReductionDigit.Lanes(tile));
    }
    digits.removeIf(digit -> isConstant(physical, digit));
    List<String> axes = new ArrayList<>();
    for (int i = 0; i < digits.size(); i++) {
      switch (digits.get(i)) {
        case ReductionDigit.Outer(String axis) -> axes.add(axis);
        case ReductionDigit.Lanes(int tile) -> axes.addAll(reductions(physical, tile));
        case ReductionDigit.Tiles(int tile) -> {
          // Tiles directly followed by their lanes count the fused axes up.
          boolean isWhole = physical.tiles().get(tile).size() == 1;
          if (!isWhole
              && i + 1 < digits.size()
              && digits.get(i + 1).equals(new ReductionDigit.Lanes(tile))) {
            i++;
            isWhole = true;
          }
          axes.addAll(isWhole ? reductions(physical, tile) : List.of("tile " + tile));
        }
      }
    }
    return axes;
  }

  /// True for a digit that never leaves 0 or that selects elements of the destination.
  private static boolean isConstant(PhysicalMapping physical, ReductionDigit digit) {
    return switch (digit) {
      case ReductionDigit.Outer(String axis) ->
          !isReduction(physical.mapping().computation(), axis);
      case ReductionDigit.Tiles(int tile) ->
          reductions(physical, tile).isEmpty() || physical.tiles().get(tile).count() == 1;
      case ReductionDigit.Lanes(int tile) ->
          reductions(physical, tile).isEmpty() || physical.tiles().get(tile).size() == 1;
    };
  }

  /// The reduction axes of one tile axis that have more than one point.
  private static List<String> reductions(PhysicalMapping physical, int tile) {
    Mapping mapping = physical.mapping();
    return mapping.groups().get(tile).axes().stream()
        .filter(axis -> isReduction(mapping.computation(), axis))
        .toList();
  }

  private static boolean isReduction(Computation computation, String axis) {
    Axis known = computation.axis(axis);
    return known.kind() == AxisKind.REDUCTION && Extents.of(known) > 1;
  }

  private static int tileOf(PhysicalMapping physical, String loop) {
    List<TiledAxis> tiles = physical.tiles();
    for (int i = 0; i < tiles.size(); i++) {
      if (tiles.get(i).loop().equals(loop)) {
        return i;
      }
    }
    return -1;
  }
}
