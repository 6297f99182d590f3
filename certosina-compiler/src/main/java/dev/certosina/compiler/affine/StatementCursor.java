package dev.certosina.compiler.affine;

import dev.certosina.compiler.base.TextCursor;

/// A position in the text of an index statement.
final class StatementCursor extends TextCursor {

  StatementCursor(String text) {
    super(text);
  }

  /// A cursor that stands `characters` before this one, space not counted.
  StatementCursor back(int characters) {
    skipSpace();
    int index = position();
    for (int left = characters; left > 0; ) {
      index--;
      left -= Character.isWhitespace(text().charAt(index)) ? 0 : 1;
    }
    StatementCursor earlier = new StatementCursor(text());
    earlier.moveTo(index);
    return earlier;
  }

  boolean atDigit() {
    return isDigit(peek());
  }

  /// An identifier, or any text in double quotes.
  String name(String needed) {
    if (atQuote()) {
      return quoted();
    }
    if (!isLetter(peek())) {
      throw error(needed);
    }
    return word(StatementCursor::isNamePart, needed);
  }

  /// Digits without a sign.
  long integer() {
    skipSpace();
    int start = position();
    String needed = "an integer that fits 64 bits";
    try {
      return Long.parseLong(word(StatementCursor::isDigit, needed));
    } catch (NumberFormatException e) {
      moveTo(start);
      throw error(needed);
    }
  }

  /// A decimal number, `inf`, `-inf` or `nan`.
  double number() {
    skipSpace();
    int start = position();
    String needed = "a number, 'inf' or '-inf'";
    String written = word(c -> isNamePart(c) || c == '-' || c == '+', needed);
    try {
      return switch (written) {
        case "inf" -> Double.POSITIVE_INFINITY;
        case "-inf" -> Double.NEGATIVE_INFINITY;
        case "nan" -> Double.NaN;
        default -> decimal(written);
      };
    } catch (NumberFormatException e) {
      moveTo(start);
      throw error(needed);
    }
  }

  private static double decimal(String written) {
    // Java also reads 1f, 0x1p3 and Infinity.
    if (!written.matches("[-+0-9.eE]+")) {
      throw new NumberFormatException(written);
    }
    return Double.parseDouble(written);
  }

  private static boolean isDigit(int c) {
    return c >= '0' && c <= '9';
  }

  private static boolean isLetter(int c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
  }

  private static boolean isNamePart(int c) {
    return isLetter(c) || isDigit(c) || c == '.';
  }
}
