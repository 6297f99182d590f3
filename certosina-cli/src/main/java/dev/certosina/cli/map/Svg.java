package dev.certosina.cli.map;

import dev.certosina.cli.map.Markup.Element;
import java.util.Locale;

/// Elements of drawings; lengths in user units, of which a root is `width` wide.
final class Svg {
  private Svg() {}

  static Element root(int width, int height) {
    return Markup.element("svg")
        .with("xmlns", "http://www.w3.org/2000/svg")
        .with("viewBox", "0 0 %d %d".formatted(width, height))
        .with("width", width)
        .with("height", height)
        .with("role", "img");
  }

  static Element text(double x, double y, String text) {
    return Markup.element("text", text).with("x", number(x)).with("y", number(y));
  }

  static Element box(double x, double y, double width, double height) {
    return rectangle(x, y, width, height).with("rx", 6);
  }

  static Element rectangle(double x, double y, double width, double height) {
    return Markup.element("rect")
        .with("x", number(x))
        .with("y", number(y))
        .with("width", number(width))
        .with("height", number(height));
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.2f", value);
  }
}
