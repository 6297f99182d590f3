package dev.certosina.compiler.mapping.check;

import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.mapping.PhysicalMapping.TiledAxis;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.runtime.dim.Dims;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToLongFunction;

/// Which lanes of an intrinsic's axes an interpretation visits: of each axis some leading ones, and
/// the last.
///
/// @param sizes of the axes, by name
/// @param leading how many of each come before the last; the size where all are visited
record LaneRange(Map<String, Long> sizes, Map<String, Long> leading) {
  /// Lanes beyond the data that are visited before the last one.
  private static final long BORDER = 2;

  /// Every lane.
  static LaneRange all(PhysicalMapping physical) {
    return of(physical, TiledAxis::size);
  }

  /// All lanes that can hold elements, and of the padding its border: two lanes and the last.
  ///
  /// The others differ from these in no guard or fill that is affine in the lane, so the checks
  /// that they are neutral, and that nothing is stored from them, need not see each.
  static LaneRange live(PhysicalMapping physical) {
    return of(physical, tile -> Math.min(tile.size(), tile.extent() + BORDER));
  }

  private static LaneRange of(PhysicalMapping physical, ToLongFunction<TiledAxis> leading) {
    Map<String, Long> sizes = new LinkedHashMap<>();
    Map<String, Long> counts = new LinkedHashMap<>();
    for (TiledAxis tile : physical.tiles()) {
      sizes.put(tile.intrinsicAxis(), tile.size());
      counts.put(tile.intrinsicAxis(), leading.applyAsLong(tile));
    }
    return new LaneRange(sizes, counts);
  }

  /// Every lane of an intrinsic.
  static LaneRange all(Intrinsic intrinsic) {
    Map<String, Long> sizes = new LinkedHashMap<>();
    intrinsic
        .compute()
        .axes()
        .forEach(axis -> sizes.put(axis.name(), Dims.constantValue(axis.extent()).orElseThrow()));
    return new LaneRange(sizes, sizes);
  }

  long leading(String axis) {
    return Objects.requireNonNull(leading.get(axis));
  }

  /// The number of lanes of an axis that are visited.
  long count(String axis) {
    return Math.min(Objects.requireNonNull(sizes.get(axis)), leading(axis) + 1);
  }
}
