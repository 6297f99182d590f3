package dev.certosina.peers.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/// An operator with its sizes, on f32. Operands and results are described in one plain order, row
/// by row; a peer lays them out as it likes before it is timed.
public sealed interface OperatorProblem {

  /// `out[b, i, j] = sum over t of left[b, i, t] * right[b, t, j]`.
  ///
  /// @param constantRight whether `right` is known ahead of time
  record Product(int batch, int m, int n, int k, boolean constantRight)
      implements OperatorProblem {}

  /// A convolution: left `[batch, channels, in…]`, right `[filters, channels / groups, kernel…]`,
  /// out `[batch, filters, out…]`.
  ///
  /// @param constantWeights whether `right` is known ahead of time
  /// @param axes one to three
  record Convolution(
      int batch,
      int channels,
      int filters,
      int groups,
      boolean constantWeights,
      List<SpatialAxis> axes)
      implements OperatorProblem {
    public Convolution {
      axes = List.copyOf(axes);
    }
  }

  /// A transposed convolution: left `[batch, channels, in…]`, constant right `[channels, filters,
  /// kernel…]`; input `x` under tap `t` adds to output `x * stride + t * dilation - padding`.
  record TransposedConvolution(int batch, int channels, int filters, List<SpatialAxis> axes)
      implements OperatorProblem {
    public TransposedConvolution {
      axes = List.copyOf(axes);
    }
  }

  /// The mean of each row of left `[rows, columns]`; no right operand.
  record Mean(int rows, int columns) implements OperatorProblem {}

  /// The variance of each row of left `[rows, columns]`, divided by `columns`; no right operand.
  record Variance(int rows, int columns) implements OperatorProblem {}

  /// Running sums: `out[i, j] = sum over t < min(j + 1, k) of left[i, t]`; no right operand.
  record Scan(int m, int n, int k) implements OperatorProblem {}

  default List<Integer> leftShape() {
    return switch (this) {
      case Product p -> List.of(p.batch, p.m, p.k);
      case Convolution c -> shape(c.batch, c.channels, c.axes.stream().map(SpatialAxis::in));
      case TransposedConvolution t ->
          shape(t.batch, t.channels, t.axes.stream().map(SpatialAxis::in));
      case Mean(int rows, int columns) -> List.of(rows, columns);
      case Variance(int rows, int columns) -> List.of(rows, columns);
      case Scan s -> List.of(s.m, s.k);
    };
  }

  /// The shape of the right operand; `[0]` where there is none.
  default List<Integer> rightShape() {
    return switch (this) {
      case Product p -> List.of(p.batch, p.k, p.n);
      case Convolution c ->
          shape(c.filters, c.channels / c.groups, c.axes.stream().map(SpatialAxis::kernel));
      case TransposedConvolution t ->
          shape(t.channels, t.filters, t.axes.stream().map(SpatialAxis::kernel));
      case Mean _, Variance _, Scan _ -> List.of(0);
    };
  }

  default List<Integer> outShape() {
    return switch (this) {
      case Product p -> List.of(p.batch, p.m, p.n);
      case Convolution c -> shape(c.batch, c.filters, c.axes.stream().map(SpatialAxis::out));
      case TransposedConvolution t ->
          shape(t.batch, t.filters, t.axes.stream().map(SpatialAxis::transposedOut));
      case Mean(int rows, int _) -> List.of(rows);
      case Variance(int rows, int _) -> List.of(rows);
      case Scan s -> List.of(s.m, s.n);
    };
  }

  /// How many values are summed into one element of the result, at most.
  default long reductionLength() {
    return switch (this) {
      case Product p -> p.k;
      case Convolution c -> elements(c.rightShape()) / c.filters;
      case TransposedConvolution t -> elements(t.rightShape()) / t.filters;
      case Mean(int _, int columns) -> columns;
      case Variance(int _, int columns) -> columns;
      case Scan s -> s.k;
    };
  }

  /// Multiplications and additions that the definition needs, each counted as one. Taps that fall
  /// into the padding count, as is usual.
  default double operations() {
    return switch (this) {
      case Product p -> 2.0 * p.batch * p.m * p.n * p.k;
      case Convolution c -> 2.0 * elements(c.outShape()) * c.reductionLength();
      case TransposedConvolution t ->
          2.0 * elements(t.leftShape()) * elements(t.rightShape()) / t.channels;
      case Mean(int rows, int columns) -> (double) rows * columns;
      case Variance(int rows, int columns) -> 4.0 * rows * columns;
      case Scan s -> (double) s.m * Math.min(s.n, s.k);
    };
  }

  static long elements(List<Integer> shape) {
    return shape.stream().mapToLong(Integer::longValue).reduce(1, (a, b) -> a * b);
  }

  private static List<Integer> shape(int first, int second, Stream<Integer> rest) {
    var shape = new ArrayList<>(List.of(first, second));
    rest.forEach(shape::add);
    return List.copyOf(shape);
  }
}
