package dev.certosina.cli.tensor;

import dev.certosina.ElementType;

/// How far a float may be from the expected one: `|actual - expected| <= relative * |expected| +
/// absolute`. Integers and booleans must be equal in any case.
///
/// @param oneUlpOfHalf f16 values may also be neighbours
public record Tolerance(double relative, double absolute, boolean oneUlpOfHalf) {

  /// The rule for the ONNX backend's cases.
  public static final Tolerance CONFORMANCE = new Tolerance(1e-3, 1e-5, true);

  /// Two engines on one model in f32.
  public static final Tolerance FLOAT32 = new Tolerance(1e-3, 1e-4, false);

  /// Two engines on one model that computes in 8-bit integers or 16-bit floats.
  public static final Tolerance REDUCED = new Tolerance(2e-2, 2e-2, false);

  /// The usual tolerance between two engines for an output of type `type`.
  public static Tolerance between(ElementType type) {
    return type == ElementType.FLOAT16 || type == ElementType.BFLOAT16 ? REDUCED : FLOAT32;
  }

  boolean allows(double expected, double actual) {
    if (Double.isNaN(expected) || Double.isNaN(actual)) {
      return Double.isNaN(expected) && Double.isNaN(actual);
    }
    if (Double.isInfinite(expected) || Double.isInfinite(actual)) {
      return expected == actual;
    }
    return Math.abs(actual - expected) <= relative * Math.abs(expected) + absolute;
  }
}
