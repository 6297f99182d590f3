package dev.certosina.compiler.target.yaml;

import dev.certosina.ElementType;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// What a YAML value must be to mean something, and what it then means.
final class Values {
  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,63}");
  private static final Pattern HYPHENATED = Pattern.compile("[a-z][a-z0-9-]{0,63}");
  private static final Pattern INTEGER = Pattern.compile("[0-9]{1,18}");
  private static final Pattern DECIMAL =
      Pattern.compile("[0-9]{1,15}(\\.[0-9]{1,15})?([eE][-+]?[0-9]{1,2})?");
  private static final Pattern BYTES = Pattern.compile("([0-9]{1,12}) ?(B|KiB|MiB|GiB|TiB)");
  private static final List<String> BYTE_UNITS = List.of("B", "KiB", "MiB", "GiB", "TiB");
  private static final int LOG2_OF_KIBI = 10;

  private Values() {}

  static Yaml.Fields fields(Yaml value, String expected) {
    return switch (value) {
      case Yaml.Fields fields -> fields;
      case Yaml.Text _, Yaml.Items _ -> throw value.wrong(expected);
    };
  }

  static List<Yaml> items(Yaml value, String expected) {
    return switch (value) {
      case Yaml.Items items -> items.values();
      case Yaml.Text _, Yaml.Fields _ -> throw value.wrong(expected);
    };
  }

  /// A list with at least one element.
  static List<Yaml> nonEmptyItems(Yaml value, String expected) {
    List<Yaml> items = items(value, expected);
    if (items.isEmpty()) {
      throw value.place().wrong("an empty list", expected);
    }
    return items;
  }

  static Yaml.Text text(Yaml value, String expected) {
    return switch (value) {
      case Yaml.Text text when !text.value().isBlank() -> text;
      case Yaml.Text _, Yaml.Items _, Yaml.Fields _ -> throw value.wrong(expected);
    };
  }

  /// One line of text.
  static String line(Yaml value, String expected) {
    String line = text(value, expected).value().strip();
    if (line.chars().anyMatch(Character::isISOControl)) {
      throw value.wrong(expected + " on one line");
    }
    return line;
  }

  /// A letter, then letters, digits and underscores.
  static String identifier(Yaml value, String what) {
    String expected = what + ": a letter, then letters, digits or '_', at most 64";
    String text = text(value, expected).value();
    if (!isIdentifier(text)) {
      throw value.wrong(expected);
    }
    return text;
  }

  static boolean isIdentifier(String text) {
    return IDENTIFIER.matcher(text).matches();
  }

  /// A lower-case letter, then lower-case letters, digits and hyphens.
  static String hyphenated(Yaml value, String what) {
    String expected = what + ": lower-case letters, digits and '-', at most 64";
    String text = text(value, expected).value();
    if (!HYPHENATED.matcher(text).matches()) {
      throw value.wrong(expected);
    }
    return text;
  }

  /// A whole number from 1 to `most`.
  static long positiveInteger(Yaml value, String what, long most) {
    String expected = "%s, a whole number from 1 to %d".formatted(what, most);
    String text = text(value, expected).value();
    long number = INTEGER.matcher(text).matches() ? Long.parseLong(text) : 0;
    if (number < 1 || number > most) {
      throw value.wrong(expected);
    }
    return number;
  }

  /// A decimal number above 0, at most `most`.
  static double positiveNumber(Yaml value, String what, double most) {
    String expected = "%s, a number above 0 and at most %s".formatted(what, plain(most));
    String text = text(value, expected).value();
    double number = DECIMAL.matcher(text).matches() ? Double.parseDouble(text) : 0;
    if (!(number > 0 && number <= most)) {
      throw value.wrong(expected);
    }
    return number;
  }

  /// A size such as `64 KiB`, in bytes.
  static long bytes(Yaml value, String what) {
    String expected = what + ", a whole number and a unit: B, KiB, MiB, GiB or TiB";
    Matcher matcher = BYTES.matcher(text(value, expected).value());
    if (!matcher.matches()) {
      throw value.wrong(expected);
    }
    long number = Long.parseLong(matcher.group(1));
    int shift = BYTE_UNITS.indexOf(matcher.group(2)) * LOG2_OF_KIBI;
    if (number < 1 || number > Long.MAX_VALUE >> (shift + 1)) {
      throw value.wrong(expected);
    }
    return number << shift;
  }

  static ElementType elementType(Yaml value) {
    String expected =
        "an element type: "
            + Arrays.stream(ElementType.values())
                .filter(Values::isElementOfTiles)
                .map(ElementType::text)
                .collect(Collectors.joining(", "));
    return ElementType.parse(text(value, expected).value())
        .filter(Values::isElementOfTiles)
        .orElseThrow(() -> value.wrong(expected));
  }

  /// Four-bit integers appear only in modelled hardware.
  private static boolean isElementOfTiles(ElementType type) {
    return type.isComputable() || type == ElementType.INT4 || type == ElementType.UINT4;
  }

  private static String plain(double number) {
    return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
  }
}
