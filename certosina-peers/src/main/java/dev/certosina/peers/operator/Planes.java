package dev.certosina.peers.operator;

import java.util.List;

/// Adds the convolution of one channel's plane with one filter's taps to an output plane, in f64.
///
/// @param axes three
record Planes(List<SpatialAxis> axes) {

  int in() {
    return axes.stream().mapToInt(SpatialAxis::in).reduce(1, (a, b) -> a * b);
  }

  int taps() {
    return axes.stream().mapToInt(SpatialAxis::kernel).reduce(1, (a, b) -> a * b);
  }

  int out() {
    return axes.stream().mapToInt(SpatialAxis::out).reduce(1, (a, b) -> a * b);
  }

  int transposedOut() {
    return axes.stream().mapToInt(SpatialAxis::transposedOut).reduce(1, (a, b) -> a * b);
  }

  /// `out[o] += in[o * stride - padding + tap * dilation] * weights[tap]`, outside `in` nothing.
  void convolve(double[] in, int inAt, double[] weights, int weightAt, double[] out, int outAt) {
    SpatialAxis columns = axes.get(2);
    for (int tap = 0; tap < taps(); tap++) {
      int shift = tap % columns.kernel() * columns.dilation() - columns.padding();
      int first = Math.max(0, Math.ceilDiv(-shift, columns.stride()));
      int last =
          Math.min(columns.out() - 1, Math.floorDiv(columns.in() - 1 - shift, columns.stride()));
      for (int row = 0; row < axes.get(0).out() * axes.get(1).out(); row++) {
        int source = sourceRow(row, tap / columns.kernel());
        if (source >= 0) {
          int from = inAt + source * columns.in() + shift;
          int to = outAt + row * columns.out();
          double weight = weights[weightAt + tap];
          for (int o = first; o <= last; o++) {
            out[to + o] += weight * in[from + o * columns.stride()];
          }
        }
      }
    }
  }

  /// The row of the input, over both outer axes, that `row` of the output reads under `tap` of both
  /// outer axes; -1 where it is outside.
  private int sourceRow(int row, int tap) {
    SpatialAxis outer = axes.get(0);
    SpatialAxis inner = axes.get(1);
    int d = source(outer, row / inner.out(), tap / inner.kernel());
    int h = source(inner, row % inner.out(), tap % inner.kernel());
    return d < 0 || h < 0 ? -1 : d * inner.in() + h;
  }

  private static int source(SpatialAxis axis, int out, int tap) {
    int at = out * axis.stride() - axis.padding() + tap * axis.dilation();
    return at < axis.in() ? Math.max(at, -1) : -1;
  }

  /// `out[i * stride - padding + tap * dilation] += in[i] * weights[tap]`, outside `out` nothing.
  void spread(double[] in, int inAt, double[] weights, int weightAt, double[] out, int outAt) {
    SpatialAxis columns = axes.get(2);
    for (int tap = 0; tap < taps(); tap++) {
      int shift = tap % columns.kernel() * columns.dilation() - columns.padding();
      int first = Math.max(0, Math.ceilDiv(-shift, columns.stride()));
      int last =
          Math.min(
              columns.in() - 1,
              Math.floorDiv(columns.transposedOut() - 1 - shift, columns.stride()));
      for (int row = 0; row < axes.get(0).in() * axes.get(1).in(); row++) {
        int target = targetRow(row, tap / columns.kernel());
        if (target >= 0) {
          int from = inAt + row * columns.in();
          int to = outAt + target * columns.transposedOut() + shift;
          double weight = weights[weightAt + tap];
          for (int i = first; i <= last; i++) {
            out[to + i * columns.stride()] += weight * in[from + i];
          }
        }
      }
    }
  }

  private int targetRow(int row, int tap) {
    SpatialAxis outer = axes.get(0);
    SpatialAxis inner = axes.get(1);
    int d = target(outer, row / inner.in(), tap / inner.kernel());
    int h = target(inner, row % inner.in(), tap % inner.kernel());
    return d < 0 || h < 0 ? -1 : d * inner.transposedOut() + h;
  }

  private static int target(SpatialAxis axis, int in, int tap) {
    int at = in * axis.stride() - axis.padding() + tap * axis.dilation();
    return at < axis.transposedOut() ? Math.max(at, -1) : -1;
  }
}
