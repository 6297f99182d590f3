package dev.certosina.compiler.mapping.check;

import java.util.stream.IntStream;

/// Counts through the points of a box, the last dim fastest, in slots of a shared array.
///
/// Of a dim it may visit some leading numbers and the last only.
final class Odometer {
  private final int[] slots;
  private final long[] extents;
  private final long[] leading;

  /// @param slots of the dims
  /// @param extents of the same; at least 1
  Odometer(int[] slots, long[] extents) {
    this(slots, extents, extents);
  }

  /// @param leading how many numbers of each dim are visited before its last; at least 1
  Odometer(int[] slots, long[] extents, long[] leading) {
    this.slots = slots;
    this.extents = extents;
    this.leading = leading;
  }

  /// The number of points.
  int size() {
    return Math.toIntExact(
        IntStream.range(0, extents.length)
            .mapToLong(dim -> Math.min(extents[dim], leading[dim] + 1))
            .reduce(1, Math::multiplyExact));
  }

  void reset(long[] variables) {
    for (int slot : slots) {
      variables[slot] = 0;
    }
  }

  /// Moves to the next point; false after the last, at the first again.
  boolean advance(long[] variables) {
    for (int dim = slots.length - 1; dim >= 0; dim--) {
      long next = variables[slots[dim]] + 1;
      if (next < extents[dim]) {
        variables[slots[dim]] = next == leading[dim] ? extents[dim] - 1 : next;
        return true;
      }
      variables[slots[dim]] = 0;
    }
    return false;
  }
}
