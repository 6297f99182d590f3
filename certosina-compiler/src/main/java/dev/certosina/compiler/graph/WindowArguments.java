package dev.certosina.compiler.graph;

import dev.certosina.compiler.base.Names;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.Program.Relation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/// Reads how the window of a convolution or a pooling moves over its input.
public final class WindowArguments {
  private static final int LEADING_AXES = 2;
  private static final int MAX_SPATIAL = 3;
  private static final Dim ZERO = Dims.constant(0);
  private static final Dim ONE = Dims.constant(1);

  private WindowArguments() {}

  private enum Padding {
    EXPLICIT,
    SAME_UPPER,
    SAME_LOWER,
    VALID
  }

  /// The window of a Conv, whose extents are those of its weights.
  public static List<WindowAxis> convolution(NodeView node) {
    spatialRank(node);
    if (node.rank(1) != node.rank(0)) {
      throw node.error("cannot convolve " + node.inputsText() + ", needs operands of one rank");
    }
    List<Long> taps =
        node.shape(1).subList(LEADING_AXES, node.rank(1)).stream()
            .map(extent ->
                Dims.constantValue(extent)
                    .orElseThrow(() ->
                        node.error(
                            "has a kernel extent %s, needs a constant"
                                .formatted(Dims.print(extent)))))
            .toList();
    Optional<List<Long>> given = node.intsAttribute("kernel_shape");
    if (given.isPresent() && !given.get().equals(taps)) {
      throw node.error(
          "attribute \"kernel_shape\" is %s, needs to be %s as the weights"
              .formatted(given.get(), taps));
    }
    return axes(node, taps);
  }

  /// The window of a pooling.
  public static List<WindowAxis> pooling(NodeView node) {
    int rank = spatialRank(node);
    List<Long> taps =
        node.intsAttribute("kernel_shape")
            .orElseThrow(() -> node.error("lacks the attribute \"kernel_shape\""));
    return axes(node, positive(node, "kernel_shape", taps, rank));
  }

  /// States that every window fits, where that shows only when a call is bound.
  static void check(NodeView node, DimRelations dims, List<WindowAxis> axes) {
    for (WindowAxis axis : axes) {
      Dim span = Dims.constant(WindowAxis.span(axis.taps(), axis.dilation()));
      dims.check(
          ONE,
          Relation.AT_MOST,
          axis.output(),
          "%s: padded extent %s is smaller than the window, which covers %s"
              .formatted(node.where(), Dims.print(axis.padded()), Dims.print(span)));
    }
  }

  private static int spatialRank(NodeView node) {
    int rank = node.rank(0) - LEADING_AXES;
    if (rank < 1 || rank > MAX_SPATIAL) {
      throw node.error(
          "its input has rank %d, needs 3 to %d".formatted(rank + 2, LEADING_AXES + MAX_SPATIAL));
    }
    return rank;
  }

  private static List<WindowAxis> axes(NodeView node, List<Long> taps) {
    int rank = taps.size();
    List<Long> strides = numbers(node, "strides", rank);
    List<Long> dilations = numbers(node, "dilations", rank);
    Padding padding = padding(node);
    List<Long> pads =
        node.intsAttribute("pads")
            .filter(_ -> padding == Padding.EXPLICIT)
            .orElse(Collections.nCopies(2 * rank, 0L));
    if (pads.size() != 2 * rank || pads.stream().anyMatch(pad -> pad < 0)) {
      throw node.error(
          "attribute \"pads\" is %s, needs %d numbers of 0 or more".formatted(pads, 2 * rank));
    }
    boolean roundsUp = node.flag("ceil_mode", false);
    var axes = new ArrayList<WindowAxis>();
    for (int i = 0; i < rank; i++) {
      Dim extent = node.shape(0).get(LEADING_AXES + i);
      WindowAxis axis =
          new WindowAxis(
              extent,
              taps.get(i),
              strides.get(i),
              dilations.get(i),
              Dims.constant(pads.get(i)),
              Dims.constant(pads.get(rank + i)),
              ZERO);
      axes.add(
          switch (padding) {
            case EXPLICIT, VALID -> withOutput(axis, roundsUp);
            case SAME_UPPER -> same(axis, ZERO);
            case SAME_LOWER -> same(axis, ONE);
          });
    }
    return axes;
  }

  /// Windows that start in the padding behind the input are left out, as rounding up may give.
  private static WindowAxis withOutput(WindowAxis axis, boolean roundsUp) {
    Dim span = Dims.constant(WindowAxis.span(axis.taps(), axis.dilation()));
    Dim room = Dims.subtract(axis.padded(), span);
    Dim stride = Dims.constant(axis.stride());
    if (!roundsUp || axis.stride() == 1) {
      return with(axis, axis.begin(), axis.end(), Dims.add(Dims.floorDiv(room, stride), ONE));
    }
    Dim starts = Dims.ceilDiv(Dims.add(axis.extent(), axis.begin()), stride);
    Dim rounded = Dims.add(Dims.ceilDiv(room, stride), ONE);
    return with(axis, axis.begin(), axis.end(), Dims.min(rounded, starts));
  }

  /// As many positions as the stride leaves of the input, the padding halved.
  ///
  /// @param more 1 where an odd padding is larger in front
  private static WindowAxis same(WindowAxis axis, Dim more) {
    Dim stride = Dims.constant(axis.stride());
    Dim output = Dims.ceilDiv(axis.extent(), stride);
    Dim span = Dims.constant(WindowAxis.span(axis.taps(), axis.dilation()));
    Dim reach = Dims.add(Dims.multiply(Dims.subtract(output, ONE), stride), span);
    Dim padding = Dims.max(Dims.subtract(reach, axis.extent()), ZERO);
    Dim begin = Dims.floorDiv(Dims.add(padding, more), Dims.constant(2));
    return with(axis, begin, Dims.subtract(padding, begin), output);
  }

  private static WindowAxis with(WindowAxis axis, Dim begin, Dim end, Dim output) {
    return new WindowAxis(
        axis.extent(), axis.taps(), axis.stride(), axis.dilation(), begin, end, output);
  }

  private static Padding padding(NodeView node) {
    String text = node.stringAttribute("auto_pad", "NOTSET");
    return switch (text) {
      case "NOTSET", "" -> Padding.EXPLICIT;
      case "SAME_UPPER" -> Padding.SAME_UPPER;
      case "SAME_LOWER" -> Padding.SAME_LOWER;
      case "VALID" -> Padding.VALID;
      default ->
          throw node.error(
              "attribute \"auto_pad\" is %s, needs NOTSET, SAME_UPPER, SAME_LOWER or VALID"
                  .formatted(Names.quoted(text)));
    };
  }

  private static List<Long> numbers(NodeView node, String attribute, int rank) {
    return positive(
        node, attribute, node.intsAttribute(attribute).orElse(Collections.nCopies(rank, 1L)), rank);
  }

  private static List<Long> positive(NodeView node, String attribute, List<Long> values, int rank) {
    if (values.size() != rank
        || values.stream().anyMatch(value -> value < 1 || value > Integer.MAX_VALUE)) {
      throw node.error(
          "attribute %s is %s, needs %d numbers of 1 or more"
              .formatted(Names.quoted(attribute), values, rank));
    }
    return values;
  }
}
