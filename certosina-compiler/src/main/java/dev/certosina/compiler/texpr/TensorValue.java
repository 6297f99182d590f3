package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;
import dev.certosina.compiler.graph.Graph.Initializer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/// A tensor with known shape and elements: what the interpreter takes and gives.
///
/// @param data row-major, little-endian, `byteSize` bytes an element; of any alignment
public record TensorValue(ElementType type, List<Long> shape, MemorySegment data) {
  public TensorValue {
    shape = List.copyOf(shape);
  }

  public static TensorValue of(Initializer initializer) {
    return new TensorValue(initializer.type(), initializer.shape(), initializer.data());
  }

  public static TensorValue ofFloats(float[] values, long... shape) {
    return new TensorValue(ElementType.FLOAT32, list(shape), MemorySegment.ofArray(values));
  }

  public static TensorValue ofLongs(long[] values, long... shape) {
    return new TensorValue(ElementType.INT64, list(shape), MemorySegment.ofArray(values));
  }

  /// A tensor of any type whose element at each row-major position is `element`, rounded or wrapped
  /// to the type.
  public static TensorValue filled(
      ElementType type, List<Long> shape, IntToDoubleFunction element) {
    long count = shape.stream().reduce(1L, Math::multiplyExact);
    ElementArray array = ElementArray.allocate(type, count);
    for (int i = 0; i < array.count(); i++) {
      double value = element.applyAsDouble(i);
      switch (array) {
        case ElementArray.Floats floats ->
            floats.values()[i] = (float) FloatMath.round(type, value);
        case ElementArray.Doubles doubles -> doubles.values()[i] = value;
        case ElementArray.Integers integers ->
            integers.values()[i] = IntegerMath.fromFloat(type, value);
      }
    }
    return new TensorValue(type, shape, array.encode());
  }

  /// The number of elements.
  public long elementCount() {
    return shape.stream().reduce(1L, Math::multiplyExact);
  }

  /// The elements of an f32 tensor.
  public float[] toFloats() {
    return data.toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
  }

  /// The elements of a tensor of any float type.
  public double[] toDoubles() {
    return switch (ElementArray.decode(this)) {
      case ElementArray.Doubles(double[] values) -> values;
      case ElementArray.Floats(ElementType _, float[] values) ->
          IntStream.range(0, values.length).mapToDouble(i -> values[i]).toArray();
      case ElementArray.Integers _ ->
          throw new IllegalArgumentException("found a tensor of " + type + ", needed floats");
    };
  }

  /// The elements of an integer or `bool` tensor; u64 as bits.
  public long[] toLongs() {
    if (!(ElementArray.decode(this)
        instanceof ElementArray.Integers(ElementType _, long[] values))) {
      throw new IllegalArgumentException("found a tensor of " + type + ", needed integers");
    }
    return values;
  }

  private static List<Long> list(long... shape) {
    return Arrays.stream(shape).boxed().toList();
  }
}
