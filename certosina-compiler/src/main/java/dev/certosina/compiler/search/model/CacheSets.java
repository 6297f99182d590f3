package dev.certosina.compiler.search.model;

/// Into how many sets of a cache the lines of an access pattern fall.
///
/// A first-level cache is indexed by the address within a page: lines that lie a multiple of 4096
/// bytes apart share one set, however large the cache is, so rows whose stride is such a multiple
/// push each other out long before it is full.
final class CacheSets {
  /// A page, and one way of a first-level cache on all processors that we know.
  private static final long WAY_BYTES = 4096;

  private static final long LINE_BYTES = 64;
  private static final double SETS = (double) WAY_BYTES / LINE_BYTES;

  private final double runSets;
  private double lines;
  private double covered;
  // All runs start at multiples of this distance, modulo a way.
  private long spacing = WAY_BYTES;

  /// @param runBytes of neighbours, from which the pattern is built
  CacheSets(double runBytes) {
    lines = Math.max(1, Math.ceil(runBytes / LINE_BYTES));
    runSets = Math.min(SETS, lines);
    covered = runSets;
  }

  /// Repeats the pattern so far.
  ///
  /// @param strideBytes between two repetitions
  void add(double count, double strideBytes) {
    if (count <= 1) {
      return;
    }
    long stride = Math.max(1, Math.round(strideBytes));
    double repetitions = Math.ceil(count * Math.min(1, (double) stride / LINE_BYTES));
    double places = (double) WAY_BYTES / greatestCommonDivisor(stride, WAY_BYTES);
    spacing = greatestCommonDivisor(stride, spacing);
    lines *= repetitions;
    covered *= Math.min(repetitions, places);
    covered = Math.min(Math.min(covered, SETS), runSets * WAY_BYTES / spacing);
  }

  private static long greatestCommonDivisor(long a, long b) {
    return b == 0 ? a : greatestCommonDivisor(b, a % b);
  }

  /// Bytes of a cache in which the lines have room, when its ways are a page each.
  double crowdedBytes() {
    return Math.max(1, lines / covered) * WAY_BYTES;
  }
}
