package dev.certosina;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Arrays;

/// Elements of one type in row-major order, with a shape.
///
/// A tensor is a view: arrays, buffers and memory segments are wrapped, not copied, and later
/// changes to them show. Only nested arrays (`float[][]`, …) are copied. A run reads native memory
/// in place where it can be sure that nobody frees it meanwhile (memory from [#allocate], or of a
/// confined arena), and copies everything else.
public final class Tensor {
  private static final int ALIGNMENT = 64;

  private final ElementType type;
  private final long[] shape;
  private final MemorySegment data;
  private final boolean stable;

  private Tensor(MemorySegment data, ElementType type, long[] shape, boolean stable) {
    this.type = type;
    this.shape = shape.clone();
    this.data = data;
    this.stable = stable;
    long needed = byteSize(type, shape);
    if (data.byteSize() != needed) {
      throw new ModelException(
          "tensor of %s%s takes %d bytes, found %d"
              .formatted(type, Arrays.toString(shape), needed, data.byteSize()));
    }
  }

  /// Bytes of a tensor with this type and shape.
  ///
  /// @throws ModelException when the type has no fixed size, an extent is negative, or the size
  ///   overflows
  static long byteSize(ElementType type, long[] shape) {
    if (!type.isComputable()) {
      throw new ModelException("tensors of " + type + " are not supported");
    }
    long size = type.byteSize();
    for (long extent : shape) {
      if (extent < 0) {
        throw new ModelException("shape " + Arrays.toString(shape) + " has a negative extent");
      }
      try {
        size = Math.multiplyExact(size, extent);
      } catch (ArithmeticException _) {
        throw new ModelException("shape " + Arrays.toString(shape) + " needs more than 64 bits");
      }
    }
    return size;
  }

  /// A zeroed tensor in native memory, aligned to 64 bytes and freed when it is unreachable.
  ///
  /// @throws DeviceException when there is not enough memory
  public static Tensor allocate(ElementType type, long... shape) {
    long size = byteSize(type, shape);
    try {
      return new Tensor(Arena.ofAuto().allocate(size, ALIGNMENT), type, shape, true);
    } catch (OutOfMemoryError shortage) {
      throw new DeviceException(
          "not enough memory for %s%s, %d bytes".formatted(type, Arrays.toString(shape), size),
          shortage);
    }
  }

  /// Wraps memory of exactly the size that type and shape need.
  public static Tensor of(MemorySegment data, ElementType type, long... shape) {
    return new Tensor(data, type, shape, false);
  }

  /// Wraps the elements from the buffer's position to its limit; they are in native byte order.
  public static Tensor of(ByteBuffer data, ElementType type, long... shape) {
    return new Tensor(MemorySegment.ofBuffer(data), type, shape, false);
  }

  public static Tensor of(FloatBuffer data, long... shape) {
    return ofBuffer(data, data.order(), ElementType.FLOAT32, shape);
  }

  public static Tensor of(DoubleBuffer data, long... shape) {
    return ofBuffer(data, data.order(), ElementType.FLOAT64, shape);
  }

  public static Tensor of(LongBuffer data, long... shape) {
    return ofBuffer(data, data.order(), ElementType.INT64, shape);
  }

  public static Tensor of(IntBuffer data, long... shape) {
    return ofBuffer(data, data.order(), ElementType.INT32, shape);
  }

  public static Tensor of(ShortBuffer data, long... shape) {
    return ofBuffer(data, data.order(), ElementType.INT16, shape);
  }

  private static Tensor ofBuffer(Buffer data, ByteOrder order, ElementType type, long[] shape) {
    if (order != ByteOrder.nativeOrder()) {
      throw new ModelException("buffer is " + order + ", needed " + ByteOrder.nativeOrder());
    }
    return new Tensor(MemorySegment.ofBuffer(data), type, shape, false);
  }

  /// A vector of `data.length` elements.
  public static Tensor of(float[] data) {
    return of(data, data.length);
  }

  /// Wraps an array; no extent at all makes a scalar of one element.
  public static Tensor of(float[] data, long... shape) {
    return new Tensor(MemorySegment.ofArray(data), ElementType.FLOAT32, shape, false);
  }

  public static Tensor of(double[] data) {
    return of(data, data.length);
  }

  public static Tensor of(double[] data, long... shape) {
    return new Tensor(MemorySegment.ofArray(data), ElementType.FLOAT64, shape, false);
  }

  public static Tensor of(long[] data) {
    return of(data, new long[] {data.length});
  }

  public static Tensor of(long[] data, long... shape) {
    return new Tensor(MemorySegment.ofArray(data), ElementType.INT64, shape, false);
  }

  public static Tensor of(int[] data) {
    return of(data, data.length);
  }

  public static Tensor of(int[] data, long... shape) {
    return new Tensor(MemorySegment.ofArray(data), ElementType.INT32, shape, false);
  }

  public static Tensor of(short[] data, long... shape) {
    return new Tensor(MemorySegment.ofArray(data), ElementType.INT16, shape, false);
  }

  /// Wraps bytes of any type: one byte an element for `i8`, `u8` and `bool`, more for others.
  public static Tensor of(byte[] data, ElementType type, long... shape) {
    return new Tensor(MemorySegment.ofArray(data), type, shape, false);
  }

  /// Wraps an array whose elements have the size of `type`'s.
  static Tensor wrap(short[] data, ElementType type, long[] shape) {
    return new Tensor(MemorySegment.ofArray(data), type, shape, false);
  }

  static Tensor wrap(int[] data, ElementType type, long[] shape) {
    return new Tensor(MemorySegment.ofArray(data), type, shape, false);
  }

  static Tensor wrap(long[] data, ElementType type, long[] shape) {
    return new Tensor(MemorySegment.ofArray(data), type, shape, false);
  }

  /// A copy, one byte an element.
  public static Tensor of(boolean[] data, long... shape) {
    byte[] bytes = new byte[data.length];
    for (int i = 0; i < data.length; i++) {
      bytes[i] = (byte) (data[i] ? 1 : 0);
    }
    return of(bytes, ElementType.BOOL, shape);
  }

  /// A copy of a matrix, whose rows must be of equal length.
  public static Tensor of(float[][] rows) {
    float[] flat = new float[NestedArrays.size(rows)];
    long[] shape = NestedArrays.flatten(rows, flat);
    return of(flat, shape);
  }

  /// A copy of a three-dimensional array, whose rows must be of equal length.
  public static Tensor of(float[][][] rows) {
    float[] flat = new float[NestedArrays.size(rows)];
    long[] shape = NestedArrays.flatten(rows, flat);
    return of(flat, shape);
  }

  /// A copy of a matrix, whose rows must be of equal length.
  public static Tensor of(double[][] rows) {
    double[] flat = new double[NestedArrays.size(rows)];
    long[] shape = NestedArrays.flatten(rows, flat);
    return of(flat, shape);
  }

  /// A copy of a matrix, whose rows must be of equal length.
  public static Tensor of(long[][] rows) {
    long[] flat = new long[NestedArrays.size(rows)];
    long[] shape = NestedArrays.flatten(rows, flat);
    return of(flat, shape);
  }

  /// A copy of a matrix, whose rows must be of equal length.
  public static Tensor of(int[][] rows) {
    int[] flat = new int[NestedArrays.size(rows)];
    long[] shape = NestedArrays.flatten(rows, flat);
    return of(flat, shape);
  }

  /// A tensor of rank 0.
  public static Tensor scalar(float value) {
    return of(new float[] {value}, new long[0]);
  }

  /// A tensor of rank 0.
  public static Tensor scalar(long value) {
    return of(new long[] {value}, new long[0]);
  }

  public ElementType type() {
    return type;
  }

  /// A copy of the shape.
  public long[] shape() {
    return shape.clone();
  }

  public int rank() {
    return shape.length;
  }

  /// How many elements there are: the product of the shape, 1 for a scalar.
  public long elementCount() {
    return data.byteSize() / type.byteSize();
  }

  /// The memory of the elements.
  public MemorySegment data() {
    return data;
  }

  /// The shape itself, for readers that do not change it.
  long[] extents() {
    return shape;
  }

  /// True when nobody can free the memory while the tensor is reachable.
  boolean isStable() {
    return stable;
  }

  /// The elements of an `f32`, `f16` or `bf16` tensor.
  ///
  /// @throws ModelException for other types, or more elements than an array holds
  public float[] toFloatArray() {
    return TensorArrays.toFloatArray(this);
  }

  /// The elements of a floating-point tensor.
  ///
  /// @throws ModelException for other types, or more elements than an array holds
  public double[] toDoubleArray() {
    return TensorArrays.toDoubleArray(this);
  }

  /// The elements of an integer or `bool` tensor; `u64` above 2^63 come out negative.
  ///
  /// @throws ModelException for other types, or more elements than an array holds
  public long[] toLongArray() {
    return TensorArrays.toLongArray(this);
  }

  /// The elements of a `bool` tensor or of an integer tensor of at most 32 bits; `u32` above 2^31
  /// come out negative.
  ///
  /// @throws ModelException for other types, or more elements than an array holds
  public int[] toIntArray() {
    return TensorArrays.toIntArray(this);
  }

  /// Type and shape, for example `f32[1, 37, 384]`.
  @Override
  public String toString() {
    return type + Arrays.toString(shape);
  }
}
