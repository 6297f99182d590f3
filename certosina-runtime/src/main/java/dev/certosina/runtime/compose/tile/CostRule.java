package dev.certosina.runtime.compose.tile;

import dev.certosina.runtime.compose.Makespan;
import java.util.Comparator;
import java.util.List;

/// What a plan is judged by. All but the first are there to see what the parts of a prediction are
/// worth.
public enum CostRule {
  /// The end of the last tile when the tiles of all regions share the elements.
  MAKESPAN,
  /// The published rule: for each region its rounds times the time of a tile, summed.
  SUM_OF_WAVES,
  /// Rounds alone: prefers large tiles.
  WAVES_ONLY,
  /// The time of a tile alone: prefers small tiles.
  PIPE_ONLY;

  /// The cost of `regions`, whose tiles start in order on `elements` processing elements.
  double of(List<TileRegion> regions, long k, long elements) {
    return switch (this) {
      case MAKESPAN -> makespan(regions, k, elements);
      case SUM_OF_WAVES ->
          regions.stream()
              .mapToDouble(region -> waves(region, elements) * region.kernel().nanos(k))
              .sum();
      case WAVES_ONLY -> regions.stream().mapToDouble(region -> waves(region, elements)).sum();
      case PIPE_ONLY -> regions.stream().mapToDouble(region -> region.kernel().nanos(k)).sum();
    };
  }

  private static double makespan(List<TileRegion> regions, long k, long elements) {
    var makespan = new Makespan(regions.size());
    makespan.begin(elements);
    for (TileRegion region : regions) {
      TileKernel kernel = region.kernel();
      makespan.add(region.tiles(), kernel.nanos(k), kernel.residents());
    }
    return makespan.nanos();
  }

  private static long waves(TileRegion region, long elements) {
    return Math.ceilDiv(region.tiles(), elements * region.kernel().residents());
  }

  /// The regions with the longest tiles first: dealing them out in this order to the element with
  /// the least work maximises the least and so nearly minimises the most.
  static List<TileRegion> longestFirst(List<TileRegion> regions, long k) {
    Comparator<TileRegion> byTime = Comparator.comparingDouble(region -> region.kernel().nanos(k));
    return regions.stream().sorted(byTime.reversed()).toList();
  }
}
