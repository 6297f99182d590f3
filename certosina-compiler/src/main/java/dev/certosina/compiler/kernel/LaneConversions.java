package dev.certosina.compiler.kernel;

import dev.certosina.ElementType;
import dev.certosina.InternalCompilerException;
import dev.certosina.compiler.kernel.Kernel.Type;
import java.util.function.IntToLongFunction;

/// Conversions between element types, one number at a time, and their bits.
final class LaneConversions {
  private static final double TWO_TO_63 = 0x1p63;
  private static final double TWO_TO_64 = 0x1p64;

  private LaneConversions() {}

  /// The low bits of `value` that fit an integer type or `bool`, extended to 64.
  static long wrap(ElementType element, long value) {
    if (element == ElementType.BOOL) {
      return value & 1;
    }
    int unused = 64 - 8 * element.byteSize();
    long shifted = value << unused;
    return element.isSignedInteger() ? shifted >> unused : shifted >>> unused;
  }

  /// `value` rounded to nearest even in a float type.
  static double round(ElementType element, double value) {
    if (element == ElementType.FLOAT64) {
      return value;
    }
    float single = (float) value;
    if (element == ElementType.FLOAT16) {
      return Float.float16ToFloat(Float.floatToFloat16(single));
    }
    return element == ElementType.BFLOAT16 ? fromBfloat16(toBfloat16(single)) : single;
  }

  /// [Kernel.Expr.Convert] on all lanes.
  static LaneValue convert(ElementType element, LaneValue value) {
    Type result = new Type(element, value.type().lanes());
    return switch (value) {
      case LaneValue.Integers integers -> fromIntegers(result, integers);
      case LaneValue.Floats floats -> fromFloats(result, floats);
    };
  }

  /// [Kernel.Expr.Bitcast] on all lanes.
  static LaneValue bitcast(ElementType element, LaneValue value) {
    Type result = new Type(element, value.type().lanes());
    ElementType from = value.type().element();
    return switch (value) {
      case LaneValue.Integers integers -> fromBits(result, integers::lane);
      case LaneValue.Floats floats -> fromBits(result, i -> floatBits(from, floats.lane(i)));
    };
  }

  /// Lanes of any type from the bits of each.
  static LaneValue fromBits(Type type, IntToLongFunction bits) {
    return type.element().isFloat()
        ? LaneValue.Floats.generate(type, i -> floatFromBits(type.element(), bits.applyAsLong(i)))
        : LaneValue.Integers.generate(type, bits);
  }

  /// The bits of one lane, zero- or sign-extended.
  static long bits(LaneValue value, int lane) {
    return switch (value) {
      case LaneValue.Integers integers -> integers.lane(lane);
      case LaneValue.Floats floats -> floatBits(floats.type().element(), floats.lane(lane));
    };
  }

  private static LaneValue fromIntegers(Type result, LaneValue.Integers value) {
    ElementType to = result.element();
    if (to == ElementType.BOOL) {
      return LaneValue.Integers.generate(result, i -> value.lane(i) != 0 ? 1 : 0);
    }
    if (to.isInteger()) {
      return LaneValue.Integers.generate(result, value::lane);
    }
    boolean unsigned = value.type().element() == ElementType.UINT64;
    return to == ElementType.FLOAT64
        ? LaneValue.Floats.generate(result, i -> toDouble(value.lane(i), unsigned))
        : LaneValue.Floats.generate(result, i -> toFloat(value.lane(i), unsigned));
  }

  private static LaneValue fromFloats(Type result, LaneValue.Floats value) {
    ElementType to = result.element();
    if (to == ElementType.BOOL) {
      return LaneValue.Integers.generate(result, i -> value.lane(i) != 0 ? 1 : 0);
    }
    return to.isInteger()
        ? LaneValue.Integers.generate(result, i -> saturate(to, value.lane(i)))
        : LaneValue.Floats.generate(result, value::lane);
  }

  private static double toDouble(long value, boolean unsigned) {
    return unsigned && value < 0 ? 2 * (double) halfOdd(value) : (double) value;
  }

  private static float toFloat(long value, boolean unsigned) {
    return unsigned && value < 0 ? 2 * (float) halfOdd(value) : (float) value;
  }

  /// Half of an unsigned value, with the lost bit kept for rounding.
  private static long halfOdd(long value) {
    return (value >>> 1) | (value & 1);
  }

  private static long saturate(ElementType to, double value) {
    if (to == ElementType.UINT64) {
      if (!(value > 0)) {
        return 0;
      }
      if (value >= TWO_TO_64) {
        return -1;
      }
      return value >= TWO_TO_63 ? (long) (value - TWO_TO_63) + Long.MIN_VALUE : (long) value;
    }
    int valueBits = 8 * to.byteSize() - (to.isSignedInteger() ? 1 : 0);
    long highest = -1L >>> (64 - valueBits);
    long lowest = to.isSignedInteger() ? -highest - 1 : 0;
    return Math.clamp((long) value, lowest, highest);
  }

  private static long floatBits(ElementType element, double value) {
    return switch (element) {
      case FLOAT64 -> Double.doubleToRawLongBits(value);
      case FLOAT32 -> Float.floatToRawIntBits((float) value) & 0xffff_ffffL;
      case FLOAT16 -> Float.floatToFloat16((float) value) & 0xffffL;
      case BFLOAT16 -> toBfloat16((float) value);
      default -> throw notFloat(element);
    };
  }

  private static double floatFromBits(ElementType element, long bits) {
    return switch (element) {
      case FLOAT64 -> Double.longBitsToDouble(bits);
      case FLOAT32 -> Float.intBitsToFloat((int) bits);
      case FLOAT16 -> Float.float16ToFloat((short) bits);
      case BFLOAT16 -> fromBfloat16(bits);
      default -> throw notFloat(element);
    };
  }

  private static InternalCompilerException notFloat(ElementType element) {
    return new InternalCompilerException("kernel interpreter: type " + element + " is no float");
  }

  private static long toBfloat16(float value) {
    int bits = Float.floatToRawIntBits(value);
    if (Float.isNaN(value)) {
      return ((bits >>> 16) | 0x40) & 0xffffL;
    }
    int roundUp = 0x7fff + ((bits >>> 16) & 1);
    return ((bits + roundUp) >>> 16) & 0xffffL;
  }

  private static float fromBfloat16(long bits) {
    return Float.intBitsToFloat((int) bits << 16);
  }
}
