package dev.certosina.compiler.affine;

import dev.certosina.ModelException;

/// A position in the text of an index statement, and the ways to read its smallest pieces.
final class StatementCursor {
  private static final int MOST_CHARACTERS_SHOWN = 12;

  private final String text;
  private int position;

  StatementCursor(String text) {
    this.text = text;
  }

  /// A cursor that stands `characters` before this one.
  StatementCursor back(int characters) {
    StatementCursor earlier = new StatementCursor(text);
    skipSpace();
    earlier.position = position;
    while (characters > 0) {
      earlier.position--;
      characters -= Character.isWhitespace(text.charAt(earlier.position)) ? 0 : 1;
    }
    return earlier;
  }

  boolean atEnd() {
    skipSpace();
    return position == text.length();
  }

  /// The next character, or 0 at the end.
  char peek() {
    return atEnd() ? '\0' : text.charAt(position);
  }

  boolean atDigit() {
    return isDigit(peek());
  }

  /// Takes `token` if it comes next.
  boolean take(String token) {
    skipSpace();
    if (!text.startsWith(token, position)) {
      return false;
    }
    position += token.length();
    return true;
  }

  void expect(String token) {
    if (!take(token)) {
      throw error("'" + token + "'");
    }
  }

  /// An identifier, or any text in double quotes with `\"` and `\\`.
  String name(String needed) {
    if (take("\"")) {
      return quoted();
    }
    skipSpace();
    int start = position;
    if (isLetter(peek())) {
      while (position < text.length() && isNamePart(text.charAt(position))) {
        position++;
      }
    }
    if (position == start) {
      throw error(needed);
    }
    return text.substring(start, position);
  }

  private String quoted() {
    StringBuilder out = new StringBuilder();
    while (position < text.length() && text.charAt(position) != '"') {
      position += text.charAt(position) == '\\' && position + 1 < text.length() ? 1 : 0;
      out.append(text.charAt(position++));
    }
    if (position == text.length()) {
      throw error("'\"'");
    }
    position++;
    return out.toString();
  }

  /// Digits without a sign.
  long integer() {
    skipSpace();
    int start = position;
    while (position < text.length() && isDigit(text.charAt(position))) {
      position++;
    }
    try {
      return Long.parseLong(text.substring(start, position));
    } catch (NumberFormatException e) {
      position = start;
      throw error("an integer that fits 64 bits");
    }
  }

  /// A decimal number, `inf`, `-inf` or `nan`.
  double number() {
    skipSpace();
    int start = position;
    while (position < text.length() && (isNamePart(text.charAt(position)) || atSign())) {
      position++;
    }
    String written = text.substring(start, position);
    try {
      return switch (written) {
        case "inf" -> Double.POSITIVE_INFINITY;
        case "-inf" -> Double.NEGATIVE_INFINITY;
        case "nan" -> Double.NaN;
        default -> decimal(written);
      };
    } catch (NumberFormatException e) {
      position = start;
      throw error("a number, 'inf' or '-inf'");
    }
  }

  private static double decimal(String written) {
    // Java also reads 1f, 0x1p3 and Infinity.
    if (!written.matches("[-+0-9.eE]+")) {
      throw new NumberFormatException(written);
    }
    return Double.parseDouble(written);
  }

  private boolean atSign() {
    return text.charAt(position) == '-' || text.charAt(position) == '+';
  }

  ModelException error(String needed) {
    skipSpace();
    int end = Math.min(text.length(), position + MOST_CHARACTERS_SHOWN);
    String rest = text.substring(position, end).replaceAll("\\p{Cntrl}", " ");
    String found = position == text.length() ? "the end" : "'" + rest + "'";
    return new ModelException(
        "column %d: found %s, needed %s".formatted(position + 1, found, needed));
  }

  private void skipSpace() {
    while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
      position++;
    }
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }

  private static boolean isNamePart(char c) {
    return isLetter(c) || isDigit(c) || c == '.';
  }
}
