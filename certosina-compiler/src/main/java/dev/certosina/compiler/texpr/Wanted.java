package dev.certosina.compiler.texpr;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/// A list of positions that is searched by value; a position may occur more than once.
final class Wanted {
  private final long[] sorted;

  /// Where each entry of `sorted` is in the list.
  private final int[] places;

  Wanted(long[] positions) {
    this.places =
        IntStream.range(0, positions.length)
            .boxed()
            .sorted(Comparator.comparingLong(i -> positions[i]))
            .mapToInt(Integer::intValue)
            .toArray();
    this.sorted = Arrays.stream(places).mapToLong(i -> positions[i]).toArray();
  }

  boolean contains(long position) {
    return Arrays.binarySearch(sorted, position) >= 0;
  }

  /// Visits every place in the list that holds `position`.
  void forEach(long position, IntConsumer action) {
    int found = Arrays.binarySearch(sorted, position);
    int first = found;
    while (first > 0 && sorted[first - 1] == position) {
      first--;
    }
    for (int i = Math.max(first, 0); i < sorted.length && sorted[i] == position; i++) {
      action.accept(places[i]);
    }
  }
}
