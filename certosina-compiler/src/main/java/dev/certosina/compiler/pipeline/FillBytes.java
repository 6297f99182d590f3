package dev.certosina.compiler.pipeline;

import dev.certosina.ElementType;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// A number as the bytes of one element.
final class FillBytes {
  private static final ValueLayout.OfLong LITTLE_ENDIAN =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private FillBytes() {}

  /// Little-endian; infinities stand for the lowest and highest value of an integer type.
  static MemorySegment of(ElementType type, double value) {
    MemorySegment bytes = MemorySegment.ofArray(new byte[Long.BYTES]);
    bytes.set(LITTLE_ENDIAN, 0, bits(type, value));
    return bytes.asSlice(0, type.byteSize());
  }

  private static long bits(ElementType type, double value) {
    if (type == ElementType.FLOAT32) {
      return Float.floatToRawIntBits((float) value);
    }
    if (type == ElementType.FLOAT64) {
      return Double.doubleToRawLongBits(value);
    }
    if (type == ElementType.BFLOAT16) {
      return Integer.toUnsignedLong(Float.floatToRawIntBits((float) value)) >>> 16;
    }
    if (type == ElementType.FLOAT16) {
      return Float.floatToFloat16((float) value);
    }
    return Double.isInfinite(value) ? limit(type, value > 0) : (long) value;
  }

  private static long limit(ElementType type, boolean highest) {
    int bits = 8 * type.byteSize();
    if (type.isUnsignedInteger()) {
      return highest ? -1L >>> (64 - bits) : 0;
    }
    long lowest = -1L << (bits - 1);
    return highest ? ~lowest : lowest;
  }
}
