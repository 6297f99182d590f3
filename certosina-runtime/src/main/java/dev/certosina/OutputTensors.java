package dev.certosina;

/// Allocates results. They live in the Java heap, where they cost and live as long as any object.
final class OutputTensors {
  /// The longest array that every virtual machine can make.
  private static final long MAX_ARRAY_LENGTH = Integer.MAX_VALUE - 8;

  private OutputTensors() {}

  /// @throws DeviceException when there is not enough memory
  static Tensor allocate(ElementType type, long[] shape) {
    long elements = Tensor.byteSize(type, shape) / type.byteSize();
    if (elements > MAX_ARRAY_LENGTH) {
      return Tensor.allocate(type, shape);
    }
    try {
      return allocateArray(type, (int) elements, shape);
    } catch (OutOfMemoryError shortage) {
      throw new DeviceException(
          "not enough java memory for an output of %d bytes: raise -Xmx"
              .formatted(elements * type.byteSize()),
          shortage);
    }
  }

  private static Tensor allocateArray(ElementType type, int length, long[] shape) {
    return switch (type.byteSize()) {
      case Byte.BYTES -> Tensor.of(new byte[length], type, shape);
      case Short.BYTES -> Tensor.wrap(new short[length], type, shape);
      case Integer.BYTES -> allocateWords(type, length, shape);
      default -> allocateLongs(type, length, shape);
    };
  }

  private static Tensor allocateWords(ElementType type, int length, long[] shape) {
    return type == ElementType.FLOAT32
        ? Tensor.of(new float[length], shape)
        : Tensor.wrap(new int[length], type, shape);
  }

  private static Tensor allocateLongs(ElementType type, int length, long[] shape) {
    return type == ElementType.FLOAT64
        ? Tensor.of(new double[length], shape)
        : Tensor.wrap(new long[length], type, shape);
  }
}
