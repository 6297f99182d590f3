package dev.certosina.runtime.dim;

import dev.certosina.ModelException;
import java.util.function.BinaryOperator;

/// Recursive descent over the text of one dim:
///
/// ```
/// sum     = product { ("+" | "-") product }
/// product = factor { ("*" | "floordiv" | "mod" | "ceildiv") factor }
/// factor  = "-" factor | integer | name | name "[" integer "]" | "(" sum ")"
///         | function "(" sum { "," sum } ")"
/// ```
final class DimParser {
  private static final int MAX_DEPTH = 500;

  private final String text;
  private int position;
  private int depth;

  DimParser(String text) {
    this.text = text;
  }

  Dim parse() {
    Dim dim = sum();
    if (position < text.length()) {
      throw error("expected an operator");
    }
    return dim;
  }

  private Dim sum() {
    if (++depth > MAX_DEPTH) {
      throw error("too deeply nested");
    }
    Dim dim = product();
    while (true) {
      if (take("+")) {
        dim = Dims.add(dim, product());
      } else if (take("-")) {
        dim = Dims.subtract(dim, product());
      } else {
        depth--;
        return dim;
      }
    }
  }

  private Dim product() {
    Dim dim = factor();
    while (true) {
      if (take("*")) {
        dim = Dims.multiply(dim, factor());
      } else if (takeWord("floordiv")) {
        dim = Dims.floorDiv(dim, factor());
      } else if (takeWord("mod")) {
        dim = Dims.mod(dim, factor());
      } else if (takeWord("ceildiv")) {
        dim = Dims.ceilDiv(dim, factor());
      } else {
        return dim;
      }
    }
  }

  private Dim factor() {
    skipSpace();
    char c = peek();
    if (c == '-' || isDigit(c)) {
      return numberOrNegation();
    }
    if (c == '"') {
      return symbolOrElement(quoted());
    }
    if (take("(")) {
      Dim dim = sum();
      expect(")");
      return dim;
    }
    String word = word();
    return switch (word) {
      case "" -> throw error("expected a dim");
      case "min" -> call(Dims::min);
      case "max" -> call(Dims::max);
      case "joined" -> call(Dims::joined);
      case "spread" -> call(Dims::spread);
      case "choice" -> choice();
      case "floordiv", "mod", "ceildiv" -> throw error("expected a dim before '" + word + "'");
      default -> symbolOrElement(word);
    };
  }

  private Dim symbolOrElement(String name) {
    if (peek() != '[') {
      return Dims.symbol(name);
    }
    position++;
    int start = position;
    while (isDigit(peek())) {
      position++;
    }
    try {
      int index = Integer.parseInt(text.substring(start, position));
      expect("]");
      return Dims.element(name, index);
    } catch (NumberFormatException e) {
      throw error("expected the number of an element");
    }
  }

  private Dim numberOrNegation() {
    int start = position;
    if (peek() == '-') {
      position++;
      if (!isDigit(peek())) {
        if (++depth > MAX_DEPTH) {
          throw error("too deeply nested");
        }
        Dim negated = Dims.multiply(Dims.constant(-1), factor());
        depth--;
        return negated;
      }
    }
    while (isDigit(peek())) {
      position++;
    }
    try {
      return Dims.constant(Long.parseLong(text.substring(start, position)));
    } catch (NumberFormatException e) {
      throw error("number overflows 64 bits");
    }
  }

  private Dim call(BinaryOperator<Dim> operator) {
    expect("(");
    Dim left = sum();
    expect(",");
    Dim right = sum();
    expect(")");
    return operator.apply(left, right);
  }

  private Dim choice() {
    expect("(");
    Dim left = sum();
    expect(",");
    Dim right = sum();
    expect(",");
    Dim whenEqual = sum();
    expect(",");
    Dim otherwise = sum();
    expect(")");
    return Dims.choice(left, right, whenEqual, otherwise);
  }

  private String quoted() {
    var name = new StringBuilder();
    position++;
    while (peek() != '"') {
      char c = next();
      if (c != '\\') {
        name.append(c);
      } else {
        char escaped = next();
        name.append(escaped == 'u' ? unicode() : escaped);
      }
    }
    position++;
    return name.toString();
  }

  private char unicode() {
    try {
      char c = (char) Integer.parseInt(text, position, position + 4, 16);
      position += 4;
      return c;
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      throw error("expected four hexadecimal digits");
    }
  }

  private String word() {
    int start = position;
    while (isWordPart(peek())) {
      position++;
    }
    return text.substring(start, position);
  }

  private boolean takeWord(String word) {
    skipSpace();
    int end = position + word.length();
    boolean found =
        text.startsWith(word, position) && (end == text.length() || !isWordPart(text.charAt(end)));
    if (found) {
      position = end;
    }
    return found;
  }

  private boolean take(String token) {
    skipSpace();
    boolean found = text.startsWith(token, position);
    if (found) {
      position += token.length();
    }
    return found;
  }

  private void expect(String token) {
    if (!take(token)) {
      throw error("expected '" + token + "'");
    }
  }

  private void skipSpace() {
    while (peek() == ' ') {
      position++;
    }
  }

  /// The character at the position; 0 at the end.
  private char peek() {
    return position < text.length() ? text.charAt(position) : 0;
  }

  private char next() {
    if (position >= text.length()) {
      throw error("unfinished quoted symbol");
    }
    return text.charAt(position++);
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isWordPart(char c) {
    return c == '_' || c == '.' || isDigit(c) || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  }

  private ModelException error(String what) {
    return new ModelException(
        "dim expression '%s': %s at position %d".formatted(text, what, position));
  }
}
