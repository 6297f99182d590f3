package dev.certosina.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.ElementType;
import dev.certosina.compiler.texpr.TensorValue;

/// How far a float may be from its expected value: `absolute + relative * |expected|`.
///
/// Everything else is compared exactly: type, shape, integers, infinities; NaN equals NaN. The
/// 16-bit floats may also differ by one unit in the last place.
public record Tolerance(double relative, double absolute) {

  /// Of the ONNX backend tests.
  public static final Tolerance CONFORMANCE = new Tolerance(1e-3, 1e-5);

  /// Of a whole model against ONNX Runtime.
  public static final Tolerance MODEL = new Tolerance(0, 1e-4);

  private static final int FLOAT16_PRECISION = 11;
  private static final int BFLOAT16_PRECISION = 8;

  /// Fails with the place of the largest difference, if that is too large.
  public void assertClose(String what, TensorValue found, TensorValue expected) {
    assertThat(found.type()).as("type of %s", what).isEqualTo(expected.type());
    assertThat(found.shape()).as("shape of %s", what).isEqualTo(expected.shape());
    if (!found.type().isFloat()) {
      assertThat(found.toLongs()).as(what).isEqualTo(expected.toLongs());
      return;
    }
    double[] values = found.toDoubles();
    double[] wanted = expected.toDoubles();
    int worst = -1;
    double worstExcess = 0;
    for (int i = 0; i < values.length; i++) {
      double excess = excess(found.type(), values[i], wanted[i]);
      if (excess > worstExcess) {
        worst = i;
        worstExcess = excess;
      }
    }
    assertThat(worst)
        .as(
            "%s: position of a difference beyond %s; found %s, expected %s",
            what, this, worst < 0 ? "" : values[worst], worst < 0 ? "" : wanted[worst])
        .isNegative();
  }

  private double excess(ElementType type, double found, double expected) {
    if (Double.isNaN(expected) || Double.isInfinite(expected)) {
      return Double.compare(found, expected) == 0 ? 0 : Double.POSITIVE_INFINITY;
    }
    double allowed = Math.max(absolute + relative * Math.abs(expected), unit(type, expected));
    double difference = Math.abs(found - expected);
    return difference <= allowed ? 0 : Double.isNaN(difference) ? Double.MAX_VALUE : difference;
  }

  private static double unit(ElementType type, double value) {
    if (value == 0) {
      return 0;
    }
    return switch (type) {
      case FLOAT16 -> Math.scalb(1.0, Math.getExponent(value) - FLOAT16_PRECISION + 1);
      case BFLOAT16 -> Math.scalb(1.0, Math.getExponent(value) - BFLOAT16_PRECISION + 1);
      default -> 0;
    };
  }
}
