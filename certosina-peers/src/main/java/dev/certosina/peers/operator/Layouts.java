package dev.certosina.peers.operator;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Orders of axes.
public final class Layouts {
  private Layouts() {}

  /// Channels after the spatial axes: `[0, 2, 3, …, 1]`.
  public static List<Integer> channelsLast(int rank) {
    var order = new ArrayList<Integer>();
    order.add(0);
    IntStream.range(2, rank).forEach(order::add);
    order.add(1);
    return List.copyOf(order);
  }

  /// Channels before the spatial axes: `[0, rank - 1, 1, 2, …]`, the way back.
  public static List<Integer> channelsFirst(int rank) {
    var order = new ArrayList<>(List.of(0, rank - 1));
    IntStream.range(1, rank - 1).forEach(order::add);
    return List.copyOf(order);
  }

  /// `shape` with axis `i` being what was axis `order[i]`.
  public static List<Integer> permute(List<Integer> shape, List<Integer> order) {
    return order.stream().map(shape::get).toList();
  }

  /// The elements of a tensor of `shape` in the new order of axes.
  public static float[] permute(float[] elements, List<Integer> shape, List<Integer> order) {
    int rank = shape.size();
    var strides = new int[rank];
    int stride = 1;
    for (int axis = rank - 1; axis >= 0; axis--) {
      strides[axis] = stride;
      stride *= shape.get(axis);
    }
    var result = new float[elements.length];
    var index = new int[rank];
    for (int to = 0; to < result.length; to++) {
      int from = 0;
      for (int axis = 0; axis < rank; axis++) {
        from += index[axis] * strides[order.get(axis)];
      }
      result[to] = elements[from];
      for (int axis = rank - 1; axis >= 0 && ++index[axis] == shape.get(order.get(axis)); axis--) {
        index[axis] = 0;
      }
    }
    return result;
  }

  /// `shape` with another extent on one axis.
  public static List<Integer> resized(List<Integer> shape, int axis, int extent) {
    var resized = new ArrayList<>(shape);
    resized.set(axis, extent);
    return List.copyOf(resized);
  }

  /// The elements of a tensor of `shape`, with zeros appended along one axis up to `extent`.
  public static float[] padded(float[] elements, List<Integer> shape, int axis, int extent) {
    int inner = shape.stream().skip(axis + 1L).reduce(1, (a, b) -> a * b);
    int row = shape.get(axis) * inner;
    int rows = row == 0 ? 0 : elements.length / row;
    var result = new float[rows * extent * inner];
    for (int i = 0; i < rows; i++) {
      System.arraycopy(elements, i * row, result, i * extent * inner, row);
    }
    return result;
  }
}
