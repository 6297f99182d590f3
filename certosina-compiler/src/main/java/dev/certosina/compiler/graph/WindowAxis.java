package dev.certosina.compiler.graph;

import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;

/// One spatial axis of a convolution or a pooling: output position `o` reads, at tap `t`, input
/// position `o * stride + t * dilation - begin`.
///
/// @param extent of the input
/// @param taps positions of the window, at least 1
/// @param begin padding before the input's first position
/// @param end padding after its last one
/// @param output the number of output positions
public record WindowAxis(
    Dim extent, long taps, long stride, long dilation, Dim begin, Dim end, Dim output) {
  private static final Dim ZERO = Dims.constant(0);

  /// How many positions the window covers, holes included.
  static long span(long taps, long dilation) {
    return Math.addExact(Math.multiplyExact(taps - 1, dilation), 1);
  }

  /// The input's extent with its padding.
  public Dim padded() {
    return Dims.add(extent, Dims.add(begin, end));
  }

  /// How many positions past the padding the last window reaches, as it may where extents are
  /// rounded up.
  public Dim excess() {
    Dim last = Dims.multiply(Dims.subtract(output, Dims.constant(1)), Dims.constant(stride));
    Dim reach = Dims.add(last, Dims.constant(span(taps, dilation)));
    return Dims.isAtMost(reach, padded()) ? ZERO : Dims.max(Dims.subtract(reach, padded()), ZERO);
  }
}
