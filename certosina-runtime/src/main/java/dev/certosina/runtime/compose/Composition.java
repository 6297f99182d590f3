package dev.certosina.runtime.compose;

/// How one product is cut. Filled by the composer and reused, so that composing allocates nothing.
///
/// The first [#bodyRows()] rows are cut into tiles of [#rowTile()], the others into tiles of
/// [#tailRowTile()]; the last tile of each part may be lower. Tasks run from the first row to the
/// last.
public final class Composition {
  private ProductPath path = ProductPath.GENERAL;
  private int threads = 1;
  private long bodyRows;
  private long rowTile = 1;
  private long tailRowTile = 1;
  private long panelTile = 1;
  private boolean spreadChunks;
  private double nanos;
  private double simpleNanos;

  public ProductPath path() {
    return path;
  }

  /// Workers worth waking, at least 1.
  public int threads() {
    return threads;
  }

  /// Rows cut into tiles of [#rowTile()]; all of them in a plan with one class of tasks.
  public long bodyRows() {
    return bodyRows;
  }

  public long rowTile() {
    return rowTile;
  }

  public long tailRowTile() {
    return tailRowTile;
  }

  /// Panels of a task.
  public long panelTile() {
    return panelTile;
  }

  /// Whether each chunk of the reduction is a task of its own.
  public boolean spreadChunks() {
    return spreadChunks;
  }

  /// Predicted time of the whole product.
  public double nanos() {
    return nanos;
  }

  /// Predicted time of the simple plan: equal tiles of at most 64 rows, columns cut only where rows
  /// do not feed the workers.
  public double simpleNanos() {
    return simpleNanos;
  }

  void set(Composition other) {
    path = other.path;
    threads = other.threads;
    bodyRows = other.bodyRows;
    rowTile = other.rowTile;
    tailRowTile = other.tailRowTile;
    panelTile = other.panelTile;
    spreadChunks = other.spreadChunks;
    nanos = other.nanos;
    simpleNanos = other.simpleNanos;
  }

  void cut(int workers, long body, long tile, long tailTile, long panels, boolean spread) {
    threads = workers;
    bodyRows = body;
    rowTile = tile;
    tailRowTile = tailTile;
    panelTile = panels;
    spreadChunks = spread;
  }

  void predict(double predicted) {
    nanos = predicted;
  }

  void finish(ProductPath kind, double simple) {
    path = kind;
    simpleNanos = simple;
  }
}
