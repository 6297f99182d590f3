package dev.certosina.compiler.mapping.check;

import java.util.Arrays;

/// Counts through the points of a box, the last dim fastest, in slots of a shared array.
final class Odometer {
  private final int[] slots;
  private final long[] extents;

  /// @param slots of the dims
  /// @param extents of the same; at least 1
  Odometer(int[] slots, long[] extents) {
    this.slots = slots;
    this.extents = extents;
  }

  /// The number of points.
  int size() {
    return Math.toIntExact(Arrays.stream(extents).reduce(1, Math::multiplyExact));
  }

  void reset(long[] variables) {
    for (int slot : slots) {
      variables[slot] = 0;
    }
  }

  /// Moves to the next point; false after the last, at the first again.
  boolean advance(long[] variables) {
    for (int dim = slots.length - 1; dim >= 0; dim--) {
      if (++variables[slots[dim]] < extents[dim]) {
        return true;
      }
      variables[slots[dim]] = 0;
    }
    return false;
  }
}
