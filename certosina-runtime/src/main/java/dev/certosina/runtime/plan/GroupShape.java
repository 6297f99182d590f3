package dev.certosina.runtime.plan;

import java.util.List;

/// A group with its dims bound: what the composer decides on.
///
/// @param outerExtent independent points, each with `rowExtent` rows
/// @param rowGrain row tiles are multiples of this, except the last
/// @param fusible false when the group always runs staged
/// @param scratchBytesPerRow scratch that each row of a fused task needs
/// @param stages in execution order
record GroupShape(
    long outerExtent,
    long rowExtent,
    int rowGrain,
    boolean fusible,
    long scratchBytesPerRow,
    List<StageShape> stages) {

  GroupShape {
    stages = List.copyOf(stages);
  }

  /// A stage with its dims bound.
  ///
  /// @param columnExtent columns of every row
  /// @param columnGrain column tiles are multiples of this, except the last
  /// @param flopsPerRow arithmetic operations of one row over all columns
  /// @param bytesPerRow bytes read and written per row, weights excluded
  /// @param weightBytes bytes of weights that each pass over the columns reads
  record StageShape(
      long columnExtent, int columnGrain, long flopsPerRow, long bytesPerRow, long weightBytes) {}

  /// All rows of all outer points.
  long totalRows() {
    return outerExtent * rowExtent;
  }

  /// A rough time for the whole group on one thread, in nanoseconds.
  double estimateNanos() {
    double nanos = 0;
    for (StageShape stage : stages) {
      nanos += estimateNanos(stage);
    }
    return nanos;
  }

  /// A rough time for one stage on one thread, in nanoseconds.
  double estimateNanos(StageShape stage) {
    double rows = (double) outerExtent * rowExtent;
    double flops = rows * stage.flopsPerRow;
    double bytes = rows * stage.bytesPerRow + stage.weightBytes;
    return flops / FLOPS_PER_NANO + bytes / BYTES_PER_NANO;
  }

  /// Rates of one thread that most kernels reach, well below the peak; they only tell work that is
  /// worth a second thread from work that is not.
  private static final double FLOPS_PER_NANO = 50;

  private static final double BYTES_PER_NANO = 10;
}
