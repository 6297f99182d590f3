package dev.certosina.compiler.schedule.nest;

import java.util.List;

/// A loop cut into blocks whose sizes differ by at most one, the larger ones first.
///
/// @param loop its name in the physical mapping
/// @param extent points of the loop
/// @param count blocks; at least 1 and at most `extent`
public record Blocks(String loop, long extent, long count) {

  /// As few blocks as `factor` points a block allow.
  static Blocks of(String loop, long extent, long factor) {
    return new Blocks(loop, extent, Math.ceilDiv(extent, factor));
  }

  /// Points of a smaller block.
  public long small() {
    return extent / count;
  }

  /// How many blocks, the first ones, have a point more.
  public long larger() {
    return extent % count;
  }

  /// The sizes that occur, the larger one first.
  public List<Long> sizes() {
    return larger() == 0 ? List.of(small()) : List.of(small() + 1, small());
  }
}
