package dev.certosina.cli.map;

import dev.certosina.cli.map.Markup.Element;
import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.Mapping.AxisGroup;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// A drawing of which axes of the computation feed which axes of the instruction.
///
/// The computation's axes stand in a column on the left, the instruction's on the right, and below
/// those the loops around the instruction. Every line ends at the axis that it feeds.
final class FeedDiagram {
  private static final int WIDTH = 860;
  private static final int LEFT_WIDTH = 220;
  private static final int RIGHT_X = 480;
  private static final int RIGHT_WIDTH = WIDTH - RIGHT_X - 10;
  private static final int LEFT_STEP = 44;
  private static final int LEFT_HEIGHT = 34;
  private static final int RIGHT_STEP = 84;
  private static final int RIGHT_HEIGHT = 68;
  private static final int TOP = 34;
  private static final int COLORS = 6;

  private final Mapping mapping;
  private final List<Axis> axes;
  private final int height;

  private FeedDiagram(Mapping mapping) {
    this.mapping = mapping;
    this.axes = mapping.computation().axes();
    int targets = mapping.groups().size() + (mapping.outerAxes().isEmpty() ? 0 : 1);
    this.height = TOP + Math.max(axes.size() * LEFT_STEP, targets * RIGHT_STEP) + 4;
  }

  static Element draw(Mapping mapping) {
    return new FeedDiagram(mapping).drawing();
  }

  /// The number of the color for an axis of the intrinsic, by its position.
  static int color(int axis) {
    return axis % COLORS;
  }

  private Element drawing() {
    String description =
        mapping.groups().stream()
            .map(group ->
                group.intrinsicAxis()
                    + (group.axes().isEmpty()
                        ? " is fed by an inserted axis of extent 1"
                        : " is fed by " + String.join(", ", group.axes())))
            .collect(Collectors.joining("; "));
    var parts = new ArrayList<Element>();
    parts.add(Markup.element("title", "Axes of the computation and of the instruction"));
    parts.add(Markup.element("desc", description));
    parts.add(Svg.text(10, 20, "axes of the computation").with("class", "small"));
    parts.add(Svg.text(RIGHT_X, 20, "axes of the instruction").with("class", "small"));
    for (int index = 0; index < axes.size(); index++) {
      parts.add(line(index));
    }
    for (int index = 0; index < axes.size(); index++) {
      parts.addAll(software(index));
    }
    for (int group = 0; group < mapping.groups().size(); group++) {
      parts.addAll(hardware(group));
    }
    if (!mapping.outerAxes().isEmpty()) {
      parts.addAll(loops());
    }
    return Svg.root(WIDTH, height).add(parts);
  }

  private Element line(int index) {
    int target = target(axes.get(index).name());
    int from = TOP + index * LEFT_STEP + LEFT_HEIGHT / 2;
    int to = TOP + target * RIGHT_STEP + RIGHT_HEIGHT / 2;
    int start = 10 + LEFT_WIDTH;
    int middle = (start + RIGHT_X) / 2;
    String path =
        "M%d %d C%d %d %d %d %d %d".formatted(start, from, middle, from, middle, to, RIGHT_X, to);
    boolean outer = target == mapping.groups().size();
    return Markup.element("path")
        .with("d", path)
        .with("class", outer ? "outer" : "feed s" + color(target));
  }

  private List<Element> software(int index) {
    Axis axis = axes.get(index);
    int target = target(axis.name());
    int y = TOP + index * LEFT_STEP;
    boolean outer = target == mapping.groups().size();
    return List.of(
        Svg.box(10, y, LEFT_WIDTH, LEFT_HEIGHT)
            .with("class", outer ? "box" : "box s" + color(target)),
        Svg.text(22, y + 22, axis.name()).with("class", "name"),
        Svg.text(
                10 + LEFT_WIDTH - 12,
                y + 22,
                "%s  %s".formatted(Dims.print(axis.extent()), kind(axis)))
            .with("text-anchor", "end")
            .with("class", "small"));
  }

  private List<Element> hardware(int group) {
    AxisGroup fed = mapping.groups().get(group);
    Axis axis = mapping.intrinsic().compute().axis(fed.intrinsicAxis());
    int y = TOP + group * RIGHT_STEP;
    return List.of(
        Svg.box(RIGHT_X, y, RIGHT_WIDTH, RIGHT_HEIGHT).with("class", "box s" + color(group)),
        Svg.text(RIGHT_X + 14, y + 27, axis.name()).with("class", "name f" + color(group)),
        Svg.text(
                RIGHT_X + RIGHT_WIDTH - 12,
                y + 27,
                "%s lanes, %s".formatted(Dims.print(axis.extent()), kind(axis)))
            .with("text-anchor", "end")
            .with("class", "small"),
        Svg.text(RIGHT_X + 14, y + 52, FusedFormula.text(mapping, fed)).with("class", "fused"));
  }

  private List<Element> loops() {
    int y = TOP + mapping.groups().size() * RIGHT_STEP;
    String names = mapping.outerAxes().stream().map(Axis::name).collect(Collectors.joining(", "));
    return List.of(
        Svg.box(RIGHT_X, y, RIGHT_WIDTH, RIGHT_HEIGHT)
            .with("class", "box")
            .with("stroke-dasharray", "5 4"),
        Svg.text(RIGHT_X + 14, y + 27, "loops around the instruction").with("class", "small"),
        Svg.text(RIGHT_X + 14, y + 52, names).with("class", "name"));
  }

  private int target(String axis) {
    for (int group = 0; group < mapping.groups().size(); group++) {
      if (mapping.groups().get(group).axes().contains(axis)) {
        return group;
      }
    }
    return mapping.groups().size();
  }

  static String kind(Axis axis) {
    return axis.kind() == AxisKind.PARALLEL ? "spatial" : "reduction";
  }
}
