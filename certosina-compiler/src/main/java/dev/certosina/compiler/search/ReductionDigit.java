package dev.certosina.compiler.search;

/// A counter that moves through the points of a sum.
sealed interface ReductionDigit {

  /// The loop of an axis that no instruction takes.
  record Outer(String axis) implements ReductionDigit {}

  /// The loop over the tiles of one axis of the instruction.
  record Tiles(int tile) implements ReductionDigit {}

  /// What the instruction itself does along one of its axes.
  record Lanes(int tile) implements ReductionDigit {}
}
