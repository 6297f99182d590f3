package dev.certosina.compiler.mapping.operators;

/// The order of the coordinates of images and weights.
public enum Layout {
  /// Images `[n,c,h,w]`, weights `[k,c,r,s]`, as in AMOS and ONNX.
  CHANNELS_FIRST,
  /// Images `[n,h,w,c]`, weights `[r,s,c,k]`.
  CHANNELS_LAST
}
