package dev.certosina.runtime.compose.tile;

import java.util.List;

/// A cut of the output.
///
/// @param pattern how it was cut
/// @param regions in the order in which their tiles start; together the whole output, once
/// @param cost what the composer minimised: nanoseconds, except under an ablated rule
public record TilePlan(Pattern pattern, List<TileRegion> regions, double cost) {

  public TilePlan {
    regions = List.copyOf(regions);
  }
}
