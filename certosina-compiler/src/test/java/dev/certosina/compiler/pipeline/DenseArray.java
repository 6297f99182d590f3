package dev.certosina.compiler.pipeline;

import dev.certosina.Tensor;
import java.util.Arrays;
import java.util.Optional;

/// Numbers in row-major order, with the plainest form of a few operators.
final class DenseArray {
  private final long[] shape;
  private final float[] values;

  private DenseArray(long[] shape, float[] values) {
    this.shape = shape;
    this.values = values;
  }

  /// The shape itself, not a copy.
  long[] shape() {
    return shape;
  }

  /// The numbers themselves, not a copy.
  float[] values() {
    return values;
  }

  static DenseArray counting(long[] shape) {
    float[] values = new float[(int) Arrays.stream(shape).reduce(1, (a, b) -> a * b)];
    for (int i = 0; i < values.length; i++) {
      values[i] = i + 1;
    }
    return new DenseArray(shape, values);
  }

  static DenseArray of(Tensor tensor) {
    return new DenseArray(tensor.shape(), tensor.toFloatArray());
  }

  /// What a slice takes of one axis.
  record Range(long start, long step, long count) {
    static Range whole(long extent) {
      return new Range(0, 1, extent);
    }

    /// As the text of Slice says: negative bounds count from the end, then both are clamped.
    static Range of(long extent, long start, long end, long step) {
      long from = start < 0 ? start + extent : start;
      long to = end < 0 ? end + extent : end;
      if (step > 0) {
        long first = Math.max(0, Math.min(from, extent));
        long last = Math.max(0, Math.min(to, extent));
        return new Range(first, step, Math.max(0, Math.ceilDiv(last - first, step)));
      }
      long first = Math.min(Math.max(0, from), extent - 1);
      long last = Math.min(Math.max(-1, to), extent - 1);
      long back = -Math.max(step, -Long.MAX_VALUE);
      return new Range(first, step, Math.max(0, Math.ceilDiv(first - last, back)));
    }
  }

  DenseArray slice(Range[] ranges) {
    long[] result = new long[shape.length];
    Arrays.setAll(result, axis -> ranges[axis].count);
    DenseArray taken = counting(result);
    long[] point = new long[shape.length];
    for (int i = 0; i < taken.values.length; i++) {
      taken.unravel(i, point);
      for (int axis = 0; axis < point.length; axis++) {
        point[axis] = ranges[axis].start + point[axis] * ranges[axis].step;
      }
      taken.values[i] = values[ravel(point)];
    }
    return taken;
  }

  /// Sums over the flagged axes, which stay with extent 1.
  DenseArray sum(boolean[] reduced) {
    long[] result = shape.clone();
    for (int axis = 0; axis < result.length; axis++) {
      result[axis] = reduced[axis] ? 1 : result[axis];
    }
    DenseArray sums = counting(result);
    Arrays.fill(sums.values, 0);
    long[] point = new long[shape.length];
    for (int i = 0; i < values.length; i++) {
      unravel(i, point);
      for (int axis = 0; axis < point.length; axis++) {
        point[axis] = reduced[axis] ? 0 : point[axis];
      }
      sums.values[sums.ravel(point)] += values[i];
    }
    return sums;
  }

  /// Broadcast against a shape; empty where the two do not fit.
  Optional<DenseArray> broadcast(long[] other) {
    int rank = Math.max(shape.length, other.length);
    long[] result = new long[rank];
    for (int back = 1; back <= rank; back++) {
      long own = back <= shape.length ? shape[shape.length - back] : 1;
      long given = back <= other.length ? other[other.length - back] : 1;
      if (own != given && own != 1 && given != 1) {
        return Optional.empty();
      }
      result[rank - back] = own == 1 ? given : own;
    }
    DenseArray spread = counting(result);
    long[] point = new long[rank];
    for (int i = 0; i < spread.values.length; i++) {
      spread.unravel(i, point);
      long[] source = Arrays.copyOfRange(point, rank - shape.length, rank);
      for (int axis = 0; axis < source.length; axis++) {
        source[axis] = shape[axis] == 1 ? 0 : source[axis];
      }
      spread.values[i] = values[ravel(source)];
    }
    return Optional.of(spread);
  }

  DenseArray times(float factor) {
    DenseArray product = counting(shape);
    for (int i = 0; i < values.length; i++) {
      product.values[i] = factor * values[i];
    }
    return product;
  }

  DenseArray reshape(long[] newShape) {
    return new DenseArray(newShape, values);
  }

  private void unravel(int position, long[] point) {
    long rest = position;
    for (int axis = shape.length - 1; axis >= 0; axis--) {
      point[axis] = rest % shape[axis];
      rest /= shape[axis];
    }
  }

  private int ravel(long[] point) {
    long position = 0;
    for (int axis = 0; axis < shape.length; axis++) {
      position = position * shape[axis] + point[axis];
    }
    return (int) position;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof DenseArray that
        && Arrays.equals(shape, that.shape)
        && Arrays.equals(values, that.values);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return Arrays.toString(shape) + Arrays.toString(values);
  }
}
