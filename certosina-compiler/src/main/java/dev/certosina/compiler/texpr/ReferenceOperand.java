package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// An access as addresses into an array: `base + sum(stride * coordinate of the point)`.
///
/// An access with padding reads a copy of the part of the tensor that its coordinates span, with
/// the padding written out, so that no address needs a check.
///
/// @param floats the elements in the destination's type; empty where that is an integer type
/// @param integers the elements in the destination's type; empty where that is a float type
/// @param strides one per axis of the computation
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record ReferenceOperand(double[] floats, long[] integers, long base, long[] strides) {

  /// The destination, whose elements are somewhere else.
  static ReferenceOperand destination(Computation computation) {
    Access access = computation.statement().destination();
    long[] shape = shape(computation.destination());
    return addresses(computation, access, shape, new long[shape.length]);
  }

  static ReferenceOperand of(Computation computation, Access access, TensorValue value) {
    Tensor tensor = computation.tensor(access.tensor());
    long[] shape = shape(tensor);
    if (value.type() != tensor.type() || !value.shape().equals(list(shape))) {
      throw new ModelException(
          "operand '%s': found %s%s, needed %s%s"
              .formatted(tensor.name(), value.type(), value.shape(), tensor.type(), list(shape)));
    }
    ElementType type = computation.destination().type();
    ElementArray elements = ElementArray.decode(value);
    double[] floats = type.isFloat() ? floats(elements, type) : new double[0];
    long[] integers = type.isFloat() ? new long[0] : integers(elements, type);
    if (access.padding().isEmpty()) {
      ReferenceOperand whole = addresses(computation, access, shape, new long[shape.length]);
      return new ReferenceOperand(floats, integers, whole.base, whole.strides);
    }
    Region region = Region.of(computation, access);
    ReferenceOperand inRegion = addresses(computation, access, region.extents, region.least);
    double padding = access.padding().getAsDouble();
    return new ReferenceOperand(
        type.isFloat() ? region.copy(floats, shape, FloatMath.round(type, padding)) : floats,
        type.isFloat() ? integers : region.copy(integers, shape, integerPadding(type, padding)),
        inRegion.base,
        inRegion.strides);
  }

  private static ReferenceOperand addresses(
      Computation computation, Access access, long[] extents, long[] origin) {
    List<Axis> axes = computation.axes();
    long base = 0;
    long[] strides = new long[axes.size()];
    long step = 1;
    for (int dim = extents.length - 1; dim >= 0; dim--) {
      IndexExpr coordinate = access.coordinates().get(dim);
      base += step * (number(coordinate.offset()) - origin[dim]);
      for (int axis = 0; axis < strides.length; axis++) {
        strides[axis] += step * number(coordinate.coefficient(axes.get(axis).name()));
      }
      step *= extents[dim];
    }
    return new ReferenceOperand(new double[0], new long[0], base, strides);
  }

  /// The part of a tensor's space that an access spans.
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Region(long[] least, long[] extents) {

    static Region of(Computation computation, Access access) {
      int rank = access.coordinates().size();
      Region region = new Region(new long[rank], new long[rank]);
      for (int dim = 0; dim < rank; dim++) {
        IndexRange range =
            IndexRange.of(access.coordinates().get(dim), axis -> computation.axis(axis).extent());
        region.least[dim] = number(range.least());
        region.extents[dim] = number(range.most()) - region.least[dim] + 1;
      }
      return region;
    }

    double[] copy(double[] elements, long[] shape, double padding) {
      double[] copy = new double[count()];
      for (int i = 0; i < copy.length; i++) {
        long position = position(i, shape);
        copy[i] = position < 0 ? padding : elements[(int) position];
      }
      return copy;
    }

    long[] copy(long[] elements, long[] shape, long padding) {
      long[] copy = new long[count()];
      for (int i = 0; i < copy.length; i++) {
        long position = position(i, shape);
        copy[i] = position < 0 ? padding : elements[(int) position];
      }
      return copy;
    }

    private int count() {
      long count = 1;
      for (long extent : extents) {
        count = Math.multiplyExact(count, extent);
      }
      return Math.toIntExact(count);
    }

    /// The position in the tensor of one of the region's; -1 outside the tensor.
    private long position(int inRegion, long[] shape) {
      long rest = inRegion;
      long position = 0;
      long step = 1;
      for (int dim = shape.length - 1; dim >= 0; dim--) {
        long coordinate = least[dim] + rest % extents[dim];
        if (coordinate < 0 || coordinate >= shape[dim]) {
          return -1;
        }
        rest /= extents[dim];
        position += coordinate * step;
        step *= shape[dim];
      }
      return position;
    }
  }

  private static double[] floats(ElementArray elements, ElementType type) {
    double[] values = new double[elements.count()];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          switch (elements) {
            case ElementArray.Floats(ElementType _, float[] from) -> from[i];
            case ElementArray.Doubles(double[] from) -> from[i];
            case ElementArray.Integers(ElementType from, long[] integers) ->
                IntegerMath.toDouble(from, integers[i]);
          };
      if (elements.type() != type) {
        values[i] = FloatMath.round(type, values[i]);
      }
    }
    return values;
  }

  private static long[] integers(ElementArray elements, ElementType type) {
    long[] values = new long[elements.count()];
    for (int i = 0; i < values.length; i++) {
      values[i] =
          switch (elements) {
            case ElementArray.Floats(ElementType _, float[] from) ->
                IntegerMath.fromFloat(type, from[i]);
            case ElementArray.Doubles(double[] from) -> IntegerMath.fromFloat(type, from[i]);
            case ElementArray.Integers(ElementType _, long[] from) ->
                IntegerMath.wrap(type, from[i]);
          };
    }
    return values;
  }

  /// Infinite padding is the lowest or highest value of the type.
  static long integerPadding(ElementType type, double padding) {
    if (Double.isInfinite(padding)) {
      return padding < 0 ? IntegerMath.smallest(type) : IntegerMath.largest(type);
    }
    return IntegerMath.fromFloat(type, padding);
  }

  static long number(Dim dim) {
    return Dims.evaluate(
        dim,
        symbol -> {
          throw new ModelException("found extent '" + symbol + "', needed a number");
        });
  }

  static long[] shape(Tensor tensor) {
    return tensor.shape().stream().mapToLong(ReferenceOperand::number).toArray();
  }

  private static List<Long> list(long[] values) {
    return Arrays.stream(values).boxed().toList();
  }

  /// Operands in the order of the statement.
  static List<ReferenceOperand> all(Computation computation, Map<String, TensorValue> values) {
    return computation.statement().operands().stream()
        .map(access -> {
          TensorValue value = values.get(access.tensor());
          if (value == null) {
            throw new ModelException("operand '" + access.tensor() + "' is missing");
          }
          return of(computation, access, value);
        })
        .toList();
  }
}
