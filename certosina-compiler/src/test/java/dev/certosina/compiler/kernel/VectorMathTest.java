package dev.certosina.compiler.kernel;

import static dev.certosina.ElementType.FLOAT32;
import static dev.certosina.ElementType.FLOAT64;
import static dev.certosina.ElementType.INT32;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ElementType;
import dev.certosina.InternalCompilerException;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.testkit.Seed;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.function.BiFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VectorMathTest {
  private static final int CHUNK = 8192;

  /// The functions of one operand, with the largest errors that the documentation promises.
  enum Function {
    EXP(VectorMath::exp, Math::exp, PreciseMath::exp, 1.0, 1.5, 708),
    LOG(VectorMath::log, Math::log, PreciseMath::log, 1.0, 1.5, Double.NaN),
    TANH(VectorMath::tanh, Math::tanh, PreciseMath::tanh, 1.5, 2.5, 20),
    ERF(VectorMath::erf, PreciseMath::erf, PreciseMath::erf, 1.6, 2.5, 5.9),
    SIGMOID(VectorMath::sigmoid, Function::sigmoid, PreciseMath::sigmoid, 2.6, 2.5, 700);

    private final BiFunction<KernelBuilder, Expr, Expr> builder;
    private final DoubleUnaryOperator inDoubles;
    private final UnaryOperator<BigDecimal> inDigits;
    private final double bound32;
    private final double bound64;
    private final double reach;

    Function(
        BiFunction<KernelBuilder, Expr, Expr> builder,
        DoubleUnaryOperator inDoubles,
        UnaryOperator<BigDecimal> inDigits,
        double bound32,
        double bound64,
        double reach) {
      this.builder = builder;
      this.inDoubles = inDoubles;
      this.inDigits = inDigits;
      this.bound32 = bound32;
      this.bound64 = bound64;
      this.reach = reach;
    }

    VectorFunction of(ElementType element) {
      return new VectorFunction(element, 1, (b, operands) -> builder.apply(b, operands.getFirst()));
    }

    private static double sigmoid(double x) {
      return x < 0 ? Math.exp(x) / (1 + Math.exp(x)) : 1 / (1 + Math.exp(-x));
    }

    /// Points of all magnitudes at which the result is finite; positive for the logarithm.
    double point(RandomGenerator random) {
      if (this == LOG) {
        return random.nextBoolean()
            ? random.nextDouble(0.5, 2)
            : Math.scalb(random.nextDouble(1, 2), random.nextInt(-1074, 1023));
      }
      return random.nextInt(8) == 0
          ? Math.scalb(random.nextDouble(-1, 1), -random.nextInt(60))
          : random.nextDouble(-reach, reach);
    }
  }

  @ParameterizedTest
  @EnumSource
  void isAccurateForSingleFloats(Function function) {
    int stride = 2039;
    long start = Seed.generator().nextInt(stride);
    VectorFunction compiled = function.of(FLOAT32);
    double worst = 0;
    float[] points = new float[CHUNK];
    for (long first = start; first < 1L << 32; first += (long) stride * CHUNK) {
      for (int i = 0; i < CHUNK; i++) {
        points[i] = Float.intBitsToFloat((int) (first + (long) stride * i));
      }
      float[] results = compiled.apply(points);
      for (int i = 0; i < CHUNK; i++) {
        worst = Math.max(worst, error(function, points[i], results[i]));
      }
    }
    System.out.printf("%s f32: %.2f ULP%n", function, worst);
    assertThat(worst).isLessThanOrEqualTo(function.bound32);
  }

  /// In units in the last place of the exact result; a wrong special value is an infinite error.
  private static double error(Function function, float point, float result) {
    double exact = function.inDoubles.applyAsDouble(point);
    float rounded = (float) exact;
    if (Float.isNaN(rounded) || Float.isInfinite(rounded) || Float.isNaN(result)) {
      return Float.compare(rounded, result) == 0 ? 0 : Double.POSITIVE_INFINITY;
    }
    return Math.abs(result - exact) / Math.ulp(rounded);
  }

  @ParameterizedTest
  @EnumSource
  void isAccurateForDoubles(Function function) {
    RandomGenerator random = Seed.generator();
    double[] points = random.doubles(2000).map(_ -> function.point(random)).toArray();
    double[] results = function.of(FLOAT64).apply(points);
    double worst = 0;
    for (int i = 0; i < points.length; i++) {
      BigDecimal exact = function.inDigits.apply(new BigDecimal(points[i]));
      worst = Math.max(worst, error(exact, results[i]));
    }
    System.out.printf("%s f64: %.2f ULP%n", function, worst);
    assertThat(worst).isLessThanOrEqualTo(function.bound64);
  }

  private static double error(BigDecimal exact, double result) {
    BigDecimal difference = exact.subtract(new BigDecimal(result)).abs();
    return difference.doubleValue() / Math.ulp(exact.doubleValue());
  }

  @ParameterizedTest
  @EnumSource
  void isTheSameForOneLaneAndMany(Function function) {
    float[] points = {0.1f, -0.0f, 3.3f, -2.2f, 1e-40f, 50f, -90f, Float.NaN};
    VectorFunction compiled = function.of(FLOAT32);
    float[] together = compiled.apply(points);
    for (int i = 0; i < points.length; i++) {
      assertThat(compiled.apply(new float[] {points[i]})).containsExactly(together[i]);
    }
  }

  @Test
  void givesSpecialValues() {
    double inf = Double.POSITIVE_INFINITY;
    double nan = Double.NaN;
    double tiny = 1e-40;
    expect(
        Function.EXP,
        new double[] {0, -0.0, inf, -inf, nan, 1000, -1000},
        new double[] {1, 1, inf, 0, nan, inf, 0});
    expect(
        Function.LOG,
        new double[] {1, 0, -0.0, inf, -inf, nan, -1, -tiny},
        new double[] {0, -inf, -inf, inf, nan, nan, nan, nan});
    expect(
        Function.TANH,
        new double[] {0, -0.0, inf, -inf, nan, 50, -50, tiny},
        new double[] {0, -0.0, 1, -1, nan, 1, -1, tiny});
    expect(
        Function.ERF,
        new double[] {0, -0.0, inf, -inf, nan, 7, -7},
        new double[] {0, -0.0, 1, -1, nan, 1, -1});
    expect(
        Function.SIGMOID,
        new double[] {0, -0.0, inf, -inf, nan, 800, -800},
        new double[] {0.5, 0.5, 1, 0, nan, 1, 0});
  }

  private static void expect(Function function, double[] points, double[] results) {
    assertThat(function.of(FLOAT64).apply(points)).containsExactly(results);
    assertThat(function.of(FLOAT32).apply(toFloats(points))).containsExactly(toFloats(results));
  }

  private static float[] toFloats(double[] values) {
    float[] floats = new float[values.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) values[i];
    }
    return floats;
  }

  @Test
  void expReachesSubnormalResults() {
    double[] points = {-708.5, -720.25, -740, -745.1, -745.14};
    double[] results = Function.EXP.of(FLOAT64).apply(points);
    for (int i = 0; i < points.length; i++) {
      assertThat(error(PreciseMath.exp(new BigDecimal(points[i])), results[i]))
          .isLessThanOrEqualTo(1);
    }
  }

  @Test
  void tanhErfAndSigmoidStayInRange() {
    float[] points = new float[CHUNK];
    for (int i = 0; i < CHUNK; i++) {
      points[i] = (i - CHUNK / 2) * 0.005f;
    }
    for (Function function : Function.values()) {
      if (function != Function.EXP && function != Function.LOG) {
        float least = function == Function.SIGMOID ? 0 : -1;
        for (float result : function.of(FLOAT32).apply(points)) {
          assertThat(result).isBetween(least, 1f);
        }
      }
    }
  }

  private static VectorFunction power(ElementType element) {
    return new VectorFunction(
        element, 2, (b, operands) -> VectorMath.power(b, operands.get(0), operands.get(1)));
  }

  @Test
  void powerIsAccurateForSingleFloats() {
    RandomGenerator random = Seed.generator();
    float[] x = new float[CHUNK];
    float[] y = new float[CHUNK];
    double worst = 0;
    for (int chunk = 0; chunk < 40; chunk++) {
      for (int i = 0; i < CHUNK; i++) {
        x[i] = Math.scalb(1 + random.nextFloat(), random.nextInt(-20, 20));
        y[i] = (float) random.nextGaussian() * 4;
      }
      float[] results = power(FLOAT32).apply(x, y);
      for (int i = 0; i < CHUNK; i++) {
        double exact = Math.pow(x[i], y[i]);
        boolean infinite = Float.isInfinite((float) exact);
        assertThat(Float.isInfinite(results[i])).isEqualTo(infinite);
        double error = infinite ? 0 : Math.abs(results[i] - exact) / Math.ulp((float) exact);
        worst = Math.max(worst, error);
      }
    }
    System.out.printf("POWER f32: %.2f ULP%n", worst);
    assertThat(worst).isLessThanOrEqualTo(0.51);
  }

  @Test
  void powerIsAccurateForDoubles() {
    RandomGenerator random = Seed.generator();
    int count = 1500;
    double[] x = new double[count];
    double[] y = new double[count];
    for (int i = 0; i < count; i++) {
      x[i] = Math.scalb(random.nextDouble(1, 2), random.nextInt(i % 3 == 0 ? 1 : 300));
      double largest = 700 / Math.abs(Math.log(x[i]));
      y[i] = random.nextDouble(-1, 1) * Math.min(largest, 1e6);
    }
    double[] results = power(FLOAT64).apply(x, y);
    double worst = 0;
    for (int i = 0; i < count; i++) {
      BigDecimal exact = PreciseMath.power(new BigDecimal(x[i]), new BigDecimal(y[i]));
      worst = Math.max(worst, error(exact, results[i]));
    }
    System.out.printf("POWER f64: %.2f ULP%n", worst);
    assertThat(worst).isLessThanOrEqualTo(1.5);
  }

  @Test
  void powerGivesSpecialValues() {
    double inf = Double.POSITIVE_INFINITY;
    double[] values = {
      0, -0.0, 1, -1, 2, -2, 3, -3, 0.5, -0.5, 2.5, 1e300, -1e300, 1e-310, inf, -inf, Double.NaN
    };
    int count = values.length * values.length;
    double[] x = new double[count];
    double[] y = new double[count];
    double[] expected = new double[count];
    for (int i = 0; i < count; i++) {
      x[i] = values[i / values.length];
      y[i] = values[i % values.length];
      boolean one = x[i] == 1 || (x[i] == -1 && Double.isInfinite(y[i]));
      expected[i] = one ? 1 : Math.pow(x[i], y[i]);
    }
    double[] results = power(FLOAT64).apply(x, y);
    for (int i = 0; i < count; i++) {
      double tolerance = Double.isFinite(expected[i]) ? Math.ulp(expected[i]) : 0;
      boolean close = Math.abs(results[i] - expected[i]) <= tolerance;
      boolean sameSign = Math.copySign(1, results[i]) == Math.copySign(1, expected[i]);
      boolean same = Double.compare(results[i], expected[i]) == 0;
      assertThat(same || (close && sameSign))
          .as("%s ^ %s = %s, expected %s", x[i], y[i], results[i], expected[i])
          .isTrue();
    }
  }

  @Test
  void powerWithSimpleConstantExponentsNeedsNoLogarithm() {
    float[] x = {3, -2, 0.1f, -0.0f, Float.NEGATIVE_INFINITY, Float.NaN};
    for (float exponent : new float[] {1, 2, 3, 0.5f}) {
      VectorFunction function =
          new VectorFunction(
              FLOAT32,
              1,
              (b, operands) ->
                  VectorMath.power(
                      b,
                      operands.getFirst(),
                      KernelExprs.constant(Type.scalar(FLOAT32), exponent)));
      assertThat(KernelPrinter.print(function.kernel(8))).doesNotContain("bitcast");
      float[] general = new float[x.length];
      Arrays.fill(general, exponent);
      assertThat(function.apply(x)).containsExactly(power(FLOAT32).apply(x, general));
    }
  }

  @Test
  void powerOfIntegersWraps() {
    int[] bases = {0, 1, -1, 2, -2, 3, 7, 65536, Integer.MIN_VALUE, Integer.MAX_VALUE};
    int[] exponents = {0, 1, 2, 3, 10, 31, 32, 33, 1000001, -1, -2, -31};
    int count = bases.length * exponents.length;
    int[] x = new int[count];
    int[] y = new int[count];
    int[] expected = new int[count];
    for (int i = 0; i < count; i++) {
      x[i] = bases[i / exponents.length];
      y[i] = exponents[i % exponents.length];
      expected[i] = integerPower(x[i], y[i]);
    }
    assertThat(power(INT32).apply(x, y)).containsExactly(expected);
  }

  private static int integerPower(int base, int exponent) {
    if (exponent < 0) {
      return base == 1 || base == -1 ? integerPower(base, -exponent) : 0;
    }
    int result = 1;
    for (int i = 0; i < exponent; i++) {
      result *= base;
    }
    return result;
  }

  @Test
  void refusesOperandsThatAreNoFloats() {
    var builder = new KernelBuilder("k", Kernel.Linkage.ENTRY);
    assertThatThrownBy(() -> VectorMath.exp(builder, KernelExprs.index(1)))
        .isInstanceOf(InternalCompilerException.class)
        .hasMessage("vector function: operand of type i64, needed f32 or f64");
  }
}
