package dev.certosina.compiler.mapping;

import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.mapping.Mapping.AxisGroup;
import dev.certosina.compiler.mapping.PhysicalMapping.TiledAxis;
import dev.certosina.compiler.target.Intrinsic.Stride;
import dev.certosina.compiler.target.Intrinsic.Transfer;
import dev.certosina.compiler.texpr.Computation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Whether the lanes of a tile lie at constant distances, and whether the instruction takes those.
final class LaneStrides {

  /// Strides, or why there are none.
  sealed interface Result {

    /// @param strides one per lane axis, in the order of the tile's coordinates
    record Found(List<Long> strides) implements Result {
      public Found {
        strides = List.copyOf(strides);
      }
    }

    record Absent(String reason) implements Result {}
  }

  private record Segment(String axis, long weight, long extent) {}

  private LaneStrides() {}

  /// @param groups of the lane axes, in the order of the tile's coordinates
  /// @param tiles of the same
  static Result of(
      Computation computation,
      Access access,
      TensorWindow window,
      List<AxisGroup> groups,
      List<TiledAxis> tiles,
      Map<String, Stride> required) {
    List<Long> strides = new ArrayList<>();
    for (int i = 0; i < groups.size(); i++) {
      TiledAxis tile = tiles.get(i);
      Stride wanted = required.get(tile.intrinsicAxis());
      if (tile.extent() == 1 || tile.size() == 1) {
        strides.add(wanted instanceof Stride.Fixed(String _, long elements) ? elements : 0L);
        continue;
      }
      List<Segment> segments = segments(computation, access, window, groups.get(i));
      Segment last = segments.getLast();
      if (segments.size() > 1 && last.extent() % tile.size() != 0) {
        return new Result.Absent(crossing(tile, segments));
      }
      if (wanted instanceof Stride.Fixed(String _, long elements) && elements != last.weight()) {
        return new Result.Absent(
            "lanes of "
                + tile.intrinsicAxis()
                + " are "
                + last.weight()
                + " elements apart, the instruction needs "
                + elements);
      }
      strides.add(last.weight());
    }
    return checkParameters(tiles, strides, required);
  }

  /// The axes of a group from the most significant, joined where the distance between neighbours of
  /// one is the length of the next.
  private static List<Segment> segments(
      Computation computation, Access access, TensorWindow window, AxisGroup group) {
    List<Segment> segments = new ArrayList<>();
    for (String axis : group.axes()) {
      long extent = FusedAxes.extent(computation, axis);
      if (extent == 1) {
        continue;
      }
      long weight = window.weight(access, axis);
      Segment next = new Segment(axis, weight, extent);
      if (!segments.isEmpty() && segments.getLast().weight() == weight * extent) {
        next = new Segment(axis, weight, segments.removeLast().extent() * extent);
      }
      segments.add(next);
    }
    return segments;
  }

  private static String crossing(TiledAxis tile, List<Segment> segments) {
    Segment inner = segments.getLast();
    Segment outer = segments.get(segments.size() - 2);
    return "lanes of "
        + tile.intrinsicAxis()
        + " cross from "
        + inner.axis()
        + " to "
        + outer.axis()
        + ", found steps of "
        + inner.weight()
        + " and, after "
        + inner.extent()
        + ", of "
        + outer.weight()
        + ", needed one stride";
  }

  /// Axes that share a stride parameter must have the same stride.
  private static Result checkParameters(
      List<TiledAxis> tiles, List<Long> strides, Map<String, Stride> required) {
    Map<String, Long> parameters = new LinkedHashMap<>();
    for (int i = 0; i < tiles.size(); i++) {
      if (required.get(tiles.get(i).intrinsicAxis()) instanceof Stride.Free(String _, String name)
          && tiles.get(i).extent() > 1
          && tiles.get(i).size() > 1) {
        Long other = parameters.putIfAbsent(name, strides.get(i));
        if (other != null && !other.equals(strides.get(i))) {
          return new Result.Absent(
              "stride " + name + " would be " + other + " and " + strides.get(i));
        }
      }
    }
    return new Result.Found(strides);
  }

  /// The strides that a transfer asks for, by lane axis.
  static Map<String, Stride> required(Transfer transfer) {
    Map<String, Stride> required = new LinkedHashMap<>();
    transfer.strides().forEach(stride -> required.put(stride.axis(), stride));
    return required;
  }
}
