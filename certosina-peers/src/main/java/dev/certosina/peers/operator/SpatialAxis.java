package dev.certosina.peers.operator;

/// One spatial axis of a convolution. All numbers are positive; padding may be 0.
///
/// @param in extent of the input
/// @param kernel taps
/// @param stride distance between windows; of a transposed convolution, between inputs
/// @param padding zeros on each side; of a transposed convolution, outputs cut from each side
/// @param dilation distance between taps
public record SpatialAxis(int in, int kernel, int stride, int padding, int dilation) {

  /// The extent of a convolution's output.
  public int out() {
    return (in + 2 * padding - dilation * (kernel - 1) - 1) / stride + 1;
  }

  /// The extent of a transposed convolution's output.
  public int transposedOut() {
    return (in - 1) * stride - 2 * padding + dilation * (kernel - 1) + 1;
  }
}
