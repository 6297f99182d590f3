package dev.certosina.compiler.kernel;

import static dev.certosina.compiler.kernel.KernelExprs.add;
import static dev.certosina.compiler.kernel.KernelExprs.less;
import static dev.certosina.compiler.kernel.KernelExprs.multiply;
import static dev.certosina.compiler.kernel.KernelExprs.select;
import static dev.certosina.compiler.kernel.KernelExprs.shiftLeft;
import static dev.certosina.compiler.kernel.KernelExprs.shiftRight;
import static dev.certosina.compiler.kernel.KernelExprs.subtract;

import dev.certosina.compiler.kernel.Kernel.Expr;

/// A positive float as `(1 + fraction) · 2^exponent`, with 1 + fraction from √½ to √2.
///
/// @param fraction exact
/// @param exponent an integer, as a float
record SplitFloat(Expr fraction, Expr exponent) {

  /// The parts of `x`, which must be a variable or constant; meaningless unless it is positive and
  /// finite.
  static SplitFloat of(FloatLanes v, Expr x) {
    FloatFormat format = v.format();
    int fractionBits = format.fractionBits();
    double scale = Math.scalb(1.0, fractionBits);
    Expr tiny = v.let("split_tiny", less(x, v.number(Math.scalb(1.0, 1 - format.bias()))));
    Expr scaled = select(tiny, multiply(x, v.number(scale)), x);
    long oneBits = (long) format.bias() << fractionBits;
    Expr bits = v.let("split_bits", v.toBits(scaled));
    Expr lifted = add(bits, v.integer(oneBits - format.sqrtHalfBits()));
    Expr biased = v.let("split_biased", shiftRight(lifted, v.integer(fractionBits)));
    Expr power = shiftLeft(subtract(biased, v.integer(format.bias())), v.integer(fractionBits));
    Expr significand = v.fromBits(subtract(bits, power));
    Expr fraction = v.let("split_fraction", subtract(significand, v.number(1)));
    Expr placed = v.fromBits(add(biased, v.integer(v.integerPlaceBits())));
    double place = v.integerPlace() + format.bias();
    Expr offset = select(tiny, v.number(place + fractionBits), v.number(place));
    return new SplitFloat(fraction, v.let("split_exponent", subtract(placed, offset)));
  }
}
