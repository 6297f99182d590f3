package dev.certosina.runtime.compose;

/// The compositions made lately, bounded in number; a hit neither searches nor allocates.
///
/// Shapes are spread over sets of eight places; in a full set the place filled longest ago gives
/// way. Not safe for several threads: each owner has its own.
public final class CompositionCache {
  private static final int WAYS = 8;
  private static final int WORDS = 4;
  private static final long MIX = 0x9e37_79b9_7f4a_7c15L;

  private final ProductComposer composer;
  private final int sets;
  private final long[] keys;
  private final Composition[] values;
  private final byte[] oldest;

  /// @param capacity compositions kept, rounded up to a power of two, at least 8
  public CompositionCache(ProductComposer composer, int capacity) {
    this.composer = composer;
    this.sets = Integer.highestOneBit(Math.max(1, (capacity + WAYS - 1) / WAYS * 2 - 1));
    this.keys = new long[sets * WAYS * WORDS];
    this.values = new Composition[sets * WAYS];
    for (int i = 0; i < values.length; i++) {
      values[i] = new Composition();
    }
    this.oldest = new byte[sets];
  }

  public int capacity() {
    return values.length;
  }

  /// The composition of a product; valid until the cache is asked for another.
  ///
  /// @throws dev.certosina.ModelException when the sizes are not positive or overflow
  public Composition get(long m, long n, long k, boolean cold, int threads) {
    long settings = (long) threads << 1 | (cold ? 1 : 0);
    long hash = (((m * MIX ^ n) * MIX ^ k) * MIX ^ settings) * MIX;
    int set = (int) (hash >>> 32) & (sets - 1);
    for (int place = set * WAYS; place < (set + 1) * WAYS; place++) {
      int key = place * WORDS;
      if (keys[key] == m && keys[key + 1] == n && keys[key + 2] == k && keys[key + 3] == settings) {
        return values[place];
      }
    }
    return compose(set, m, n, k, cold, threads);
  }

  private Composition compose(int set, long m, long n, long k, boolean cold, int threads) {
    int place = set * WAYS + oldest[set];
    oldest[set] = (byte) ((oldest[set] + 1) % WAYS);
    int key = place * WORDS;
    // No product has 0 rows, so the place holds nothing while it is being filled.
    keys[key] = 0;
    composer.compose(m, n, k, cold, threads, values[place]);
    keys[key + 1] = n;
    keys[key + 2] = k;
    keys[key + 3] = (long) threads << 1 | (cold ? 1 : 0);
    keys[key] = m;
    return values[place];
  }
}
