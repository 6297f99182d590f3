package dev.certosina.compiler.graph;

import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/// The axes that a node works on, whether its opset states them as an attribute or as an input. All
/// results count axes from the front.
public final class AxisArguments {
  private static final int AXES_AS_INPUT = 13;
  private static final int REDUCE_AXES_AS_INPUT = 18;
  private static final int SOFTMAX_ON_ONE_AXIS = 13;

  /// The operators that reduce over axes.
  static final Set<String> REDUCTIONS =
      new TreeSet<>(
          Set.of(
              "ReduceL1",
              "ReduceL2",
              "ReduceLogSum",
              "ReduceLogSumExp",
              "ReduceMax",
              "ReduceMean",
              "ReduceMin",
              "ReduceProd",
              "ReduceSum",
              "ReduceSumSquare"));

  private AxisArguments() {}

  /// Which axes a reduction reduces, and whether they stay as axes of extent 1.
  public record Reduction(List<Integer> axes, boolean keepDims) {
    public Reduction {
      axes = List.copyOf(axes);
    }
  }

  /// Arguments of ReduceSum and the other reductions.
  public static Reduction reduction(NodeView node) {
    Optional<List<Long>> given = axes(node, reducesByInput(node));
    boolean keepDims = node.flag("keepdims", true);
    if (given.isEmpty() || given.get().isEmpty()) {
      boolean none = node.flag("noop_with_empty_axes", false);
      return new Reduction(none ? List.of() : allAxes(node), keepDims);
    }
    return new Reduction(node.axes(given.get(), node.rank(0)), keepDims);
  }

  /// The axes that Squeeze removes; empty means every axis of extent 1.
  static Optional<List<Integer>> squeezed(NodeView node) {
    return axes(node, node.opset() >= AXES_AS_INPUT).map(axes -> node.axes(axes, node.rank(0)));
  }

  /// The axes of its output that Unsqueeze inserts.
  public static List<Integer> unsqueezed(NodeView node) {
    List<Long> axes =
        axes(node, node.opset() >= AXES_AS_INPUT).orElseThrow(() -> node.error("lacks its axes"));
    return node.axes(axes, node.rank(0) + axes.size());
  }

  /// The axes of a reduction that are known only when a call is bound.
  public static Optional<RuntimeAxes> reducedAtRunTime(NodeView node) {
    return runtime(node, reducesByInput(node)).map(axes -> new RuntimeAxes(axes, node.rank(0)));
  }

  /// The axes of a Squeeze that are known only when a call is bound.
  public static Optional<RuntimeAxes> squeezedAtRunTime(NodeView node) {
    Optional<List<Dim>> axes = runtime(node, node.opset() >= AXES_AS_INPUT);
    axes.filter(given -> given.size() > node.rank(0))
        .ifPresent(given -> {
          throw node.error("has %d axes for rank %d".formatted(given.size(), node.rank(0)));
        });
    return axes.map(given -> new RuntimeAxes(given, node.rank(0)));
  }

  /// The axes of an Unsqueeze that are known only when a call is bound.
  public static Optional<RuntimeAxes> unsqueezedAtRunTime(NodeView node) {
    return runtime(node, node.opset() >= AXES_AS_INPUT)
        .map(axes -> new RuntimeAxes(axes, node.rank(0) + axes.size()));
  }

  private static boolean reducesByInput(NodeView node) {
    boolean sum = node.node().operator().equals("ReduceSum");
    return node.opset() >= (sum ? AXES_AS_INPUT : REDUCE_AXES_AS_INPUT);
  }

  /// The elements of the axes input, where not all of them are constant.
  private static Optional<List<Dim>> runtime(NodeView node, boolean asInput) {
    if (!asInput || node.hasAttribute("axes") || !node.hasInput(1)) {
      return Optional.empty();
    }
    Types.requireIndices(node, 1);
    return node.contents(1).filter(axes -> !axes.stream().allMatch(Dims::isConstant));
  }

  private static Optional<List<Long>> axes(NodeView node, boolean asInput) {
    if (!asInput) {
      if (node.inputCount() > 1) {
        throw node.error("takes its axes as an attribute in opset " + node.opset());
      }
      return node.intsAttribute("axes");
    }
    if (node.hasAttribute("axes")) {
      throw node.error("takes its axes as an input in opset " + node.opset());
    }
    if (!node.hasInput(1)) {
      return Optional.empty();
    }
    Types.requireIndices(node, 1);
    return Optional.of(node.constantContents(1, "axes"));
  }

  /// The axes over which Softmax normalises together: one from opset 13 on, before that all from
  /// `axis` to the last.
  public static List<Integer> softmax(NodeView node) {
    int rank = node.rank(0);
    boolean one = node.opset() >= SOFTMAX_ON_ONE_AXIS;
    long axis = node.intAttribute("axis", one ? -1 : 1);
    if (!one && axis == rank) {
      return List.of();
    }
    int first = node.axis(axis, rank);
    return one ? List.of(first) : IntStream.range(first, rank).boxed().toList();
  }

  /// For each axis of a Transpose's output, the axis of its input.
  public static List<Integer> permutation(NodeView node) {
    int rank = node.rank(0);
    Optional<List<Long>> given = node.intsAttribute("perm");
    if (given.isEmpty()) {
      return allAxes(node).reversed();
    }
    var permutation = new ArrayList<Integer>();
    for (long axis : given.get()) {
      permutation.add(node.axis(axis, rank));
    }
    if (!permutation.stream().sorted().toList().equals(allAxes(node))) {
      throw node.error("perm %s is not a permutation of %d axes".formatted(given.get(), rank));
    }
    return permutation;
  }

  /// The axis that Split cuts.
  public static int split(NodeView node) {
    return node.axis(node.intAttribute("axis", 0), node.rank(0));
  }

  /// The axis that Concat joins its inputs along.
  public static int concat(NodeView node) {
    return node.axis(node.intAttribute("axis"), node.rank(0));
  }

  /// The axis that Gather takes elements of.
  public static int gather(NodeView node) {
    return node.axis(node.intAttribute("axis", 0), node.rank(0));
  }

  /// How many leading axes Flatten folds into its first output axis.
  public static int flatten(NodeView node) {
    int rank = node.rank(0);
    long axis = node.intAttribute("axis", 1);
    return axis == rank ? rank : node.axis(axis, rank);
  }

  private static List<Integer> allAxes(NodeView node) {
    return IntStream.range(0, node.rank(0)).boxed().toList();
  }
}
