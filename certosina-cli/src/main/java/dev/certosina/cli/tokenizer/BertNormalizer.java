package dev.certosina.cli.tokenizer;

import java.text.Normalizer;

/// Cleans a text before it is cut into words: control characters go, every kind of white space
/// becomes a space, Chinese characters are set apart, accents go, letters become small.
///
/// Letters are lowered one code point at a time, so a final sigma stays an ordinary one, as in the
/// reference implementation.
///
/// @param cleanText drop control characters and unify white space
/// @param splitChinese surround each Chinese character with spaces
/// @param stripAccents decompose and drop non-spacing marks
record BertNormalizer(
    boolean cleanText, boolean splitChinese, boolean stripAccents, boolean lowercase) {

  private static final int REPLACEMENT_CHARACTER = 0xFFFD;

  /// The only code point whose small form is more than one code point: a dotted capital I.
  private static final int CAPITAL_I_WITH_DOT = 0x130;

  String normalize(String text) {
    String result = cleanText || splitChinese ? cleanAndSplit(text) : text;
    if (stripAccents) {
      result = withoutMarks(Normalizer.normalize(result, Normalizer.Form.NFD));
    }
    return lowercase ? lower(result) : result;
  }

  private String cleanAndSplit(String text) {
    var result = new StringBuilder(text.length() + 16);
    text.codePoints()
        .filter(c -> !cleanText || !isDropped(c))
        .map(c -> cleanText && isWhitespace(c) ? ' ' : c)
        .forEach(c -> {
          if (splitChinese && isChinese(c)) {
            result.append(' ').appendCodePoint(c).append(' ');
          } else {
            result.appendCodePoint(c);
          }
        });
    return result.toString();
  }

  private static String withoutMarks(String text) {
    return text.codePoints()
        .filter(c -> Character.getType(c) != Character.NON_SPACING_MARK)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static String lower(String text) {
    var result = new StringBuilder(text.length());
    text.codePoints()
        .forEach(c -> {
          if (c == CAPITAL_I_WITH_DOT) {
            result.append("i\u0307");
          } else {
            result.appendCodePoint(Character.toLowerCase(c));
          }
        });
    return result.toString();
  }

  private static boolean isDropped(int c) {
    if (c == '\t' || c == '\n' || c == '\r') {
      return false;
    }
    return c == 0 || c == REPLACEMENT_CHARACTER || isControl(c);
  }

  private static boolean isControl(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL, Character.FORMAT, Character.PRIVATE_USE, Character.SURROGATE -> true;
      default -> false;
    };
  }

  /// Unicode's White_Space property: Java's own notion leaves out the no-break spaces.
  static boolean isWhitespace(int c) {
    return (c >= '\t' && c <= '\r') || c == 0x85 || Character.isSpaceChar(c);
  }

  /// The blocks of unified ideographs and their compatibility forms.
  private static boolean isChinese(int c) {
    return between(c, 0x4E00, 0x9FFF)
        || between(c, 0x3400, 0x4DBF)
        || between(c, 0x20000, 0x2A6DF)
        || between(c, 0x2A700, 0x2B73F)
        || between(c, 0x2B740, 0x2B81F)
        || between(c, 0x2B920, 0x2CEAF)
        || between(c, 0xF900, 0xFAFF)
        || between(c, 0x2F800, 0x2FA1F);
  }

  private static boolean between(int c, int first, int last) {
    return c >= first && c <= last;
  }
}
