package dev.certosina.compiler.graph;

import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.Program.Relation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/// What a Slice node takes of each axis of its input.
///
/// Output element `i` of an axis is input element `start + i * step`, for `i` from 0 up to
/// `extent`; `start` counts from the front, and lies within the axis unless `extent` is 0.
///
/// @param step negative to go backwards; no farther than the axis is long where it is not constant
public record SliceArguments(Dim start, Dim step, Dim extent) {
  private static final int BOUNDS_AS_INPUT = 10;
  private static final int STARTS = 1;
  private static final int ENDS = 2;
  private static final int AXES = 3;
  private static final int STEPS = 4;
  private static final Dim ZERO = Dims.constant(0);
  private static final Dim ONE = Dims.constant(1);

  /// The operands as given: as many of each.
  private record Given(RuntimeAxes axes, List<Dim> starts, List<Dim> ends, List<Dim> steps) {}

  /// One entry for each axis of the input.
  public static List<SliceArguments> of(NodeView node) {
    Given given = given(node);
    var slices = new ArrayList<SliceArguments>();
    for (int axis = 0; axis < node.rank(0); axis++) {
      slices.add(slice(node, given, axis));
    }
    return slices;
  }

  /// States that axes and steps are valid, where that shows only when a call is bound.
  static void check(NodeView node, DimRelations dims) {
    Given given = given(node);
    if (!given.axes.axes().stream().allMatch(Dims::isConstant)) {
      given.axes.check(node, dims);
    }
    for (Dim step : given.steps) {
      dims.check(
          Dims.choice(step, ZERO, ZERO, ONE),
          Relation.EQUAL,
          ONE,
          node.where() + ": has a step of 0");
    }
  }

  private static Given given(NodeView node) {
    List<Dim> starts = bounds(node, STARTS, "starts");
    List<Dim> ends = bounds(node, ENDS, "ends");
    List<Dim> axes = axes(node, starts.size());
    List<Dim> steps = steps(node, starts.size());
    if (ends.size() != starts.size()
        || axes.size() != starts.size()
        || steps.size() != starts.size()) {
      throw node.error(
          "has %d starts, %d ends, %d axes and %d steps, needs as many of each"
              .formatted(starts.size(), ends.size(), axes.size(), steps.size()));
    }
    return new Given(new RuntimeAxes(axes, node.rank(0)), starts, ends, steps);
  }

  private static SliceArguments slice(NodeView node, Given given, int axis) {
    Dim extent = node.shape(0).get(axis);
    var whole = new SliceArguments(ZERO, ONE, extent);
    List<Dim> named = given.axes.axes();
    for (int i = 0; i < named.size(); i++) {
      if (isAxis(node, named.get(i), axis)) {
        return slice(node, extent, given.starts.get(i), given.ends.get(i), given.steps.get(i));
      }
    }
    if (named.stream().allMatch(Dims::isConstant)) {
      return whole;
    }
    return slice(
        node,
        extent,
        chosen(given.axes, axis, given.starts, ZERO),
        chosen(given.axes, axis, given.ends, extent),
        chosen(given.axes, axis, given.steps, ONE));
  }

  private static boolean isAxis(NodeView node, Dim named, int axis) {
    return Dims.isConstant(named)
        && node.axis(Dims.constantValue(named).orElseThrow(), node.rank(0)) == axis;
  }

  /// The element of `values` whose axis is `axis`, or `otherwise` where none is.
  private static Dim chosen(RuntimeAxes axes, int axis, List<Dim> values, Dim otherwise) {
    Dim chosen = otherwise;
    for (int i = 0; i < values.size(); i++) {
      chosen = axes.ifNamed(axes.axes().get(i), axis, values.get(i), chosen);
    }
    return chosen;
  }

  private static SliceArguments slice(NodeView node, Dim extent, Dim start, Dim end, Dim step) {
    if (step.equals(ZERO)) {
      throw node.error("has a step of 0");
    }
    Dim from = fromFront(start, extent);
    Dim to = fromFront(end, extent);
    if (Dims.isAtMost(ONE, step)) {
      return forwards(from, to, step, extent);
    }
    if (Dims.isAtMost(step, Dims.constant(-1))) {
      return backwards(from, to, step, extent);
    }
    Dim stride = Choices.clamp(step, minus(extent), extent);
    SliceArguments up = forwards(from, to, stride, extent);
    SliceArguments down = backwards(from, to, stride, extent);
    return new SliceArguments(
        Choices.ifNegative(step, down.start, up.start),
        stride,
        Choices.ifNegative(step, down.extent, up.extent));
  }

  private static SliceArguments forwards(Dim from, Dim to, Dim step, Dim extent) {
    Dim first = Dims.max(from, ZERO);
    Dim last = to;
    if (Choices.dependsOnData(from) || Choices.dependsOnData(to)) {
      // Any number may come; differences and offsets must not overflow.
      first = Dims.min(first, extent);
      last = Dims.max(to, ZERO);
    }
    Dim length = Dims.subtract(Dims.min(last, extent), first);
    return new SliceArguments(first, step, steps(length, Dims.max(step, ONE)));
  }

  private static SliceArguments backwards(Dim from, Dim to, Dim step, Dim extent) {
    Dim last = Dims.subtract(extent, ONE);
    Dim first = from.equals(last) ? last : Dims.min(Dims.max(from, ZERO), last);
    Dim length = Dims.subtract(first, Dims.max(to, Dims.constant(-1)));
    Dim stride = minus(Dims.max(step, Dims.constant(-Long.MAX_VALUE)));
    return new SliceArguments(first, step, steps(length, Dims.max(stride, ONE)));
  }

  /// The number of steps in `length`, at least 0.
  private static Dim steps(Dim length, Dim step) {
    return Dims.max(Dims.ceilDiv(length, step), ZERO);
  }

  /// A bound below 0 counts from the end of the axis.
  private static Dim fromFront(Dim bound, Dim extent) {
    if (Contents.isNonNegative(bound)) {
      return bound;
    }
    return bound.equals(Dims.constant(Long.MIN_VALUE))
        ? Dims.constant(-1)
        : Choices.ifNegative(bound, Dims.add(bound, extent), bound);
  }

  private static Dim minus(Dim dim) {
    return Dims.multiply(Dims.constant(-1), dim);
  }

  private static List<Dim> bounds(NodeView node, int position, String role) {
    if (node.opset() < BOUNDS_AS_INPUT) {
      return constants(node.intsAttribute(role).orElseThrow(() -> node.error("lacks its " + role)));
    }
    Types.requireIndices(node, position);
    return node.knownContents(position, role);
  }

  private static List<Dim> axes(NodeView node, int count) {
    Optional<List<Dim>> given = Optional.empty();
    if (node.opset() < BOUNDS_AS_INPUT) {
      given = node.intsAttribute("axes").map(SliceArguments::constants);
    } else if (node.hasInput(AXES)) {
      Types.requireIndices(node, AXES);
      given = Optional.of(node.knownContents(AXES, "axes"));
    }
    List<Dim> axes = given.orElseGet(() -> constants(LongStream.range(0, count).boxed().toList()));
    List<Long> known =
        axes.stream().flatMapToLong(axis -> Dims.constantValue(axis).stream()).boxed().toList();
    node.axes(known, node.rank(0)); // refuses those out of range and repeated ones
    return axes;
  }

  private static List<Dim> steps(NodeView node, int count) {
    if (node.opset() < BOUNDS_AS_INPUT || !node.hasInput(STEPS)) {
      return Collections.nCopies(count, ONE);
    }
    Types.requireIndices(node, STEPS);
    return node.knownContents(STEPS, "steps");
  }

  private static List<Dim> constants(List<Long> values) {
    return values.stream().map(Dims::constant).toList();
  }
}
