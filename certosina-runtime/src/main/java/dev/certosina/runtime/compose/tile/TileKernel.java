package dev.certosina.runtime.compose.tile;

/// A kernel that computes one tile of the output over the whole reduction.
///
/// @param name for people
/// @param rows height of the tile
/// @param columns width of the tile
/// @param depth steps of one iteration
/// @param residents tiles that one processing element holds at a time
/// @param startNanos a tile before its first iteration, and its write-back
/// @param iterationNanos one iteration, measured with all residents present
public record TileKernel(
    String name,
    int rows,
    int columns,
    int depth,
    int residents,
    double startNanos,
    double iterationNanos) {

  /// @throws IllegalArgumentException when a size is not positive or a time is not a time
  public TileKernel {
    boolean sizes = rows > 0 && columns > 0 && depth > 0 && residents > 0;
    if (!sizes || !(startNanos >= 0) || !(iterationNanos > 0)) {
      throw new IllegalArgumentException(
          "kernel %s: found a size or time out of range, needed positive ones".formatted(name));
    }
  }

  /// Iterations of a reduction over `k` steps.
  public long iterations(long k) {
    return Math.ceilDiv(k, depth);
  }

  /// The time of one tile over `k` steps.
  public double nanos(long k) {
    return startNanos + iterationNanos * iterations(k);
  }

  /// Tiles that cover `height` rows and `width` columns.
  public long tiles(long height, long width) {
    return Math.ceilDiv(height, rows) * Math.ceilDiv(width, columns);
  }
}
