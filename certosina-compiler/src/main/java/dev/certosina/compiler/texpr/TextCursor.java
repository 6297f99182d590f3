package dev.certosina.compiler.texpr;

import dev.certosina.ModelException;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;

/// A position in a printed tensor program, and the ways to read its smallest pieces.
///
/// Anything unexpected is refused with a [ModelException] that names line and column.
final class TextCursor {
  private final String text;
  private int position;

  TextCursor(String text) {
    this.text = text;
  }

  boolean atEnd() {
    skipSpace();
    return position == text.length();
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

  /// The next character, or 0 at the end.
  char peek() {
    skipSpace();
    return position < text.length() ? text.charAt(position) : '\0';
  }

  boolean atQuote() {
    return peek() == '"';
  }

  /// A bare or quoted tensor or expression name.
  String tensorName() {
    return atQuote() ? quoted() : word();
  }

  String axisName() {
    if (atQuote()) {
      return quoted();
    }
    int start = position;
    while (position < text.length() && PrintedNames.isBareAxisCharacter(text.charAt(position))) {
      position++;
    }
    return nonEmpty(start, "an axis");
  }

  /// The characters of a bare tensor name; keywords and element types are words too.
  String word() {
    skipSpace();
    int start = position;
    while (position < text.length() && PrintedNames.isBareTensorCharacter(text.charAt(position))) {
      position++;
    }
    return nonEmpty(start, "a name");
  }

  /// A signed number, `+nan`, `+inf` or `-inf`, as written.
  String number() {
    skipSpace();
    int start = position;
    while (position < text.length() && isNumberCharacter(text.charAt(position))) {
      position++;
    }
    return nonEmpty(start, "a number");
  }

  long integer() {
    String digits = number();
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw error("an integer");
    }
  }

  String quoted() {
    expect("\"");
    StringBuilder out = new StringBuilder();
    while (position < text.length() && text.charAt(position) != '"') {
      out.append(quotedCharacter());
    }
    if (position == text.length()) {
      throw error("'\"'");
    }
    position++;
    return out.toString();
  }

  /// The dim that ends before the next of `delimiters` outside brackets and quotes.
  Dim dim(String... delimiters) {
    skipSpace();
    int start = position;
    int depth = 0;
    while (position < text.length() && !(depth == 0 && atAny(delimiters))) {
      char c = text.charAt(position);
      if (c == '"') {
        quoted();
        continue;
      }
      depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
      position++;
    }
    String dim = nonEmpty(start, "a dim");
    try {
      return Dims.parse(dim.strip());
    } catch (RuntimeException e) {
      throw new ModelException(place(start) + ": '" + dim.strip() + "' is not a dim", e);
    }
  }

  ModelException error(String needed) {
    int end = Math.min(text.length(), position + 12);
    String found =
        position == text.length() ? "the end" : "'" + text.substring(position, end) + "'";
    return new ModelException(
        place(position) + ": found " + found.replace("\n", " ") + ", needed " + needed);
  }

  private boolean atAny(String... delimiters) {
    for (String delimiter : delimiters) {
      if (text.startsWith(delimiter, position)) {
        return true;
      }
    }
    return false;
  }

  private char quotedCharacter() {
    char c = text.charAt(position++);
    if (c != '\\' || position == text.length()) {
      return c;
    }
    char escaped = text.charAt(position++);
    if (escaped != 'u') {
      return escaped;
    }
    int end = Math.min(position + 4, text.length());
    try {
      char unicode = (char) Integer.parseInt(text, position, end, 16);
      position = end;
      return unicode;
    } catch (NumberFormatException e) {
      throw error("four hexadecimal digits");
    }
  }

  private String nonEmpty(int start, String needed) {
    if (position == start) {
      throw error(needed);
    }
    return text.substring(start, position);
  }

  private static boolean isNumberCharacter(char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || "+-.E".indexOf(c) >= 0;
  }

  private void skipSpace() {
    while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
      position++;
    }
  }

  private String place(int at) {
    int line = 1;
    int column = 1;
    for (int i = 0; i < at; i++) {
      boolean newLine = text.charAt(i) == '\n';
      line += newLine ? 1 : 0;
      column = newLine ? 1 : column + 1;
    }
    return "line " + line + ", column " + column;
  }
}
