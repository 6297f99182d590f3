package dev.certosina.cli.map;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A tree of HTML or inline SVG, written with every text and attribute escaped.
sealed interface Markup {

  /// An element with its attributes in order.
  record Element(String name, Map<String, String> attributes, List<Markup> children)
      implements Markup {
    public Element {
      attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
      children = List.copyOf(children);
    }

    Element with(String attribute, String value) {
      var more = new LinkedHashMap<>(attributes);
      more.put(attribute, value);
      return new Element(name, more, children);
    }

    Element with(String attribute, long value) {
      return with(attribute, Long.toString(value));
    }

    Element add(Markup... more) {
      return add(Arrays.asList(more));
    }

    Element add(List<? extends Markup> more) {
      var all = new ArrayList<>(children);
      all.addAll(more);
      return new Element(name, attributes, all);
    }
  }

  record Text(String text) implements Markup {}

  /// A style sheet of our own, which no text from outside enters.
  record Style(String rules) implements Markup {}

  static Element element(String name, Markup... children) {
    return new Element(name, Map.of(), Arrays.asList(children));
  }

  static Element element(String name, String text) {
    return element(name, text(text));
  }

  static Markup text(String text) {
    return new Text(text);
  }

  /// Elements that have no end tag in HTML.
  Set<String> VOID = Set.of("meta", "br", "hr");

  /// Appends the text of this tree.
  default void write(StringBuilder to) {
    switch (this) {
      case Text(String text) -> escape(text, to);
      case Style(String rules) -> to.append("<style>\n").append(rules).append("</style>\n");
      case Element(String name, Map<String, String> attributes, List<Markup> children) -> {
        to.append('<').append(name);
        attributes.forEach((attribute, value) -> {
          to.append(' ').append(attribute).append("=\"");
          escape(value, to);
          to.append('"');
        });
        to.append('>');
        if (!VOID.contains(name)) {
          children.forEach(child -> child.write(to));
          to.append("</").append(name).append('>');
        }
      }
    }
  }

  private static void escape(String text, StringBuilder to) {
    for (int index = 0; index < text.length(); index++) {
      char character = text.charAt(index);
      switch (character) {
        case '<' -> to.append("&lt;");
        case '>' -> to.append("&gt;");
        case '&' -> to.append("&amp;");
        case '"' -> to.append("&quot;");
        default -> to.append(character < ' ' && character != '\n' ? ' ' : character);
      }
    }
  }
}
