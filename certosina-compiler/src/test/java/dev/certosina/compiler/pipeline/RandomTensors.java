package dev.certosina.compiler.pipeline;

import dev.certosina.ElementType;
import dev.certosina.compiler.pipeline.ProgramSketch.InputValues;
import dev.certosina.compiler.texpr.TensorValue;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.random.RandomGenerator;

/// Random elements of any type.
final class RandomTensors {
  private static final ValueLayout.OfShort SHORT = ValueLayout.JAVA_SHORT_UNALIGNED;
  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
  private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;
  private static final double[] SPECIAL = {
    Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, -0.0
  };

  private RandomTensors() {}

  /// @param indexed for index values: the extent that they index
  static TensorValue draw(
      RandomGenerator random,
      ElementType type,
      List<Long> shape,
      InputValues values,
      long indexed) {
    long count = shape.stream().reduce(1L, Math::multiplyExact);
    int size = type.byteSize();
    MemorySegment data = MemorySegment.ofArray(new byte[Math.toIntExact(count * size)]);
    for (long i = 0; i < count; i++) {
      if (type.isFloat()) {
        putFloat(data, type, i, drawFloat(random, values));
      } else {
        long value =
            values.indexed() == null
                ? random.nextInt(3) == 0 ? random.nextInt(-3, 9) : random.nextLong()
                : random.nextLong(-indexed, indexed);
        putInteger(data, type, i, type == ElementType.BOOL ? value & 1 : value);
      }
    }
    return new TensorValue(type, shape, data);
  }

  private static double drawFloat(RandomGenerator random, InputValues values) {
    if (values.special() && random.nextInt(40) == 0) {
      return SPECIAL[random.nextInt(SPECIAL.length)];
    }
    return random.nextInt(6) == 0
        ? random.nextInt(-4, 5) / 2.0
        : random.nextDouble(values.low(), values.high());
  }

  private static void putFloat(MemorySegment data, ElementType type, long at, double value) {
    switch (type) {
      case FLOAT64 -> data.set(LONG, at * 8, Double.doubleToRawLongBits(value));
      case FLOAT16 -> data.set(SHORT, at * 2, Float.floatToFloat16((float) value));
      case BFLOAT16 ->
          data.set(SHORT, at * 2, (short) (Float.floatToRawIntBits((float) value) >> 16));
      default -> data.set(INT, at * 4, Float.floatToRawIntBits((float) value));
    }
  }

  private static void putInteger(MemorySegment data, ElementType type, long at, long value) {
    switch (type.byteSize()) {
      case 1 -> data.set(ValueLayout.JAVA_BYTE, at, (byte) value);
      case 2 -> data.set(SHORT, at * 2, (short) value);
      case 4 -> data.set(INT, at * 4, (int) value);
      default -> data.set(LONG, at * 8, value);
    }
  }
}
