package dev.certosina.peers.onednn;

import dev.certosina.peers.operator.Layouts;
import java.util.List;
import java.util.stream.IntStream;
import org.bytedeco.dnnl.memory;

/// Descriptions of f32 tensors.
final class Descriptions {
  private Descriptions() {}

  /// Whatever format the primitive likes best.
  static memory.desc any(List<Integer> shape) {
    return new memory.desc(longs(shape), memory.data_type.f32, memory.format_tag.any);
  }

  /// Row by row.
  static memory.desc plain(List<Integer> shape) {
    return ordered(shape, IntStream.range(0, shape.size()).boxed().toList());
  }

  /// Channels, which are axis 1, after the spatial axes.
  static memory.desc channelsLast(List<Integer> shape) {
    return ordered(shape, Layouts.channelsLast(shape.size()));
  }

  /// Densely, with the axes in memory in the given order, the last one fastest.
  static memory.desc ordered(List<Integer> shape, List<Integer> order) {
    var strides = new long[shape.size()];
    long stride = 1;
    for (int axis : order.reversed()) {
      strides[axis] = stride;
      stride *= shape.get(axis);
    }
    return new memory.desc(longs(shape), memory.data_type.f32, strides);
  }

  static long[] longs(List<Integer> values) {
    return values.stream().mapToLong(Integer::longValue).toArray();
  }
}
