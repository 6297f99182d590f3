package dev.certosina.runtime.compose;

/// The chunks in which a long reduction is accumulated.
///
/// They depend on `n` and `k` only: not on the rows, the threads, or what was measured. So a plan
/// that spreads chunks over workers gives the same bits as one that does not.
public final class ReductionChunks {
  /// Shorter chunks are not worth the second sum.
  private static final long SHORTEST = 1024;

  /// Independent pieces of work that a product should offer even where it has one row.
  private static final long WANTED_PIECES = 16;

  /// Columns that count as one piece; fixed, whatever the panels of a processor are.
  private static final long PIECE_COLUMNS = 64;

  /// Chunks begin at multiples of this, which every packing of several elements divides.
  private static final long GRAIN = 64;

  private ReductionChunks() {}

  /// How many chunks, at least 1, for `n` and `k` of at least 1.
  public static long count(long n, long k) {
    return Math.ceilDiv(k, length(n, k));
  }

  /// Steps of every chunk but the last, which has at most as many.
  public static long length(long n, long k) {
    long wanted = WANTED_PIECES / Math.min(WANTED_PIECES, Math.ceilDiv(n, PIECE_COLUMNS));
    long chunks = Math.clamp(k / SHORTEST, 1, wanted);
    return chunks == 1 ? k : Math.ceilDiv(Math.ceilDiv(k, chunks), GRAIN) * GRAIN;
  }
}
