package dev.certosina.compiler.mapping.check;

import dev.certosina.ElementType;
import dev.certosina.compiler.mapping.NumberRange;
import dev.certosina.compiler.texpr.FloatMath;
import java.math.BigDecimal;

/// Values of any element type, 4-bit integers included, as 64-bit carriers.
///
/// An integer or `bool` is its value, sign-extended, or zero-extended for unsigned types; a u64 is
/// its bits. A float is the bits of the f64 of the same value.
final class Numbers {
  private Numbers() {}

  static double toDouble(long carrier) {
    return Double.longBitsToDouble(carrier);
  }

  static long ofDouble(double value) {
    return Double.doubleToRawLongBits(value);
  }

  /// Bits of a number of the type.
  static int width(ElementType type) {
    return switch (type) {
      case BOOL -> 1;
      case INT2, UINT2 -> 2;
      case INT4, UINT4 -> 4;
      default -> 8 * type.byteSize();
    };
  }

  private static boolean isUnsigned(ElementType type) {
    return type.isUnsignedInteger()
        || type == ElementType.UINT4
        || type == ElementType.UINT2
        || type == ElementType.BOOL;
  }

  /// The value of an integer's low bits; any value but 0 is true for `bool`.
  static long wrap(ElementType type, long value) {
    if (type == ElementType.BOOL) {
      return value != 0 ? 1 : 0;
    }
    int unused = Long.SIZE - width(type);
    return isUnsigned(type) ? value << unused >>> unused : value << unused >> unused;
  }

  /// Half the distance between 1 and the next number of a float type.
  static double unitRoundoff(ElementType type) {
    return switch (type) {
      case FLOAT16 -> 0x1p-11;
      case BFLOAT16 -> 0x1p-8;
      case FLOAT32 -> 0x1p-24;
      default -> 0x1p-53;
    };
  }

  /// The smallest positive number of a float type.
  static double smallest(ElementType type) {
    return switch (type) {
      case FLOAT16 -> 0x1p-24;
      case BFLOAT16 -> 0x1p-133;
      case FLOAT32 -> Float.MIN_VALUE;
      default -> Double.MIN_VALUE;
    };
  }

  /// A number of one type as the nearest of another; floats become integers by truncation, integers
  /// by wrapping.
  static long convert(ElementType from, ElementType to, long carrier) {
    if (from == to) {
      return carrier;
    }
    if (NumberRange.isInteger(to)) {
      return wrap(to, NumberRange.isInteger(from) ? carrier : (long) toDouble(carrier));
    }
    double value = NumberRange.isInteger(from) ? integerToDouble(from, carrier) : toDouble(carrier);
    return ofDouble(FloatMath.round(to, value));
  }

  private static double integerToDouble(ElementType type, long value) {
    if (type == ElementType.UINT64 && value < 0) {
      // Half the value, with the lost bit kept so that rounding sees it.
      return (double) ((value >>> 1) | (value & 1)) * 2;
    }
    return (double) value;
  }

  /// A literal of the type. Infinities are the lowest and highest number of an integer type.
  static long literal(ElementType type, double value) {
    if (!NumberRange.isInteger(type)) {
      return ofDouble(FloatMath.round(type, value));
    }
    if (Double.isInfinite(value)) {
      NumberRange range = NumberRange.of(type);
      return (value < 0 ? range.lowest() : range.highest()).longValue();
    }
    if (Math.abs(value) <= 0x1p62) {
      return wrap(type, (long) value);
    }
    // Above the largest signed number only u64 has values, which BigDecimal converts exactly.
    return wrap(type, new BigDecimal(value).longValue());
  }

  static int compare(ElementType type, long left, long right) {
    if (!NumberRange.isInteger(type)) {
      return Double.compare(toDouble(left), toDouble(right));
    }
    return type == ElementType.UINT64
        ? Long.compareUnsigned(left, right)
        : Long.compare(left, right);
  }
}
