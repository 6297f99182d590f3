package dev.certosina;

/// The arithmetic that a model is compiled to. Lower precision is always the user's choice.
public enum Precision {
  /// Every `f32` operation of the model is done in `f32`.
  FP32
}
