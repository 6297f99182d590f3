package dev.certosina.compiler.kernel;

import dev.certosina.ModelException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The words and signs of a kernel's text, read one after the other.
final class KernelTokens {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\s+|#[^\\n]*"
              + "|(?<token>\"[^\"\\n]*\"|-?\\d+(?:\\.\\d+)?(?:E-?\\d+)?|-?Infinity\\b|[A-Za-z_]\\w*"
              + "|<<|>>|<=|>=|==|!=|[-+*/%&|^<>=(){}\\[\\]:,@])");

  private static final String END = "end of text";

  private record Token(String text, int line) {}

  private final List<Token> tokens = new ArrayList<>();
  private int position;

  KernelTokens(String text) {
    Matcher matcher = TOKEN.matcher(text);
    int line = 1;
    int place = 0;
    while (place < text.length()) {
      if (!matcher.find(place) || matcher.start() != place) {
        throw new ModelException(
            "kernel text line " + line + ": found '" + text.charAt(place) + "'");
      }
      if (matcher.group("token") != null) {
        tokens.add(new Token(matcher.group("token"), line));
      }
      line += (int) matcher.group().chars().filter(c -> c == '\n').count();
      place = matcher.end();
    }
    tokens.add(new Token(END, line));
  }

  boolean atEnd() {
    return position == tokens.size() - 1;
  }

  /// The next token, which stays.
  String peek() {
    return tokens.get(position).text();
  }

  /// The token after the next, which stays.
  String peekSecond() {
    return tokens.get(Math.min(position + 1, tokens.size() - 1)).text();
  }

  String next() {
    String text = peek();
    if (!atEnd()) {
      position++;
    }
    return text;
  }

  /// Takes the next token if it is `expected`.
  boolean accept(String expected) {
    boolean found = peek().equals(expected);
    if (found) {
      next();
    }
    return found;
  }

  void expect(String expected) {
    if (!accept(expected)) {
      throw unexpected("'" + expected + "'");
    }
  }

  String name() {
    if (atEnd() || !KernelVerifier.isName(peek())) {
      throw unexpected("a name");
    }
    return next();
  }

  /// Text in quotes, without them.
  String quoted() {
    if (!peek().startsWith("\"")) {
      throw unexpected("a name in quotes");
    }
    String token = next();
    return token.substring(1, token.length() - 1);
  }

  long integer() {
    try {
      long value = Long.parseLong(peek());
      next();
      return value;
    } catch (NumberFormatException _) {
      throw unexpected("an integer");
    }
  }

  int smallInteger() {
    long value = integer();
    if (value != (int) value) {
      throw unexpected("a small integer before it");
    }
    return (int) value;
  }

  ModelException unexpected(String needed) {
    Token token = tokens.get(position);
    return new ModelException(
        "kernel text line " + token.line() + ": found '" + token.text() + "', needed " + needed);
  }
}
