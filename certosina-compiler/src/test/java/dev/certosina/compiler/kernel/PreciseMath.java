package dev.certosina.compiler.kernel;

import java.math.BigDecimal;
import java.math.MathContext;

/// Functions to about 50 digits, for finite operands at which the result is finite.
final class PreciseMath {
  private static final MathContext DIGITS = new MathContext(75);
  private static final BigDecimal ONE = BigDecimal.ONE;
  private static final BigDecimal TWO = BigDecimal.TWO;
  private static final BigDecimal PI =
      new BigDecimal(
          "3.14159265358979323846264338327950288419716939937510582097494459230781640629");
  private static final int HALVINGS = 20;

  private PreciseMath() {}

  /// By Taylor's series after halving the operand.
  static BigDecimal exp(BigDecimal x) {
    BigDecimal reduced = x.divide(TWO.pow(HALVINGS), DIGITS);
    BigDecimal term = ONE;
    BigDecimal sum = ONE;
    for (int n = 1; n < 30; n++) {
      term = term.multiply(reduced, DIGITS).divide(BigDecimal.valueOf(n), DIGITS);
      sum = sum.add(term, DIGITS);
    }
    for (int i = 0; i < HALVINGS; i++) {
      sum = sum.multiply(sum, DIGITS);
    }
    return sum;
  }

  /// By Newton's method.
  static BigDecimal log(BigDecimal x) {
    BigDecimal y = new BigDecimal(Math.log(x.doubleValue()));
    for (int i = 0; i < 3; i++) {
      BigDecimal ratio = x.multiply(exp(y.negate()), DIGITS);
      y = y.add(ratio.subtract(ONE), DIGITS).subtract(half(square(ratio.subtract(ONE))), DIGITS);
    }
    return y;
  }

  static BigDecimal tanh(BigDecimal x) {
    if (x.abs().doubleValue() < 1e-8) {
      BigDecimal cube = square(x).multiply(x, DIGITS);
      return x.subtract(cube.divide(BigDecimal.valueOf(3), DIGITS), DIGITS);
    }
    BigDecimal e = exp(x.multiply(TWO));
    return e.subtract(ONE).divide(e.add(ONE), DIGITS);
  }

  static BigDecimal sigmoid(BigDecimal x) {
    return ONE.divide(exp(x.negate()).add(ONE), DIGITS);
  }

  static BigDecimal power(BigDecimal x, BigDecimal y) {
    return exp(log(x).multiply(y, DIGITS));
  }

  /// By the series around 0, up to |x| = 6.
  static BigDecimal erf(BigDecimal x) {
    BigDecimal square = square(x).negate();
    BigDecimal term = x;
    BigDecimal sum = x;
    for (int n = 1; n < 300; n++) {
      term = term.multiply(square, DIGITS).divide(BigDecimal.valueOf(n), DIGITS);
      sum = sum.add(term.divide(BigDecimal.valueOf(2L * n + 1), DIGITS), DIGITS);
    }
    return sum.multiply(TWO).divide(PI.sqrt(DIGITS), DIGITS);
  }

  /// The error function in double precision, by the same series or, further out, a continued
  /// fraction.
  static double erf(double x) {
    double a = Math.abs(x);
    return Math.copySign(a < 2.5 ? erfSeries(a) : 1 - erfTail(a), x);
  }

  private static double erfSeries(double a) {
    double term = a;
    double sum = a;
    for (int n = 1; n < 60; n++) {
      term *= -a * a / n;
      sum += term / (2 * n + 1);
    }
    return sum * 2 / Math.sqrt(Math.PI);
  }

  private static double erfTail(double a) {
    double fraction = 0;
    for (int k = 60; k >= 1; k--) {
      fraction = k / 2.0 / (a + fraction);
    }
    return Math.exp(-a * a) / Math.sqrt(Math.PI) / (a + fraction);
  }

  private static BigDecimal square(BigDecimal x) {
    return x.multiply(x, DIGITS);
  }

  private static BigDecimal half(BigDecimal x) {
    return x.divide(TWO, DIGITS);
  }
}
