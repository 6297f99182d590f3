package dev.certosina.cli.tokenizer;

import java.util.ArrayList;
import java.util.List;

/// Cuts a normalised text into words: white space separates and goes, every punctuation character
/// is a word of its own.
final class BertPreTokenizer {
  private BertPreTokenizer() {}

  static List<String> words(String text) {
    var words = new ArrayList<String>();
    int start = 0;
    int position = 0;
    while (position < text.length()) {
      int c = text.codePointAt(position);
      int next = position + Character.charCount(c);
      boolean punctuation = isPunctuation(c);
      if (punctuation || BertNormalizer.isWhitespace(c)) {
        addNonEmpty(words, text.substring(start, position));
        if (punctuation) {
          words.add(text.substring(position, next));
        }
        start = next;
      }
      position = next;
    }
    addNonEmpty(words, text.substring(start));
    return words;
  }

  private static void addNonEmpty(List<String> words, String word) {
    if (!word.isEmpty()) {
      words.add(word);
    }
  }

  /// Unicode's punctuation and, as BERT has it, ASCII's symbols too (`$`, `+`, `^` …).
  private static boolean isPunctuation(int c) {
    if (c < 0x80) {
      return c > ' ' && c < 0x7F && !Character.isLetterOrDigit(c);
    }
    return switch (Character.getType(c)) {
      case Character.CONNECTOR_PUNCTUATION,
          Character.DASH_PUNCTUATION,
          Character.START_PUNCTUATION,
          Character.END_PUNCTUATION,
          Character.INITIAL_QUOTE_PUNCTUATION,
          Character.FINAL_QUOTE_PUNCTUATION,
          Character.OTHER_PUNCTUATION ->
          true;
      default -> false;
    };
  }
}
