package dev.certosina.compiler.graph;

import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/// What a Slice node takes of each axis of its input.
///
/// Output element `i` of an axis is input element `start + i * step`, for `i` from 0 up to
/// `extent`; `start` counts from the front, and lies within the axis unless `extent` is 0.
///
/// @param step not 0; negative to go backwards
public record SliceArguments(Dim start, long step, Dim extent) {
  private static final int BOUNDS_AS_INPUT = 10;
  private static final int STARTS = 1;
  private static final int ENDS = 2;
  private static final int AXES = 3;
  private static final int STEPS = 4;

  /// One entry for each axis of the input.
  public static List<SliceArguments> of(NodeView node) {
    var slices = new ArrayList<SliceArguments>();
    for (Dim extent : node.shape(0)) {
      slices.add(new SliceArguments(Dims.constant(0), 1, extent));
    }
    List<Dim> starts = bounds(node, STARTS, "starts");
    List<Dim> ends = bounds(node, ENDS, "ends");
    List<Integer> axes = axes(node, starts.size());
    List<Long> steps = steps(node, starts.size());
    if (ends.size() != starts.size()
        || axes.size() != starts.size()
        || steps.size() != starts.size()) {
      throw node.error(
          "has %d starts, %d ends, %d axes and %d steps, needs as many of each"
              .formatted(starts.size(), ends.size(), axes.size(), steps.size()));
    }
    for (int i = 0; i < axes.size(); i++) {
      int axis = axes.get(i);
      slices.set(
          axis, slice(node, node.shape(0).get(axis), starts.get(i), ends.get(i), steps.get(i)));
    }
    return slices;
  }

  private static SliceArguments slice(NodeView node, Dim extent, Dim start, Dim end, long step) {
    if (step == 0) {
      throw node.error("has a step of 0");
    }
    Dim from = fromFront(node, start, extent);
    Dim to = fromFront(node, end, extent);
    if (step > 0) {
      Dim first = Dims.max(from, Dims.constant(0));
      Dim length = Dims.subtract(Dims.min(to, extent), first);
      return new SliceArguments(first, step, ceilDiv(length, step));
    }
    Dim first = Dims.min(from, Dims.subtract(extent, Dims.constant(1)));
    Dim length = Dims.subtract(first, Dims.max(to, Dims.constant(-1)));
    long stride = step == Long.MIN_VALUE ? Long.MAX_VALUE : -step;
    return new SliceArguments(first, step, ceilDiv(length, stride));
  }

  /// The number of steps in `length`, at least 0.
  private static Dim ceilDiv(Dim length, long step) {
    return Dims.max(Dims.ceilDiv(length, Dims.constant(step)), Dims.constant(0));
  }

  /// A bound below 0 counts from the end of the axis, so its sign must be known.
  private static Dim fromFront(NodeView node, Dim bound, Dim extent) {
    if (Contents.isNonNegative(bound)) {
      return bound;
    }
    if (Dims.isAtMost(bound, Dims.constant(-1))) {
      return bound.equals(Dims.constant(Long.MIN_VALUE))
          ? Dims.constant(-1)
          : Dims.add(bound, extent);
    }
    throw node.error(
        "its bound %s may be negative or not, needs a known sign".formatted(Dims.print(bound)));
  }

  private static List<Dim> bounds(NodeView node, int position, String role) {
    if (node.opset() < BOUNDS_AS_INPUT) {
      return node.intsAttribute(role).orElseThrow(() -> node.error("lacks its " + role)).stream()
          .map(Dims::constant)
          .toList();
    }
    Types.requireIndices(node, position);
    return node.knownContents(position, role);
  }

  private static List<Integer> axes(NodeView node, int count) {
    Optional<List<Long>> given = Optional.empty();
    if (node.opset() < BOUNDS_AS_INPUT) {
      given = node.intsAttribute("axes");
    } else if (node.hasInput(AXES)) {
      Types.requireIndices(node, AXES);
      given = Optional.of(node.constantContents(AXES, "axes"));
    }
    List<Long> axes = given.orElseGet(() -> LongStream.range(0, count).boxed().toList());
    node.axes(axes, node.rank(0));
    return axes.stream().map(axis -> node.axis(axis, node.rank(0))).toList();
  }

  private static List<Long> steps(NodeView node, int count) {
    if (node.opset() < BOUNDS_AS_INPUT || !node.hasInput(STEPS)) {
      return LongStream.range(0, count).map(_ -> 1).boxed().toList();
    }
    Types.requireIndices(node, STEPS);
    return node.constantContents(STEPS, "steps");
  }
}
