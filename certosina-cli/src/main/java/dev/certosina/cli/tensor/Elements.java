package dev.certosina.cli.tensor;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Reads and writes single elements of row-major little-endian tensors of any computable type.
public final class Elements {
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final int BFLOAT16_SHIFT = 16;

  private Elements() {}

  /// Element `index` of a float tensor.
  public static double floatAt(ElementType type, MemorySegment data, long index) {
    return switch (type) {
      case FLOAT32 -> Float.intBitsToFloat((int) bitsAt(type, data, index));
      case FLOAT64 -> Double.longBitsToDouble(bitsAt(type, data, index));
      case FLOAT16 -> Float.float16ToFloat((short) bitsAt(type, data, index));
      case BFLOAT16 -> Float.intBitsToFloat((int) bitsAt(type, data, index) << BFLOAT16_SHIFT);
      default -> throw new IllegalArgumentException(type + " is not a float type");
    };
  }

  /// The bits of element `index`, sign-extended.
  public static long bitsAt(ElementType type, MemorySegment data, long index) {
    return switch (width(type)) {
      case 1 -> data.get(ValueLayout.JAVA_BYTE, index);
      case 2 -> data.get(SHORT, index * Short.BYTES);
      case 4 -> data.get(INT, index * Integer.BYTES);
      default -> data.get(LONG, index * Long.BYTES);
    };
  }

  /// Stores the low bits of `bits` as element `index`.
  public static void putBits(ElementType type, MemorySegment data, long index, long bits) {
    switch (width(type)) {
      case 1 -> data.set(ValueLayout.JAVA_BYTE, index, (byte) bits);
      case 2 -> data.set(SHORT, index * Short.BYTES, (short) bits);
      case 4 -> data.set(INT, index * Integer.BYTES, (int) bits);
      default -> data.set(LONG, index * Long.BYTES, bits);
    }
  }

  /// The bits of `value` in float type `type`; a bf16 loses the low half of an f32, which is exact
  /// for values with few digits and at most one unit in the last place off for others.
  public static long floatBits(ElementType type, float value) {
    return switch (type) {
      case FLOAT32 -> Float.floatToRawIntBits(value);
      case FLOAT64 -> Double.doubleToRawLongBits(value);
      case FLOAT16 -> Float.floatToFloat16(value);
      case BFLOAT16 -> Float.floatToRawIntBits(value) >>> BFLOAT16_SHIFT;
      default -> throw new IllegalArgumentException(type + " is not a float type");
    };
  }

  /// Element `index` as text: `1.5`, `-3`, `true`.
  public static String textAt(ElementType type, MemorySegment data, long index) {
    if (type.isFloat()) {
      return Double.toString(floatAt(type, data, index));
    }
    long bits = bitsAt(type, data, index);
    if (type == ElementType.BOOL) {
      return bits == 0 ? "false" : "true";
    }
    boolean unsigned = type.isUnsignedInteger();
    long mask = unsigned && width(type) < Long.BYTES ? (1L << (width(type) * 8)) - 1 : -1;
    return unsigned ? Long.toUnsignedString(bits & mask) : Long.toString(bits);
  }

  private static int width(ElementType type) {
    if (!type.isComputable()) {
      throw new ModelException("element type " + type + " is not supported");
    }
    return type.byteSize();
  }
}
