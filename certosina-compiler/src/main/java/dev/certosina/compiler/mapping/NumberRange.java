package dev.certosina.compiler.mapping;

import dev.certosina.ElementType;
import java.math.BigInteger;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/// The numbers of an integer type or `bool`.
public record NumberRange(BigInteger lowest, BigInteger highest) {

  private static final Map<ElementType, NumberRange> RANGES = new EnumMap<>(ElementType.class);

  static {
    for (ElementType type : ElementType.values()) {
      find(type).ifPresent(range -> RANGES.put(type, range));
    }
  }

  private static Optional<NumberRange> find(ElementType type) {
    return switch (type) {
      case BOOL -> unsigned(1);
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
          Optional.empty();
    };
  }

  /// @throws IllegalArgumentException for other types
  public static NumberRange of(ElementType type) {
    NumberRange range = RANGES.get(type);
    if (range == null) {
      throw new IllegalArgumentException("found " + type + ", needed an integer type");
    }
    return range;
  }

  /// True for the types of which there are ranges.
  public static boolean isInteger(ElementType type) {
    return RANGES.containsKey(type);
  }

  private static Optional<NumberRange> signed(int bits) {
    BigInteger half = BigInteger.TWO.pow(bits - 1);
    return Optional.of(new NumberRange(half.negate(), half.subtract(BigInteger.ONE)));
  }

  private static Optional<NumberRange> unsigned(int bits) {
    return Optional.of(
        new NumberRange(BigInteger.ZERO, BigInteger.TWO.pow(bits).subtract(BigInteger.ONE)));
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
