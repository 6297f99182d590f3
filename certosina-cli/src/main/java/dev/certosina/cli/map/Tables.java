package dev.certosina.cli.map;

import dev.certosina.cli.map.Markup.Element;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Tables with a caption and a row of headings.
final class Tables {
  private Tables() {}

  /// @param numbers the positions of columns that hold numbers
  static Element table(
      String caption, List<String> headings, List<Integer> numbers, List<Element> rows) {
    List<Element> cells =
        IntStream.range(0, headings.size())
            .mapToObj(column -> {
              Element cell = Markup.element("th", headings.get(column)).with("scope", "col");
              return numbers.contains(column) ? cell.with("class", "number") : cell;
            })
            .toList();
    return Markup.element("div")
        .with("class", "scroll")
        .add(
            Markup.element("table")
                .add(
                    Markup.element("caption", caption),
                    Markup.element("thead", Markup.element("tr").add(cells)),
                    Markup.element("tbody").add(rows)));
  }

  /// Tables beside each other where the window is wide enough.
  static Element beside(Element... tables) {
    return Markup.element("div", tables).with("class", "columns");
  }

  static Element row(Element... cells) {
    return Markup.element("tr", cells);
  }

  static Element row(List<Element> cells) {
    return Markup.element("tr").add(new ArrayList<>(cells));
  }

  static Element cell(String text) {
    return Markup.element("td", text);
  }

  static Element number(String text) {
    return cell(text).with("class", "number");
  }

  static Element code(String text) {
    return Markup.element("td", Markup.element("code", text)).with("class", "keep");
  }

  /// A code cell whose text may be broken into lines.
  static Element wrapped(String text) {
    return Markup.element("td", Markup.element("code", text));
  }
}
