package dev.certosina.compiler.pipeline;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.schedule.PackedWeight;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.WeightPiece;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// Lays constant right operands out in panels; see [PackedWeight].
final class PackWeights implements WeightPiece {
  private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT_UNALIGNED;
  private static final int SLICE = PackedWeight.SLICE;

  private final PackedWeight weight;
  private final MemorySegment source;
  private final long n;
  private final long k;

  PackWeights(PackedWeight weight, Initializer source) {
    this.weight = weight;
    this.source = source.data();
    this.n = constant(weight.n().extent());
    this.k = constant(weight.k().extent());
  }

  private static long constant(Dim dim) {
    return Dims.constantValue(dim).orElseThrow();
  }

  private long slices() {
    return Math.ceilDiv(n, SLICE);
  }

  private long points() {
    long points = 1;
    for (Axis axis : weight.batch()) {
      points *= constant(axis.extent());
    }
    return points;
  }

  @Override
  public long byteSize() {
    return points() * slices() * k * SLICE * Float.BYTES;
  }

  @Override
  public void writeTo(MemorySegment destination) {
    for (long point = 0; point < points(); point++) {
      packPoint(destination, point, sourceOffset(point));
    }
  }

  /// The element of the source where a batch point begins.
  private long sourceOffset(long point) {
    IndexExpr address = weight.address();
    long offset = 0;
    long rest = point;
    for (int i = weight.batch().size() - 1; i >= 0; i--) {
      Axis axis = weight.batch().get(i);
      long extent = constant(axis.extent());
      offset += rest % extent * constant(address.coefficient(axis.name()));
      rest /= extent;
    }
    return offset;
  }

  private void packPoint(MemorySegment destination, long point, long offset) {
    long columnStride = constant(weight.address().coefficient(weight.n().name()));
    long rowStride = constant(weight.address().coefficient(weight.k().name()));
    for (long first = 0; first < n; first += PackedWeight.PANEL) {
      long columns = Math.min(PackedWeight.PANEL, n - first);
      long width = Math.ceilDiv(columns, SLICE) * SLICE;
      long from = offset + first * columnStride;
      long to = point * slices() * k * SLICE + first * k;
      for (long row = 0; row < k; row++) {
        packRow(destination, to + row * width, from + row * rowStride, columnStride, columns);
      }
    }
  }

  private void packRow(
      MemorySegment destination, long to, long from, long columnStride, long columns) {
    if (columnStride == 1) {
      long bytes = columns * Float.BYTES;
      MemorySegment.copy(source, from * Float.BYTES, destination, to * Float.BYTES, bytes);
      return;
    }
    for (long column = 0; column < columns; column++) {
      float value = source.get(FLOAT, (from + column * columnStride) * Float.BYTES);
      destination.set(FLOAT, (to + column) * Float.BYTES, value);
    }
  }
}
