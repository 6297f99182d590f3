package dev.certosina.bench.ours;

import dev.certosina.peers.operator.Layouts;
import java.util.List;
import java.util.stream.IntStream;

/// How a tensor of ours holds the elements of a peer's operand: the operand seen as `shape`, with
/// its axes in the given order, the last one fastest.
///
/// @param tensor our name; empty where we have no such tensor
public record OperandView(String tensor, List<Integer> shape, List<Integer> order) {

  /// Element for element.
  public static OperandView same(String tensor, List<Integer> shape) {
    return new OperandView(tensor, shape, IntStream.range(0, shape.size()).boxed().toList());
  }

  /// An operand that is only a peer's.
  public static OperandView none() {
    return new OperandView("", List.of(0), List.of(0));
  }

  /// Our order of the peer's elements.
  float[] toOurs(float[] elements) {
    return Layouts.permute(elements, shape, order);
  }

  /// The peer's order of our elements.
  float[] toPeers(float[] elements) {
    var back = new Integer[order.size()];
    for (int axis = 0; axis < back.length; axis++) {
      back[order.get(axis)] = axis;
    }
    return Layouts.permute(elements, Layouts.permute(shape, order), List.of(back));
  }
}
