package dev.certosina;

import java.lang.reflect.Array;

/// Flattens arrays of arrays into row-major order.
final class NestedArrays {
  private NestedArrays() {}

  /// Number of elements, if all rows are as long as the first of their level.
  static int size(Object nested) {
    long size = 1;
    for (long extent : shapeOf(nested)) {
      size = Math.multiplyExact(size, extent);
    }
    if (size > Integer.MAX_VALUE) {
      throw new ModelException("nested array has " + size + " elements, more than an array holds");
    }
    return (int) size;
  }

  /// Copies all elements to `flat`.
  ///
  /// @return the shape
  /// @throws ModelException when rows differ in length
  static long[] flatten(Object nested, Object flat) {
    long[] shape = shapeOf(nested);
    copy(nested, shape, 0, flat, 0);
    return shape;
  }

  private static long[] shapeOf(Object nested) {
    int rank = 0;
    for (Class<?> type = nested.getClass(); type.isArray(); type = type.getComponentType()) {
      rank++;
    }
    long[] shape = new long[rank];
    Object level = nested;
    for (int axis = 0; axis < rank; axis++) {
      int length = Array.getLength(level);
      shape[axis] = length;
      if (length == 0) {
        break;
      }
      level = Array.get(level, 0);
    }
    return shape;
  }

  private static int copy(Object nested, long[] shape, int axis, Object flat, int position) {
    int length = Array.getLength(nested);
    if (length != shape[axis]) {
      throw new ModelException(
          "nested array: axis %d has rows of %d and of %d elements"
              .formatted(axis, shape[axis], length));
    }
    if (axis == shape.length - 1) {
      System.arraycopy(nested, 0, flat, position, length);
      return position + length;
    }
    int next = position;
    for (int i = 0; i < length; i++) {
      next = copy(Array.get(nested, i), shape, axis + 1, flat, next);
    }
    return next;
  }
}
