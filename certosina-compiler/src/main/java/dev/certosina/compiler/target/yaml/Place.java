package dev.certosina.compiler.target.yaml;

import dev.certosina.ModelException;

/// A line of a file, to be named when something is wrong there.
///
/// @param file as shown to the reader
/// @param line counted from 1
record Place(String file, int line) {
  private static final int MOST_CHARACTERS_SHOWN = 60;

  Place at(int otherLine) {
    return new Place(file, otherLine);
  }

  /// An error that says what stands there and what should.
  ModelException wrong(String found, String expected) {
    return mistake("found %s, expected %s".formatted(found, expected));
  }

  /// An error in the words of `message`.
  ModelException mistake(String message) {
    return new ModelException("%s:%d: %s".formatted(file, line, message));
  }

  /// `text` in quotes, on one line and not too long.
  static String quote(String text) {
    String flat = text.strip().replaceAll("\\s+", " ").replaceAll("\\p{Cntrl}", "?");
    return flat.length() <= MOST_CHARACTERS_SHOWN
        ? "'" + flat + "'"
        : "'" + flat.substring(0, MOST_CHARACTERS_SHOWN) + "…'";
  }
}
