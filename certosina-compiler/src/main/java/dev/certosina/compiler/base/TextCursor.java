package dev.certosina.compiler.base;

import dev.certosina.ModelException;
import java.util.function.IntPredicate;

/// A position in a text, and the ways to read its smallest pieces; space between them counts for
/// nothing.
///
/// Anything unexpected is refused with a [ModelException] that names the column, and the line of a
/// text that has several.
public class TextCursor {
  private static final int MOST_CHARACTERS_SHOWN = 12;
  private static final int UNICODE_DIGITS = 4;

  private final String text;
  private int position;

  public TextCursor(String text) {
    this.text = text;
  }

  protected final String text() {
    return text;
  }

  /// Index of the next character, which may be space.
  protected final int position() {
    return position;
  }

  protected final void moveTo(int index) {
    position = index;
  }

  public final boolean atEnd() {
    skipSpace();
    return position == text.length();
  }

  /// The next character, or 0 at the end.
  public final char peek() {
    return atEnd() ? '\0' : text.charAt(position);
  }

  public final boolean atQuote() {
    return peek() == '"';
  }

  /// Takes `token` if it comes next.
  public final boolean take(String token) {
    skipSpace();
    if (!text.startsWith(token, position)) {
      return false;
    }
    position += token.length();
    return true;
  }

  public final void expect(String token) {
    if (!take(token)) {
      throw error("'" + token + "'");
    }
  }

  /// All next characters that `accepted` holds for, at least one.
  ///
  /// @param needed what they are, for an error
  public final String word(IntPredicate accepted, String needed) {
    skipSpace();
    int start = position;
    while (position < text.length() && accepted.test(text.charAt(position))) {
      position++;
    }
    if (position == start) {
      throw error(needed);
    }
    return text.substring(start, position);
  }

  /// Any text in double quotes, with `\"`, `\\` and four hexadecimal digits after a backslash and
  /// `u`.
  public final String quoted() {
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

  private char quotedCharacter() {
    char c = text.charAt(position++);
    if (c != '\\' || position == text.length()) {
      return c;
    }
    char escaped = text.charAt(position++);
    if (escaped != 'u') {
      return escaped;
    }
    int end = Math.min(position + UNICODE_DIGITS, text.length());
    try {
      char unicode = (char) Integer.parseInt(text, position, end, 16);
      position = end;
      return unicode;
    } catch (NumberFormatException e) {
      throw error("four hexadecimal digits");
    }
  }

  /// A refusal of what comes next.
  public final ModelException error(String needed) {
    skipSpace();
    int end = Math.min(text.length(), position + MOST_CHARACTERS_SHOWN);
    String rest = text.substring(position, end).replaceAll("\\p{Cntrl}", " ");
    String found = position == text.length() ? "the end" : "'" + rest + "'";
    return new ModelException("%s: found %s, needed %s".formatted(place(position), found, needed));
  }

  /// `column C`, or `line L, column C` in a text of several lines.
  protected final String place(int index) {
    String before = text.substring(0, index);
    long line = 1 + before.chars().filter(c -> c == '\n').count();
    int column = index - before.lastIndexOf('\n');
    return text.indexOf('\n') < 0
        ? "column " + column
        : "line %d, column %d".formatted(line, column);
  }

  protected final void skipSpace() {
    while (position < text.length() && Character.isWhitespace(text.charAt(position))) {
      position++;
    }
  }
}
