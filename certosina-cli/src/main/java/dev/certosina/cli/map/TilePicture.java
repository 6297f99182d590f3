package dev.certosina.cli.map;

import dev.certosina.cli.map.Markup.Element;
import dev.certosina.compiler.mapping.TileCover.AxisCover;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// A drawing of how tiles cover one fused axis: all tiles in a row, and the lanes of the last one.
final class TilePicture {
  private static final int WIDTH = 860;
  private static final int HEIGHT = 118;
  private static final int LEFT = 10;
  private static final int BAR_WIDTH = WIDTH - 2 * LEFT;
  private static final int BAR_Y = 28;
  private static final int BAR_HEIGHT = 26;
  private static final int LANES_Y = 84;
  private static final int LANE = 22;
  private static final int MOST_DRAWN = 64;
  private static final int MOST_LANES = 36;

  private final AxisCover axis;
  private final int color;

  private TilePicture(AxisCover axis, int color) {
    this.axis = axis;
    this.color = color;
  }

  /// @param color a number of [FeedDiagram#color]
  static Element draw(AxisCover axis, int color) {
    return new TilePicture(axis, color).drawing();
  }

  private Element drawing() {
    var parts = new ArrayList<Element>();
    parts.add(Markup.element("title", "Tiles of axis " + axis.intrinsicAxis()));
    parts.add(Markup.element("desc", summary()));
    parts.add(Svg.text(LEFT, 18, axis.intrinsicAxis()).with("class", "name f" + color));
    parts.add(Svg.text(LEFT + 24, 18, summary()));
    parts.addAll(tiles());
    parts.addAll(lanes());
    return Svg.root(WIDTH, HEIGHT).add(parts);
  }

  private String summary() {
    return "%s in %s of %,d lanes%s"
        .formatted(
            count(axis.extent(), "point"),
            count(axis.tiles(), "tile"),
            axis.size(),
            axis.padding() == 0
                ? ", every lane used"
                : String.format(
                    Locale.ROOT,
                    "; %s of padding, %.1f %% of the lanes used",
                    count(axis.padding(), "lane"),
                    100 * axis.utilization()));
  }

  private static String count(long number, String what) {
    return String.format(Locale.ROOT, "%,d %s%s", number, what, number == 1 ? "" : "s");
  }

  private List<Element> tiles() {
    double perPoint = BAR_WIDTH / (double) (axis.tiles() * axis.size());
    double used = axis.extent() * perPoint;
    var parts = new ArrayList<Element>();
    parts.add(Svg.rectangle(LEFT, BAR_Y, used, BAR_HEIGHT).with("class", "f" + color));
    if (axis.padding() > 0) {
      parts.add(
          Svg.rectangle(LEFT + used, BAR_Y, BAR_WIDTH - used, BAR_HEIGHT).with("class", "padding"));
    }
    if (axis.tiles() <= MOST_DRAWN) {
      for (long tile = 1; tile < axis.tiles(); tile++) {
        double x = LEFT + tile * axis.size() * perPoint;
        parts.add(Svg.rectangle(x - 0.75, BAR_Y, 1.5, BAR_HEIGHT).with("class", "gap"));
      }
    }
    return parts;
  }

  private List<Element> lanes() {
    long filled = axis.size() - axis.padding();
    var parts = new ArrayList<Element>();
    parts.add(
        Svg.text(
                LEFT,
                LANES_Y - 8,
                "lanes of %s, 0 to %d: %s"
                    .formatted(
                        axis.tiles() == 1 ? "the tile" : "the last tile",
                        axis.size() - 1,
                        axis.padding() == 0 ? "all used" : "grey ones are padding"))
            .with("class", "small"));
    long drawn = Math.min(axis.size(), MOST_LANES);
    double width = axis.size() <= MOST_LANES ? LANE : BAR_WIDTH / (double) axis.size();
    if (axis.size() > MOST_LANES) {
      drawn = Math.min(axis.size(), 4L * BAR_WIDTH);
    }
    for (long lane = 0; lane < drawn; lane++) {
      long point = (axis.tiles() - 1) * axis.size() + lane;
      parts.add(
          Svg.rectangle(LEFT + lane * width, LANES_Y, Math.max(width - 2, width * 0.8), LANE)
              .with("class", lane < filled ? "f" + color : "padding")
              .add(
                  Markup.element(
                      "title",
                      lane < filled
                          ? "lane %d: point %d".formatted(lane, point)
                          : "lane %d: padding".formatted(lane))));
    }
    return parts;
  }
}
