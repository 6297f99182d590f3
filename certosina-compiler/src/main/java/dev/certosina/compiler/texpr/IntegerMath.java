package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;

/// Arithmetic of the integer types and `bool` on 64-bit carriers.
///
/// A carrier holds the value sign-extended, or zero-extended for unsigned types; a u64 is its bits.
/// Every result wraps to the type's width.
final class IntegerMath {
  private static final double TWO_TO_63 = 0x1p63;

  private IntegerMath() {}

  /// The value of the low bits of `value` as a `type`; any value but 0 is true for `bool`.
  static long wrap(ElementType type, long value) {
    if (type == ElementType.BOOL) {
      return value != 0 ? 1 : 0;
    }
    int unused = Long.SIZE - 8 * type.byteSize();
    return type.isSignedInteger() ? value << unused >> unused : value << unused >>> unused;
  }

  /// Truncates towards zero; 0 where the divisor is 0.
  static long divide(ElementType type, long dividend, long divisor) {
    if (divisor == 0) {
      return 0;
    }
    return type == ElementType.UINT64
        ? Long.divideUnsigned(dividend, divisor)
        : wrap(type, dividend / divisor);
  }

  static int compare(ElementType type, long left, long right) {
    return type == ElementType.UINT64
        ? Long.compareUnsigned(left, right)
        : Long.compare(left, right);
  }

  /// Exact modulo the type's width; a negative exponent truncates the quotient towards zero.
  static long power(ElementType type, long base, long exponent) {
    boolean negative = exponent < 0 && type != ElementType.UINT64;
    if (negative && base != 1 && base != -1) {
      return 0;
    }
    // Only the parity of the exponent matters for 1 and -1.
    long remaining = negative ? exponent & 1 : exponent;
    long result = 1;
    long square = base;
    while (remaining != 0) {
      if ((remaining & 1) != 0) {
        result *= square;
      }
      square *= square;
      remaining >>>= 1;
    }
    return wrap(type, result);
  }

  static long smallest(ElementType type) {
    return type.isSignedInteger() ? -1L << (8 * type.byteSize() - 1) : 0;
  }

  static long largest(ElementType type) {
    if (type == ElementType.BOOL) {
      return 1;
    }
    int unused = Long.SIZE - 8 * type.byteSize();
    return type.isSignedInteger() ? Long.MAX_VALUE >>> unused : -1L >>> unused;
  }

  /// Truncates towards zero. Any value but 0 is true for `bool`, NaN included.
  static long fromFloat(ElementType type, double value) {
    if (type == ElementType.BOOL) {
      return value != 0 ? 1 : 0;
    }
    if (type == ElementType.UINT64 && value >= TWO_TO_63) {
      return (long) (value - TWO_TO_63) ^ Long.MIN_VALUE;
    }
    return wrap(type, (long) value);
  }

  /// The nearest f64.
  static double toDouble(ElementType type, long value) {
    if (type == ElementType.UINT64 && value < 0) {
      // Half the value, with the lost bit kept so that rounding sees it.
      return (double) ((value >>> 1) | (value & 1)) * 2;
    }
    return (double) value;
  }

  /// The nearest f32.
  static float toFloat(ElementType type, long value) {
    if (type == ElementType.UINT64 && value < 0) {
      return (float) ((value >>> 1) | (value & 1)) * 2;
    }
    return (float) value;
  }
}
