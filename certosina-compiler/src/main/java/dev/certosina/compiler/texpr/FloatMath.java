package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;

/// Float functions in f64, for reference values: a few units in the last place of f64, so exact for
/// f32 but for ties that nobody meets.
public final class FloatMath {
  private static final double TWO_OVER_SQRT_PI = 2 / Math.sqrt(Math.PI);
  // From here the continued fraction converges faster than the series.
  private static final double ERF_SERIES_LIMIT = 2.5;
  // erf rounds to 1 in f64 from here.
  private static final double ERF_SATURATION = 6;
  private static final int ERFC_FRACTION_DEPTH = 60;

  private FloatMath() {}

  /// The nearest value of `type`, ties to even; f64 to f16 and bf16 rounds to f32 first.
  public static double round(ElementType type, double value) {
    if (type == ElementType.FLOAT64) {
      return value;
    }
    float single = (float) value;
    if (type == ElementType.FLOAT16) {
      return Float.float16ToFloat(Float.floatToFloat16(single));
    }
    return type == ElementType.BFLOAT16 ? roundToBfloat16(single) : single;
  }

  private static float roundToBfloat16(float value) {
    if (Float.isNaN(value)) {
      return Float.NaN;
    }
    int bits = Float.floatToRawIntBits(value);
    int halfUnit = 0x7fff + (bits >>> 16 & 1);
    return Float.intBitsToFloat(bits + halfUnit & 0xffff0000);
  }

  /// IEEE 754's `pow`, which Java's [Math#pow] differs from where the base is 1 or -1.
  static double power(double base, double exponent) {
    if (base == 1 || (base == -1 && Double.isInfinite(exponent))) {
      return 1;
    }
    return Math.pow(base, exponent);
  }

  static double sigmoid(double x) {
    return 1 / (1 + Math.exp(-x));
  }

  /// The error function.
  static double erf(double x) {
    double magnitude = Math.abs(x);
    if (magnitude >= ERF_SATURATION) {
      return Math.signum(x);
    }
    if (magnitude < ERF_SERIES_LIMIT || Double.isNaN(x)) {
      return erfSeries(x);
    }
    return Math.copySign(1 - erfcFraction(magnitude), x);
  }

  /// `2/√π · e^(-x²) · Σ 2ⁿ x^(2n+1) / (1·3·5…(2n+1))`: no cancellation.
  private static double erfSeries(double x) {
    double square = x * x;
    double term = x;
    double sum = x;
    for (int odd = 3; Math.abs(term) > Math.abs(sum) * 0x1p-54; odd += 2) {
      term *= 2 * square / odd;
      sum += term;
    }
    return TWO_OVER_SQRT_PI * Math.exp(-square) * sum;
  }

  /// Laplace's continued fraction of `1 - erf(x)` for large `x`.
  private static double erfcFraction(double x) {
    double denominator = x;
    for (int k = ERFC_FRACTION_DEPTH; k > 0; k--) {
      denominator = x + k / 2.0 / denominator;
    }
    return Math.exp(-x * x) / (Math.sqrt(Math.PI) * denominator);
  }
}
