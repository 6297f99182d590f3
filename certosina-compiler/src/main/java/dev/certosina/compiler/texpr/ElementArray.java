package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.foreign.ValueLayout.OfDouble;
import java.lang.foreign.ValueLayout.OfFloat;
import java.lang.foreign.ValueLayout.OfInt;
import java.lang.foreign.ValueLayout.OfLong;
import java.lang.foreign.ValueLayout.OfShort;
import java.nio.ByteOrder;

/// The elements of one tensor, decoded: floats as values, integers and `bool` as 64-bit numbers
/// (sign-extended, or zero-extended for unsigned types; u64 as its bits).
sealed interface ElementArray {
  ElementType type();

  int count();

  /// A zeroed array of `count` elements.
  static ElementArray allocate(ElementType type, long count) {
    if (count > Integer.MAX_VALUE - 8) {
      throw new ModelException("found a tensor of " + count + " elements, needed fewer than 2^31");
    }
    int size = (int) count;
    if (type == ElementType.FLOAT64) {
      return new Doubles(new double[size]);
    }
    return type.isFloat() ? new Floats(type, new float[size]) : new Integers(type, new long[size]);
  }

  static ElementArray decode(TensorValue value) {
    ElementArray array = allocate(value.type(), value.elementCount());
    MemorySegment data = value.data();
    switch (array) {
      case Floats(ElementType type, float[] values) when type == ElementType.FLOAT32 ->
          MemorySegment.copy(data, Bits.FLOAT, 0, values, 0, values.length);
      case Floats(ElementType type, float[] values) -> {
        for (int i = 0; i < values.length; i++) {
          values[i] = (float) Bits.readFloat(type, data, i);
        }
      }
      case Doubles(double[] values) ->
          MemorySegment.copy(data, Bits.DOUBLE, 0, values, 0, values.length);
      case Integers(ElementType type, long[] values) -> {
        for (int i = 0; i < values.length; i++) {
          values[i] = Bits.readInteger(type, data, i);
        }
      }
    }
    return array;
  }

  /// The elements as bytes of a tensor.
  default MemorySegment encode() {
    byte[] bytes = new byte[Math.multiplyExact(count(), type().byteSize())];
    MemorySegment data = MemorySegment.ofArray(bytes);
    for (int i = 0; i < count(); i++) {
      switch (this) {
        case Floats floats -> Bits.writeFloat(floats.type, data, i, floats.values[i]);
        case Doubles doubles -> Bits.writeFloat(ElementType.FLOAT64, data, i, doubles.values[i]);
        case Integers integers -> Bits.writeInteger(integers.type, data, i, integers.values[i]);
      }
    }
    return data;
  }

  /// f32, f16 and bf16, which f32 holds exactly.
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Floats(ElementType type, float[] values) implements ElementArray {
    @Override
    public int count() {
      return values.length;
    }
  }

  /// f64.
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Doubles(double[] values) implements ElementArray {
    @Override
    public ElementType type() {
      return ElementType.FLOAT64;
    }

    @Override
    public int count() {
      return values.length;
    }
  }

  /// Integers and `bool`.
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Integers(ElementType type, long[] values) implements ElementArray {
    @Override
    public int count() {
      return values.length;
    }
  }

  /// Elements in memory, read and written one by one.
  final class Bits {
    private static final OfShort SHORT =
        ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final OfInt INT =
        ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final OfLong LONG =
        ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private static final OfFloat FLOAT =
        ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final OfDouble DOUBLE =
        ValueLayout.JAVA_DOUBLE_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private Bits() {}

    static double readFloat(ElementType type, MemorySegment data, long element) {
      return switch (type.byteSize()) {
        case 2 -> {
          short bits = data.get(SHORT, element * 2);
          yield type == ElementType.FLOAT16
              ? Float.float16ToFloat(bits)
              : Float.intBitsToFloat(bits << 16);
        }
        case 4 -> Float.intBitsToFloat(data.get(INT, element * 4));
        default -> Double.longBitsToDouble(data.get(LONG, element * 8));
      };
    }

    static void writeFloat(ElementType type, MemorySegment data, long element, double value) {
      switch (type.byteSize()) {
        case 2 -> {
          short bits =
              type == ElementType.FLOAT16
                  ? Float.floatToFloat16((float) value)
                  : (short) (Float.floatToRawIntBits((float) value) >>> 16);
          data.set(SHORT, element * 2, bits);
        }
        case 4 -> data.set(INT, element * 4, Float.floatToRawIntBits((float) value));
        default -> data.set(LONG, element * 8, Double.doubleToRawLongBits(value));
      }
    }

    static long readInteger(ElementType type, MemorySegment data, long element) {
      long bits =
          switch (type.byteSize()) {
            case 1 -> data.get(ValueLayout.JAVA_BYTE, element);
            case 2 -> data.get(SHORT, element * 2);
            case 4 -> data.get(INT, element * 4);
            default -> data.get(LONG, element * 8);
          };
      return IntegerMath.wrap(type, bits);
    }

    static void writeInteger(ElementType type, MemorySegment data, long element, long value) {
      switch (type.byteSize()) {
        case 1 -> data.set(ValueLayout.JAVA_BYTE, element, (byte) value);
        case 2 -> data.set(SHORT, element * 2, (short) value);
        case 4 -> data.set(INT, element * 4, (int) value);
        default -> data.set(LONG, element * 8, value);
      }
    }
  }
}
