package dev.certosina;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_DOUBLE_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_FLOAT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_INT_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;
import static java.lang.foreign.ValueLayout.JAVA_SHORT_UNALIGNED;

import java.lang.foreign.MemorySegment;

/// Copies the elements of tensors to Java arrays.
final class TensorArrays {
  private static final int BFLOAT16_SHIFT = 16;

  private TensorArrays() {}

  static float[] toFloatArray(Tensor tensor) {
    float[] result = new float[arrayLength(tensor)];
    MemorySegment data = tensor.data();
    switch (tensor.type()) {
      case FLOAT32 -> MemorySegment.copy(data, JAVA_FLOAT_UNALIGNED, 0, result, 0, result.length);
      case FLOAT16 -> {
        for (int i = 0; i < result.length; i++) {
          result[i] = Float.float16ToFloat(data.getAtIndex(JAVA_SHORT_UNALIGNED, i));
        }
      }
      case BFLOAT16 -> {
        for (int i = 0; i < result.length; i++) {
          result[i] = bfloat16(data.getAtIndex(JAVA_SHORT_UNALIGNED, i));
        }
      }
      default -> throw wrongType(tensor, "f32, f16 or bf16");
    }
    return result;
  }

  static double[] toDoubleArray(Tensor tensor) {
    double[] result = new double[arrayLength(tensor)];
    if (tensor.type() == ElementType.FLOAT64) {
      MemorySegment.copy(tensor.data(), JAVA_DOUBLE_UNALIGNED, 0, result, 0, result.length);
      return result;
    }
    float[] floats = toFloatArray(tensor);
    for (int i = 0; i < result.length; i++) {
      result[i] = floats[i];
    }
    return result;
  }

  static long[] toLongArray(Tensor tensor) {
    long[] result = new long[arrayLength(tensor)];
    MemorySegment data = tensor.data();
    if (tensor.type() == ElementType.INT64 || tensor.type() == ElementType.UINT64) {
      MemorySegment.copy(data, JAVA_LONG_UNALIGNED, 0, result, 0, result.length);
      return result;
    }
    boolean unsigned = tensor.type() == ElementType.UINT32;
    int[] ints = toIntArray(tensor);
    for (int i = 0; i < result.length; i++) {
      result[i] = unsigned ? Integer.toUnsignedLong(ints[i]) : ints[i];
    }
    return result;
  }

  /// One element of an integer tensor.
  ///
  /// @throws ModelException for a `u64` of 2^63 or more
  static long integerAt(Tensor tensor, long index) {
    MemorySegment data = tensor.data();
    return switch (tensor.type()) {
      case INT64 -> data.getAtIndex(JAVA_LONG_UNALIGNED, index);
      case UINT64 -> {
        long element = data.getAtIndex(JAVA_LONG_UNALIGNED, index);
        if (element < 0) {
          throw new ModelException(
              "element %d of %s is %s, needed less than 2^63"
                  .formatted(index, tensor, Long.toUnsignedString(element)));
        }
        yield element;
      }
      case INT32 -> data.getAtIndex(JAVA_INT_UNALIGNED, index);
      case UINT32 -> Integer.toUnsignedLong(data.getAtIndex(JAVA_INT_UNALIGNED, index));
      case INT16 -> data.getAtIndex(JAVA_SHORT_UNALIGNED, index);
      case UINT16 -> Short.toUnsignedLong(data.getAtIndex(JAVA_SHORT_UNALIGNED, index));
      case INT8 -> data.get(JAVA_BYTE, index);
      case UINT8 -> Byte.toUnsignedLong(data.get(JAVA_BYTE, index));
      default -> throw wrongType(tensor, "an integer type");
    };
  }

  static int[] toIntArray(Tensor tensor) {
    int[] result = new int[arrayLength(tensor)];
    MemorySegment data = tensor.data();
    switch (tensor.type()) {
      case INT32, UINT32 ->
          MemorySegment.copy(data, JAVA_INT_UNALIGNED, 0, result, 0, result.length);
      case INT16, UINT16 -> {
        boolean signed = tensor.type() == ElementType.INT16;
        for (int i = 0; i < result.length; i++) {
          short element = data.getAtIndex(JAVA_SHORT_UNALIGNED, i);
          result[i] = signed ? element : Short.toUnsignedInt(element);
        }
      }
      case INT8, UINT8, BOOL -> {
        boolean signed = tensor.type() == ElementType.INT8;
        for (int i = 0; i < result.length; i++) {
          byte element = data.get(JAVA_BYTE, i);
          result[i] = signed ? element : Byte.toUnsignedInt(element);
        }
      }
      default -> throw wrongType(tensor, "an integer type that fits");
    }
    return result;
  }

  private static float bfloat16(short bits) {
    return Float.intBitsToFloat(bits << BFLOAT16_SHIFT);
  }

  private static int arrayLength(Tensor tensor) {
    long count = tensor.elementCount();
    if (count > Integer.MAX_VALUE) {
      throw new ModelException("tensor has " + count + " elements, more than an array holds");
    }
    return (int) count;
  }

  private static ModelException wrongType(Tensor tensor, String needed) {
    return new ModelException("tensor is " + tensor.type() + ", needed " + needed);
  }
}
