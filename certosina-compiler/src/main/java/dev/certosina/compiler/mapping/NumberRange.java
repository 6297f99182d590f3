package dev.certosina.compiler.mapping;

import dev.certosina.ElementType;
import java.math.BigInteger;

/// The numbers of an integer type or `bool`.
public record NumberRange(BigInteger lowest, BigInteger highest) {

  public static NumberRange of(ElementType type) {
    return switch (type) {
      case BOOL -> new NumberRange(BigInteger.ZERO, BigInteger.ONE);
      case INT2 -> signed(2);
      case INT4 -> signed(4);
      case INT8, INT16, INT32, INT64 -> signed(8 * type.byteSize());
      case UINT2 -> unsigned(2);
      case UINT4 -> unsigned(4);
      case UINT8, UINT16, UINT32, UINT64 -> unsigned(8 * type.byteSize());
      case FLOAT16,
          BFLOAT16,
          FLOAT32,
          FLOAT64,
          FLOAT8E4M3FN,
          FLOAT8E4M3FNUZ,
          FLOAT8E5M2,
          FLOAT8E5M2FNUZ,
          FLOAT8E8M0,
          FLOAT4E2M1,
          COMPLEX64,
          COMPLEX128,
          STRING ->
          throw new IllegalArgumentException("found " + type + ", needed an integer type");
    };
  }

  /// True for the types of which there are ranges.
  public static boolean isInteger(ElementType type) {
    return switch (type) {
      case BOOL, INT2, INT4, INT8, INT16, INT32, INT64 -> true;
      case UINT2, UINT4, UINT8, UINT16, UINT32, UINT64 -> true;
      case FLOAT16,
          BFLOAT16,
          FLOAT32,
          FLOAT64,
          FLOAT8E4M3FN,
          FLOAT8E4M3FNUZ,
          FLOAT8E5M2,
          FLOAT8E5M2FNUZ,
          FLOAT8E8M0,
          FLOAT4E2M1,
          COMPLEX64,
          COMPLEX128,
          STRING ->
          false;
    };
  }

  private static NumberRange signed(int bits) {
    BigInteger half = BigInteger.TWO.pow(bits - 1);
    return new NumberRange(half.negate(), half.subtract(BigInteger.ONE));
  }

  private static NumberRange unsigned(int bits) {
    return new NumberRange(BigInteger.ZERO, BigInteger.TWO.pow(bits).subtract(BigInteger.ONE));
  }

  /// Bits of one number; a `bool` is taken as one.
  long bits() {
    return size().bitLength() - 1L;
  }

  /// How many numbers there are.
  BigInteger size() {
    return highest.subtract(lowest).add(BigInteger.ONE);
  }

  boolean contains(BigInteger value) {
    return value.compareTo(lowest) >= 0 && value.compareTo(highest) <= 0;
  }
}
