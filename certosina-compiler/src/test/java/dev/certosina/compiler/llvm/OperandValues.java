package dev.certosina.compiler.llvm;

import dev.certosina.ElementType;
import dev.certosina.compiler.kernel.KernelStorage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.random.RandomGenerator;

/// Elements that meet the edges of arithmetic: limits, zeros, ties, NaN, infinities, random bits.
final class OperandValues {
  private static final double[] FLOATS = {
    0.0,
    -0.0,
    1,
    -1,
    0.5,
    1.5,
    2.5,
    -2.5,
    0.49999997,
    127.5,
    255.5,
    -128.5,
    32767.5,
    65504,
    65520,
    65535.5,
    0x1p31,
    -0x1p31,
    0x1p32,
    0x1p53,
    0x1p63,
    -0x1p63,
    0x1p64,
    1e-40,
    1e-310,
    0x1p-24,
    0x1p-25,
    3.4e38,
    1e300,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    0x1.008p0,
    0x1.018p0,
    0x1.0000008p0
  };
  private static final long[] INTEGERS = {
    0,
    1,
    -1,
    2,
    7,
    -7,
    8,
    31,
    33,
    Byte.MIN_VALUE,
    Byte.MAX_VALUE,
    255,
    Short.MIN_VALUE,
    Short.MAX_VALUE,
    65535,
    65520,
    Integer.MIN_VALUE,
    Integer.MAX_VALUE,
    0xffff_ffffL,
    16_777_217,
    Long.MIN_VALUE,
    Long.MAX_VALUE,
    (1L << 53) + 1,
    0x7fff_ffff_ffff_fc00L,
    0x8000_0080_0000_0001L
  };
  private static final int RANDOM_BITS_ONE_IN = 3;

  private OperandValues() {}

  /// `count` elements of a type.
  static KernelStorage storage(
      ElementType type, int count, boolean withNan, RandomGenerator random) {
    ByteBuffer bytes = ByteBuffer.allocate(count * type.byteSize()).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      int start = bytes.position();
      put(bytes, type, random);
      if (!withNan && Differential.isNan(type, bits(bytes, type, start))) {
        bytes.position(start);
      }
    }
    return KernelStorage.of(bytes.array());
  }

  private static long bits(ByteBuffer bytes, ElementType type, int start) {
    return switch (type.byteSize()) {
      case 1 -> bytes.get(start);
      case 2 -> bytes.getShort(start);
      case 4 -> bytes.getInt(start);
      default -> bytes.getLong(start);
    };
  }

  private static void put(ByteBuffer bytes, ElementType type, RandomGenerator random) {
    boolean anyBits = random.nextInt(RANDOM_BITS_ONE_IN) == 0;
    double number = FLOATS[random.nextInt(FLOATS.length)] * (random.nextBoolean() ? 1 : -1);
    long integer = INTEGERS[random.nextInt(INTEGERS.length)];
    long bits = anyBits ? random.nextLong() : integer;
    switch (type) {
      case BOOL -> bytes.put((byte) (bits & 1));
      case FLOAT64 -> bytes.putLong(anyBits ? bits : Double.doubleToRawLongBits(number));
      case FLOAT32 -> bytes.putInt(anyBits ? (int) bits : Float.floatToIntBits((float) number));
      case FLOAT16 -> bytes.putShort(anyBits ? (short) bits : Float.floatToFloat16((float) number));
      case BFLOAT16 ->
          bytes.putShort(
              (short) ((anyBits ? (int) bits : Float.floatToIntBits((float) number)) >>> 16));
      default -> {
        switch (type.byteSize()) {
          case 1 -> bytes.put((byte) bits);
          case 2 -> bytes.putShort((short) bits);
          case 4 -> bytes.putInt((int) bits);
          default -> bytes.putLong(bits);
        }
      }
    }
  }
}
