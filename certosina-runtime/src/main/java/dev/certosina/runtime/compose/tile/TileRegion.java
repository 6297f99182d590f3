package dev.certosina.runtime.compose.tile;

/// A rectangle of the output and the kernel that covers it.
public record TileRegion(long row, long column, long rows, long columns, TileKernel kernel) {

  public long tiles() {
    return kernel.tiles(rows, columns);
  }
}
