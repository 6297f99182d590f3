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
