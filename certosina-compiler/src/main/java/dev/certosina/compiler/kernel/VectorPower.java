package dev.certosina.compiler.kernel;

import static dev.certosina.compiler.kernel.KernelExprs.abs;
import static dev.certosina.compiler.kernel.KernelExprs.add;
import static dev.certosina.compiler.kernel.KernelExprs.and;
import static dev.certosina.compiler.kernel.KernelExprs.constant;
import static dev.certosina.compiler.kernel.KernelExprs.convert;
import static dev.certosina.compiler.kernel.KernelExprs.divide;
import static dev.certosina.compiler.kernel.KernelExprs.equal;
import static dev.certosina.compiler.kernel.KernelExprs.floor;
import static dev.certosina.compiler.kernel.KernelExprs.fma;
import static dev.certosina.compiler.kernel.KernelExprs.index;
import static dev.certosina.compiler.kernel.KernelExprs.less;
import static dev.certosina.compiler.kernel.KernelExprs.lessOrEqual;
import static dev.certosina.compiler.kernel.KernelExprs.multiply;
import static dev.certosina.compiler.kernel.KernelExprs.negate;
import static dev.certosina.compiler.kernel.KernelExprs.notEqual;
import static dev.certosina.compiler.kernel.KernelExprs.or;
import static dev.certosina.compiler.kernel.KernelExprs.select;
import static dev.certosina.compiler.kernel.KernelExprs.shiftRight;
import static dev.certosina.compiler.kernel.KernelExprs.sqrt;
import static dev.certosina.compiler.kernel.KernelExprs.subtract;

import dev.certosina.ElementType;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Type;
import java.util.List;
import java.util.Optional;

/// Powers of floats and of integers.
///
/// Floats follow IEEE's `pow`: anything to the power 0 and 1 to any power are 1, a negative base
/// takes integer exponents only and gives NaN for others. The constant exponents 1, 2, 3 and ½ are
/// a few multiplications or a root. Integers wrap; a negative exponent gives 0 unless the base is 1
/// or -1.
final class VectorPower {
  private VectorPower() {}

  /// f32 is computed through f64.
  static Expr real(KernelBuilder builder, Expr base, Expr exponent) {
    int lanes = Math.max(KernelTypes.lanesOf(base), KernelTypes.lanesOf(exponent));
    Expr x = builder.let("pow_x", KernelExprs.broadcast(base, lanes));
    Expr y = builder.let("pow_y", KernelExprs.broadcast(exponent, lanes));
    Optional<Expr> simple = simple(builder, x, y);
    if (simple.isPresent()) {
      return simple.get();
    }
    if (KernelTypes.elementOf(x) != ElementType.FLOAT32) {
      return general(builder, x, y);
    }
    Expr wideX = builder.let("pow_x", convert(ElementType.FLOAT64, x));
    Expr wideY = builder.let("pow_y", convert(ElementType.FLOAT64, y));
    return convert(ElementType.FLOAT32, general(builder, wideX, wideY));
  }

  private static Optional<Expr> simple(KernelBuilder builder, Expr x, Expr y) {
    if (!(y instanceof Expr.FloatConstant(_, double power))) {
      return Optional.empty();
    }
    if (power == 1) {
      return Optional.of(x);
    }
    if (power == 2) {
      return Optional.of(multiply(x, x));
    }
    if (power == 3) {
      return Optional.of(multiply(multiply(x, x), x));
    }
    return power == 0.5 ? Optional.of(squareRoot(builder, x)) : Optional.empty();
  }

  /// As a power: +0 for -0 and infinity for -infinity, unlike a root.
  private static Expr squareRoot(KernelBuilder builder, Expr x) {
    FloatLanes v = FloatLanes.of(builder, x);
    Expr lowest = equal(x, v.number(Double.NEGATIVE_INFINITY));
    return select(lowest, v.number(Double.POSITIVE_INFINITY), add(sqrt(x), v.number(0)));
  }

  private static Expr general(KernelBuilder builder, Expr x, Expr y) {
    FloatLanes v = FloatLanes.of(builder, x);
    Expr one = v.number(1);
    Expr a = v.let("pow_abs", abs(x));
    Expr unsigned = select(equal(a, one), one, magnitude(v, a, y));
    Expr half = v.let("pow_half", multiply(y, v.number(0.5)));
    Expr whole = v.let("pow_whole", equal(floor(y), y));
    Expr odd = and(whole, notEqual(floor(half), half));
    Expr sign = select(odd, v.signBit(x), v.integer(0));
    Expr signed = v.withSign(unsigned, sign);
    Expr finiteNegative = and(less(x, v.number(0)), less(v.number(Double.NEGATIVE_INFINITY), x));
    Expr defined = select(and(finiteNegative, notWhole(v, whole)), v.number(Double.NaN), signed);
    Expr nan = or(notEqual(x, x), notEqual(y, y));
    Expr checked = select(nan, v.number(Double.NaN), defined);
    return select(or(equal(y, v.number(0)), equal(x, one)), one, checked);
  }

  private static Expr notWhole(FloatLanes v, Expr whole) {
    return equal(whole, constant(new Type(ElementType.BOOL, v.type().lanes()), 0));
  }

  /// `a` to the power of `y` for `a` of at least 0, as `exp(y · log a)` with the product in two
  /// parts.
  private static Expr magnitude(FloatLanes v, Expr a, Expr y) {
    TwoPart log = logarithm(v, a);
    Expr product = v.let("pow_product", multiply(y, log.high()));
    Expr rounding = fma(y, log.high(), negate(product));
    Expr low = fma(y, log.low(), rounding);
    Expr inRange = lessOrEqual(abs(product), v.number(-v.format().expLowest()));
    return VectorMath.exp(v, product, v.let("pow_low", select(inRange, low, v.number(0))));
  }

  /// A number as the sum of two floats, the lower one below the last place of the higher.
  private record TwoPart(Expr high, Expr low) {}

  /// log(a) with about ten bits more than f64; -infinity at 0, infinity at infinity.
  private static TwoPart logarithm(FloatLanes v, Expr a) {
    SplitFloat split = SplitFloat.of(v, a);
    Expr e = split.exponent();
    TwoPart s = ratio(v, split.fraction());
    TwoPart z = multiplyParts(v, s, s);
    TwoPart cube = multiplyParts(v, z, s);
    List<Double> coefficients = v.format().log();
    TwoPart third = multiplyParts(v, cube, new TwoPart(v.number(coefficients.get(0)), v.number(0)));
    Expr tail = multiply(multiply(cube.high(), z.high()), v.polynomial(coefficients, 1, z.high()));
    Expr whole = multiply(e, v.number(v.format().ln2Short().get(0)));
    TwoPart first = sum(v, whole, add(s.high(), s.high()));
    TwoPart second = sum(v, first.high(), third.high());
    Expr low = add(add(s.low(), s.low()), add(third.low(), tail));
    Expr lower = fma(e, v.number(v.format().ln2Short().get(1)), low);
    TwoPart result =
        sum(v, second.high(), v.let("pow_low", add(add(first.low(), second.low()), lower)));
    return atEnds(v, a, result);
  }

  private static TwoPart atEnds(FloatLanes v, Expr a, TwoPart log) {
    Expr infinity = v.number(Double.POSITIVE_INFINITY);
    Expr upper = select(less(a, infinity), log.high(), infinity);
    Expr high = select(equal(a, v.number(0)), v.number(Double.NEGATIVE_INFINITY), upper);
    return new TwoPart(v.let("pow_log", high), log.low());
  }

  /// f / (2 + f).
  private static TwoPart ratio(FloatLanes v, Expr f) {
    Expr denominator = v.let("pow_denominator", add(f, v.number(2)));
    Expr lost = subtract(f, subtract(denominator, v.number(2)));
    Expr high = v.let("pow_s", divide(f, denominator));
    Expr rest = fma(negate(high), lost, fma(negate(high), denominator, f));
    return new TwoPart(high, v.let("pow_s_low", divide(rest, denominator)));
  }

  private static TwoPart multiplyParts(FloatLanes v, TwoPart left, TwoPart right) {
    Expr high = v.let("pow_high", multiply(left.high(), right.high()));
    Expr rounding = fma(left.high(), right.high(), negate(high));
    Expr cross = fma(left.high(), right.low(), fma(left.low(), right.high(), rounding));
    return new TwoPart(high, v.let("pow_low", cross));
  }

  /// The sum of two floats of which the first is the larger, or 0.
  private static TwoPart sum(FloatLanes v, Expr left, Expr right) {
    Expr a = v.let("pow_left", left);
    Expr b = v.let("pow_right", right);
    Expr high = v.let("pow_sum", add(a, b));
    return new TwoPart(high, v.let("pow_lost", subtract(b, subtract(high, a))));
  }

  /// By repeated squaring, one bit of the exponent at a time.
  static Expr integer(KernelBuilder builder, Expr base, Expr exponent) {
    int lanes = Math.max(KernelTypes.lanesOf(base), KernelTypes.lanesOf(exponent));
    Expr x = builder.let("pow_x", KernelExprs.broadcast(base, lanes));
    Expr y = builder.let("pow_y", KernelExprs.broadcast(exponent, lanes));
    Type type = KernelTypes.typeOf(x);
    Expr one = constant(type, 1);
    Expr.Variable result = builder.declare("pow_result", one);
    Expr.Variable square = builder.declare("pow_square", x);
    Expr.Variable rest = builder.declare("pow_rest", y);
    long widthBits = 8L * type.element().byteSize();
    builder.forLoop(
        "pow_bit",
        index(0),
        index(widthBits),
        1,
        _ -> {
          Expr odd = notEqual(and(rest, one), constant(type, 0));
          builder.assign(result, select(odd, multiply(result, square), result));
          builder.assign(square, multiply(square, square));
          builder.assign(rest, shiftRight(rest, one));
        });
    return type.element().isUnsignedInteger() ? result : orZero(result, x, y);
  }

  private static Expr orZero(Expr result, Expr x, Expr y) {
    Type type = KernelTypes.typeOf(x);
    Expr zero = constant(type, 0);
    Expr vanishes =
        and(less(y, zero), and(notEqual(x, constant(type, 1)), notEqual(x, constant(type, -1))));
    return select(vanishes, zero, result);
  }
}
