package dev.certosina.compiler.kernel;

import static dev.certosina.compiler.kernel.KernelExprs.and;
import static dev.certosina.compiler.kernel.KernelExprs.bitcast;
import static dev.certosina.compiler.kernel.KernelExprs.constant;
import static dev.certosina.compiler.kernel.KernelExprs.fma;
import static dev.certosina.compiler.kernel.KernelExprs.greater;
import static dev.certosina.compiler.kernel.KernelExprs.less;
import static dev.certosina.compiler.kernel.KernelExprs.or;
import static dev.certosina.compiler.kernel.KernelExprs.select;

import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Type;
import java.util.List;

/// Writes expressions over values of one float type with a fixed number of lanes.
record FloatLanes(KernelBuilder builder, FloatFormat format, Type type) {

  static FloatLanes of(KernelBuilder builder, Expr operand) {
    Type type = KernelTypes.typeOf(operand);
    return new FloatLanes(builder, FloatFormat.of(type.element()), type);
  }

  Expr let(String hint, Expr value) {
    return builder.let(hint, value);
  }

  Expr number(double value) {
    return constant(type, value);
  }

  /// An integer of the same width in every lane.
  Expr integer(long value) {
    return constant(new Type(format.bits(), type.lanes()), value);
  }

  Expr toBits(Expr value) {
    return bitcast(format.bits(), value);
  }

  Expr fromBits(Expr value) {
    return bitcast(format.element(), value);
  }

  /// The sign bit of `value` alone.
  Expr signBit(Expr value) {
    return and(toBits(value), integer(signMask()));
  }

  /// A value that is not negative, given the sign whose bit is `signBit`.
  Expr withSign(Expr magnitude, Expr signBit) {
    return fromBits(or(toBits(magnitude), signBit));
  }

  /// `coefficients[0] + coefficients[1]·x + …` by Horner's rule from place `first` on.
  Expr polynomial(List<Double> coefficients, int first, Expr x) {
    Expr sum = number(coefficients.getLast());
    for (int i = coefficients.size() - 2; i >= first; i--) {
      sum = fma(sum, x, number(coefficients.get(i)));
    }
    return sum;
  }

  /// The variable `value`, or `limit` where it is above; NaN stays.
  Expr atMost(Expr value, double limit) {
    return select(greater(value, number(limit)), number(limit), value);
  }

  /// The variable `value`, or `limit` where it is below; NaN stays.
  Expr atLeast(Expr value, double limit) {
    return select(less(value, number(limit)), number(limit), value);
  }

  /// 1.5 times the power of two at which a float's last place is 1: adding it to a small float
  /// rounds that to an integer, which then stands in the low bits.
  double integerPlace() {
    return 0x1.8p0 * Math.scalb(1.0, format.fractionBits());
  }

  /// The bits of [#integerPlace].
  long integerPlaceBits() {
    long exponent = (long) format.bias() + format.fractionBits();
    return (exponent << format.fractionBits()) | (1L << (format.fractionBits() - 1));
  }

  private long signMask() {
    long widthBits = 8L * format.element().byteSize();
    return 1L << (widthBits - 1);
  }
}
