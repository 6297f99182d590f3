package dev.certosina.compiler.texpr;

import dev.certosina.ModelException;
import dev.certosina.compiler.base.TextCursor;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;

/// A position in a printed tensor program.
final class ProgramCursor extends TextCursor {

  ProgramCursor(String text) {
    super(text);
  }

  /// A bare or quoted tensor or expression name.
  String tensorName() {
    return atQuote() ? quoted() : word();
  }

  String axisName() {
    return atQuote() ? quoted() : word(c -> PrintedNames.isBareAxisCharacter((char) c), "an axis");
  }

  /// The characters of a bare tensor name; keywords and element types are words too.
  String word() {
    return word(c -> PrintedNames.isBareTensorCharacter((char) c), "a name");
  }

  /// A signed number, `+nan`, `+inf` or `-inf`, as written.
  String number() {
    return word(ProgramCursor::isNumberCharacter, "a number");
  }

  long integer() {
    String digits = number();
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw error("an integer");
    }
  }

  /// The dim that ends before the next of `delimiters` outside brackets and quotes.
  Dim dim(String... delimiters) {
    skipSpace();
    int start = position();
    int depth = 0;
    while (position() < text().length() && !(depth == 0 && atAny(delimiters))) {
      char c = text().charAt(position());
      if (c == '"') {
        quoted();
        continue;
      }
      depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
      moveTo(position() + 1);
    }
    if (position() == start) {
      throw error("a dim");
    }
    String dim = text().substring(start, position()).strip();
    try {
      return Dims.parse(dim);
    } catch (RuntimeException e) {
      throw new ModelException(place(start) + ": '" + dim + "' is not a dim", e);
    }
  }

  private boolean atAny(String... delimiters) {
    for (String delimiter : delimiters) {
      if (text().startsWith(delimiter, position())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isNumberCharacter(int c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || "+-.E".indexOf(c) >= 0;
  }
}
