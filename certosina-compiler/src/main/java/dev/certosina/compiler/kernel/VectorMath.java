package dev.certosina.compiler.kernel;

import static dev.certosina.compiler.kernel.KernelExprs.abs;
import static dev.certosina.compiler.kernel.KernelExprs.add;
import static dev.certosina.compiler.kernel.KernelExprs.divide;
import static dev.certosina.compiler.kernel.KernelExprs.equal;
import static dev.certosina.compiler.kernel.KernelExprs.fma;
import static dev.certosina.compiler.kernel.KernelExprs.less;
import static dev.certosina.compiler.kernel.KernelExprs.multiply;
import static dev.certosina.compiler.kernel.KernelExprs.negate;
import static dev.certosina.compiler.kernel.KernelExprs.select;
import static dev.certosina.compiler.kernel.KernelExprs.shiftLeft;
import static dev.certosina.compiler.kernel.KernelExprs.shiftRight;
import static dev.certosina.compiler.kernel.KernelExprs.subtract;

import dev.certosina.compiler.kernel.Kernel.Expr;

/// Mathematical functions written out in operators of the kernel IR.
///
/// Operands are f32 or f64 with any number of lanes; results have the operand's type. Nothing
/// branches: every lane takes all ways and selects. NaN gives NaN, infinities and signed zeros give
/// what IEEE recommends, subnormal operands and results are exact to the stated bounds. Values used
/// more than once are bound in the builder, so the result must be used in its scope. Measured
/// errors: `docs/vector-math.md`.
public final class VectorMath {
  /// Below, tanh is a polynomial; above, it is made from exp without cancellation.
  static final double TANH_SPLIT = 0.625;

  /// Below, erf is a polynomial times x; above, 1 minus the eighth power of a polynomial.
  static final double ERF_SPLIT = 1.2;

  private VectorMath() {}

  /// e to the power of `operand`.
  public static Expr exp(KernelBuilder builder, Expr operand) {
    FloatLanes v = FloatLanes.of(builder, operand);
    return exp(v, operand, v.number(0));
  }

  /// e to the power of `operand + low`, where `low` is at most a few units in the operand's last
  /// place.
  ///
  /// With n the nearest integer to x / ln 2, the result is 2^n times e^(x - n ln 2). The power of
  /// two is applied as two factors, so that subnormal results are rounded once and large ones reach
  /// infinity.
  static Expr exp(FloatLanes v, Expr operand, Expr low) {
    FloatFormat format = v.format();
    Expr limited = v.let("exp_limited", v.atMost(v.let("exp_x", operand), format.expHighest()));
    Expr x = v.let("exp_x", v.atLeast(limited, format.expLowest()));
    double shift = v.integerPlace() + 2.0 * format.bias();
    Expr shifted = v.let("exp_shifted", fma(x, v.number(1 / Math.log(2)), v.number(shift)));
    Expr n = v.let("exp_n", subtract(shifted, v.number(shift)));
    Expr rough = fma(n, v.number(-format.ln2().get(0)), x);
    Expr fine = fma(n, v.number(-format.ln2().get(1)), rough);
    Expr r = v.let("exp_r", isZero(low) ? fine : add(fine, low));
    Expr linear = fma(v.polynomial(format.exp(), 0, r), r, v.number(1));
    Expr power = fma(linear, r, v.number(1));
    Expr twice = v.let("exp_exponent", v.toBits(shifted));
    Expr half = v.let("exp_half", shiftRight(twice, v.integer(1)));
    return multiply(multiply(power, powerOfTwo(v, half)), powerOfTwo(v, subtract(twice, half)));
  }

  /// The natural logarithm; -infinity at 0, NaN below.
  public static Expr log(KernelBuilder builder, Expr operand) {
    FloatLanes v = FloatLanes.of(builder, operand);
    FloatFormat format = v.format();
    Expr x = v.let("log_x", operand);
    SplitFloat split = SplitFloat.of(v, x);
    Expr f = split.fraction();
    Expr e = split.exponent();
    Expr s = v.let("log_s", divide(f, add(f, v.number(2))));
    Expr z = v.let("log_z", multiply(s, s));
    Expr half = v.let("log_half", multiply(multiply(f, v.number(0.5)), f));
    Expr rest = multiply(z, v.polynomial(format.log(), 0, z));
    Expr small = fma(s, add(half, rest), multiply(e, v.number(format.ln2Short().get(1))));
    Expr sum = subtract(f, subtract(half, small));
    Expr finite = fma(e, v.number(format.ln2Short().get(0)), sum);
    Expr infinity = v.number(Double.POSITIVE_INFINITY);
    Expr upper = select(less(x, infinity), finite, x);
    Expr positive = select(less(x, v.number(0)), v.number(Double.NaN), upper);
    return select(equal(x, v.number(0)), v.number(Double.NEGATIVE_INFINITY), positive);
  }

  /// The hyperbolic tangent; odd, within -1 to 1.
  public static Expr tanh(KernelBuilder builder, Expr operand) {
    FloatLanes v = FloatLanes.of(builder, operand);
    Expr x = v.let("tanh_x", operand);
    Expr a = v.let("tanh_abs", abs(x));
    Expr z = v.let("tanh_square", multiply(a, a));
    Expr small = fma(a, multiply(z, v.polynomial(v.format().tanhSmall(), 0, z)), a);
    Expr e = exp(v, add(a, a), v.number(0));
    Expr large = subtract(v.number(1), divide(v.number(2), add(e, v.number(1))));
    Expr magnitude = select(less(a, v.number(TANH_SPLIT)), small, large);
    return v.withSign(magnitude, v.signBit(x));
  }

  /// The error function; odd, within -1 to 1. No division and no exponential.
  public static Expr erf(KernelBuilder builder, Expr operand) {
    FloatLanes v = FloatLanes.of(builder, operand);
    FloatFormat format = v.format();
    Expr x = v.let("erf_x", operand);
    Expr a = v.let("erf_abs", abs(x));
    Expr z = v.let("erf_square", multiply(a, a));
    Expr small = fma(a, v.polynomial(format.erfSmall(), 0, z), a);
    Expr limited = v.atMost(a, format.erfLimit());
    Expr centred =
        format.erfCentre() == 0 ? limited : subtract(limited, v.number(format.erfCentre()));
    Expr u = v.let("erf_centred", centred);
    Expr root = v.let("erf_root", v.polynomial(format.erfLarge(), 0, u));
    Expr root2 = v.let("erf_root2", multiply(root, root));
    Expr root4 = v.let("erf_root4", multiply(root2, root2));
    Expr large = fma(negate(root4), root4, v.number(1));
    Expr magnitude = select(less(a, v.number(ERF_SPLIT)), small, large);
    return v.withSign(magnitude, v.signBit(x));
  }

  /// `1 / (1 + e^-x)`; within 0 to 1.
  public static Expr sigmoid(KernelBuilder builder, Expr operand) {
    FloatLanes v = FloatLanes.of(builder, operand);
    Expr x = v.let("sigmoid_x", operand);
    Expr e = v.let("sigmoid_exp", exp(v, negate(abs(x)), v.number(0)));
    Expr numerator = select(less(x, v.number(0)), e, v.number(1));
    return divide(numerator, add(e, v.number(1)));
  }

  /// `base` to the power of `exponent`, both floats or both integers of one type; see
  /// [VectorPower].
  public static Expr power(KernelBuilder builder, Expr base, Expr exponent) {
    return KernelTypes.elementOf(base).isInteger()
        ? VectorPower.integer(builder, base, exponent)
        : VectorPower.real(builder, base, exponent);
  }

  /// 2 to the power of the biased exponent in the lowest bits of `biased`.
  private static Expr powerOfTwo(FloatLanes v, Expr biased) {
    return v.fromBits(shiftLeft(biased, v.integer(v.format().fractionBits())));
  }

  private static boolean isZero(Expr expr) {
    return expr instanceof Expr.FloatConstant(_, double value) && value == 0;
  }
}
