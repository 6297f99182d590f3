package dev.certosina.runtime.compose;

import dev.certosina.runtime.compose.model.CalibrationTable;

/// Chooses how to cut a product: how many workers, which tiles, and whether to spread the chunks of
/// a long reduction.
///
/// A few dozen candidates are predicted, the cheapest wins. Plans with two classes of tasks, or
/// with chunks spread, must beat the best plan without by more than the model's error. Composing
/// allocates nothing. Not safe for several threads: each owner has its own.
public final class ProductComposer {
  private static final long SIMPLE_ROWS = 64;
  private static final long TASKS_PER_THREAD = 2;

  private final ProductCost cost;
  private final Features features;
  private final double margin;
  private final Composition candidate = new Composition();
  private final Composition best = new Composition();
  private final Composition elaborate = new Composition();
  private long m;

  /// @param table measured or modelled kernels
  /// @param features all but for ablations
  public ProductComposer(CalibrationTable table, Features features) {
    this.cost = new ProductCost(table, features);
    this.features = features;
    this.margin = features.guard() ? 1 - table.modelError() : 1;
  }

  /// Composes `m` rows by `n` columns over `k` steps, all at least 1, for at most `threads`
  /// workers.
  ///
  /// @param cold whether the weights come from memory
  /// @param result filled in
  /// @throws dev.certosina.ModelException when the sizes are not positive or overflow
  public void compose(long rows, long n, long k, boolean cold, int threads, Composition result) {
    m = rows;
    cost.begin(m, n, k, cold);
    ProductPath path = ProductPath.of(m, n, k);
    if (path.streams()) {
      stream(path, threads, result);
      return;
    }
    double simple = simple(threads);
    best.set(candidate);
    for (int workers = threads; workers >= 1; workers /= 2) {
      searchTiles(workers);
    }
    elaborate.predict(Double.POSITIVE_INFINITY);
    searchTails();
    if (features.splitK() && cost.chunks() > 1) {
      searchChunks(threads);
    }
    result.set(elaborate.nanos() < best.nanos() * margin ? elaborate : best);
    result.finish(path, simple);
  }

  /// The micro-kernel heights that cover `tile` rows of the product composed last: adds their calls
  /// to `calls`, one counter per height of the table, rising.
  public void countCalls(long tile, long[] calls) {
    cost.cover().count(tile, calls);
  }

  private void stream(ProductPath path, int threads, Composition result) {
    double alone = cost.streamNanos(1);
    double shared = cost.streamNanos(threads);
    int workers = path != ProductPath.DOT && shared < alone ? threads : 1;
    long tile = Math.ceilDiv(m, workers);
    result.cut(workers, m, tile, tile, cost.panels(), false);
    result.predict(workers == 1 ? alone : shared);
    result.finish(path, alone);
  }

  /// What equal tiles would take: the plan that every other is measured against.
  private double simple(int threads) {
    long tile = balanced(SIMPLE_ROWS);
    long tasks = Math.ceilDiv(m, tile);
    long wanted = threads == 1 ? 1 : threads * TASKS_PER_THREAD;
    long ranges = tasks >= wanted ? 1 : Math.ceilDiv(wanted, tasks);
    return predict(threads, tile, ranges, Double.POSITIVE_INFINITY);
  }

  private long balanced(long most) {
    return Math.ceilDiv(m, Math.ceilDiv(m, Math.max(1, Math.min(most, m))));
  }

  private double predict(int workers, long tile, long ranges, double limit) {
    long panelTile = Math.ceilDiv(cost.panels(), Math.min(ranges, cost.panels()));
    candidate.cut(workers, m, tile, tile, panelTile, false);
    candidate.predict(cost.nanos(candidate, limit));
    return candidate.nanos();
  }

  private void searchTiles(int workers) {
    if (workers == 1) {
      searchRanges(1, m);
      searchRanges(1, balanced(SIMPLE_ROWS));
      return;
    }
    searchRanges(workers, m);
    searchRanges(workers, balanced(SIMPLE_ROWS));
    searchRanges(workers, balanced(Math.ceilDiv(m, workers)));
    searchRanges(workers, balanced(Math.ceilDiv(m, workers * TASKS_PER_THREAD)));
    searchRanges(workers, Math.min(m, 2L * cost.efficientHeight()));
  }

  private void searchRanges(int workers, long tile) {
    consider(workers, tile, 1);
    if (workers == 1) {
      return;
    }
    for (long factor = 1; factor <= 2 * TASKS_PER_THREAD; factor *= 2) {
      if (workers * factor / 2 < cost.panels()) {
        consider(workers, tile, workers * factor);
      }
    }
  }

  private void consider(int workers, long tile, long ranges) {
    if (predict(workers, tile, ranges, best.nanos()) < best.nanos()) {
      best.set(candidate);
    }
  }

  /// Lower tiles for what is left after the full rounds of the best plan.
  private void searchTails() {
    int workers = best.threads();
    long ranges = Math.ceilDiv(cost.panels(), best.panelTile());
    long rounds = Math.ceilDiv(m, best.rowTile()) * ranges / workers;
    if (workers == 1 || rounds == 0) {
      return;
    }
    for (long fewer = 0; fewer < Math.min(rounds, 2); fewer++) {
      long body = (rounds - fewer) * workers / ranges * best.rowTile();
      for (long part = 2; body > 0 && body < m && part <= 4; part *= 2) {
        long tail = Math.max(1, best.rowTile() / part);
        candidate.cut(workers, body, best.rowTile(), tail, best.panelTile(), false);
        keepElaborate();
      }
    }
  }

  private void searchChunks(int threads) {
    for (int workers = threads; workers > 1; workers /= 2) {
      long tile = balanced(SIMPLE_ROWS);
      candidate.cut(workers, m, tile, tile, cost.panels(), true);
      keepElaborate();
      candidate.cut(workers, m, tile, tile, 1, true);
      keepElaborate();
    }
  }

  private void keepElaborate() {
    double limit = Math.min(elaborate.nanos(), best.nanos() * margin);
    candidate.predict(cost.nanos(candidate, limit));
    if (candidate.nanos() < limit) {
      elaborate.set(candidate);
    }
  }
}
