package dev.certosina.runtime.compose;

import dev.certosina.ModelException;
import dev.certosina.runtime.compose.model.CalibrationTable;
import dev.certosina.runtime.compose.model.KernelModel;
import dev.certosina.runtime.compose.model.MachineLimits;
import dev.certosina.runtime.compose.model.Residency;
import java.util.Comparator;
import java.util.List;

/// Predicts what a composition of one product takes.
///
/// A panel comes from where the weights lie for the first row block of a task and from a near cache
/// for the others. Not safe for several threads; nothing is allocated after construction.
final class ProductCost {
  /// Full, last and tail bands of rows, each with full and last ranges of panels.
  private static final int MOST_CLASSES = 8;

  /// Each side and each operand stays far below what a double counts exactly.
  private static final double MOST_ELEMENTS = 0x1p50;

  private final List<KernelModel> kernels;
  private final MachineLimits limits;
  private final Features features;
  private final int elementBytes;
  private final int panelColumns;
  private final int tallest;
  private final RowCover cover;
  private final Makespan makespan = new Makespan(MOST_CLASSES);
  private final long[] tasks = new long[MOST_CLASSES];
  private final double[] taskNanos = new double[MOST_CLASSES];
  private final double[] costs;
  private final double[] firstExtra;

  private long m;
  private long n;
  private long k;
  private boolean cold;
  private long chunks;
  private long panels;
  private int classes;
  private double work;
  private int workers;

  ProductCost(CalibrationTable table, Features features) {
    this.kernels =
        table.kernels().stream().sorted(Comparator.comparingInt(KernelModel::rows)).toList();
    this.limits = table.limits();
    this.features = features;
    this.elementBytes = table.elementBytes();
    this.panelColumns = table.panelColumns();
    this.cover = new RowCover(kernels.stream().mapToInt(KernelModel::rows).toArray());
    this.tallest = kernels.getLast().rows();
    this.costs = new double[kernels.size()];
    this.firstExtra = new double[tallest + 1];
  }

  /// Turns to another product; its covers are kept while `n`, `k` and `cold` stay the same.
  ///
  /// @throws ModelException when the sizes are not positive or overflow
  void begin(long rows, long columns, long steps, boolean isCold) {
    check(rows, columns, steps);
    m = rows;
    if (columns == n && steps == k && isCold == cold) {
      return;
    }
    n = columns;
    k = steps;
    cold = isCold;
    panels = Math.ceilDiv(n, panelColumns);
    chunks = ReductionChunks.count(n, k);
    long steady = ReductionChunks.length(n, k);
    long nearBytes = steady * elementBytes * (panelColumns + tallest);
    Residency near = limits.residency(nearBytes);
    Residency first = cold ? Residency.MEMORY : limits.residency(weightBytes());
    for (int i = 0; i < costs.length; i++) {
      KernelModel kernel = kernels.get(i);
      costs[i] = kernel.nanos(near, steady);
      firstExtra[kernel.rows()] = Math.max(0, kernel.nanos(first, steady) - costs[i]);
    }
    cover.begin(costs);
  }

  private static void check(long m, long n, long k) {
    boolean positive = m > 0 && n > 0 && k > 0;
    boolean small = Math.max((double) m * n, (double) k * Math.max(m, n)) <= MOST_ELEMENTS;
    if (!positive || !small) {
      throw new ModelException(
          "product of m=%s n=%s k=%s, needed positive sizes and at most 2^50 elements"
              .formatted(m, n, k));
    }
  }

  long panels() {
    return panels;
  }

  long chunks() {
    return chunks;
  }

  int efficientHeight() {
    return cover.efficientHeight();
  }

  RowCover cover() {
    return cover;
  }

  private long weightBytes() {
    return n * k * elementBytes;
  }

  /// The time of `plan`, in nanoseconds. Where a quick bound shows that it is `limit` or more, that
  /// bound, which is `limit` or more too.
  double nanos(Composition plan, double limit) {
    workers = plan.threads();
    classes = 0;
    work = 0;
    addBands(plan, plan.bodyRows(), plan.rowTile());
    addBands(plan, m - plan.bodyRows(), plan.tailRowTile());
    double floor = bytes(plan) / limits.memoryBytesPerNano();
    double around = combine(plan) + fork(workers);
    double least = Math.max(work / workers, floor) + around;
    if (workers == 1 || least >= limit) {
      return least;
    }
    return Math.max(busy(), floor) + around;
  }

  /// Adding up the partial results of spread chunks.
  private double combine(Composition plan) {
    if (!plan.spreadChunks()) {
      return 0;
    }
    double partial = 2.0 * chunks * m * n * elementBytes;
    return limits.taskNanos() + partial / limits.l3BytesPerNano() / workers;
  }

  private double busy() {
    makespan.begin(workers);
    double sum = 0;
    for (int i = 0; i < classes; i++) {
      makespan.add(tasks[i], taskNanos[i], 1);
      sum += Math.ceilDiv(tasks[i], workers) * taskNanos[i];
    }
    return features.makespan() ? makespan.nanos() : sum;
  }

  private double fork(int threads) {
    return threads == 1 ? 0 : limits.forkNanos() + limits.helperNanos() * (threads - 2);
  }

  private void addBands(Composition plan, long rows, long tile) {
    if (rows == 0) {
      return;
    }
    addRanges(plan, rows / tile, tile);
    addRanges(plan, 1, rows % tile);
  }

  private void addRanges(Composition plan, long bands, long rows) {
    if (bands == 0 || rows == 0) {
      return;
    }
    double perPanel = perPanel(rows);
    long ranges = panels / plan.panelTile();
    add(plan, bands * ranges, plan.panelTile() * perPanel);
    if (panels % plan.panelTile() != 0) {
      add(plan, bands, panels % plan.panelTile() * perPanel);
    }
  }

  private double perPanel(long rows) {
    if (!features.exactCover()) {
      int height = cover.efficientHeight();
      return Math.ceilDiv(rows, height) * cover.cost(height) + firstExtra[height];
    }
    return cover.cost(rows) + firstExtra[cover.height(rows)];
  }

  private void add(Composition plan, long count, double nanos) {
    if (count == 0) {
      return;
    }
    double each = plan.spreadChunks() ? nanos : nanos * chunks;
    tasks[classes] = plan.spreadChunks() ? count * chunks : count;
    taskNanos[classes] = each + limits.taskNanos();
    work += tasks[classes] * taskNanos[classes];
    classes++;
  }

  /// Bytes that must come from memory: weights once if they are cold, once per band of rows if no
  /// cache keeps them from one band to the next.
  private double bytes(Composition plan) {
    double weights = weightBytes();
    double others = ((double) m * k + (double) m * n) * elementBytes;
    double read = others > limits.l3Bytes() ? others : 0;
    if (weights > limits.l3Bytes()) {
      long bands = Math.ceilDiv(plan.bodyRows(), plan.rowTile());
      // Bands that run at the same time read the same panels at about the same time.
      return read + weights * Math.ceilDiv(bands, workers);
    }
    return cold ? read + weights : read;
  }

  /// The time of a product that is bound by bytes, over `threads` workers.
  double streamNanos(int threads) {
    double bytes = ((double) m * k + (double) n * k + (double) m * n) * elementBytes;
    boolean far = cold || bytes > limits.l3Bytes();
    double rate = limits.l3BytesPerNano();
    double alone = bytes / (far ? Math.min(rate, limits.memoryBytesPerNano()) : rate);
    double shared = far ? bytes / limits.memoryBytesPerNano() : 0;
    return Math.max(alone / threads, shared) + limits.taskNanos() + fork(threads);
  }
}
