package dev.certosina.cli.tokenizer;

import dev.certosina.ModelException;
import java.util.Map;
import java.util.stream.LongStream;

/// Cuts a word into the longest known pieces from left to right; pieces after the first carry a
/// prefix. A word that cannot be cut wholly, or is too long, becomes the unknown token.
///
/// @param vocabulary ids of pieces
/// @param unknown the token for words that cannot be cut
/// @param continuingPrefix what pieces inside a word start with, usually `##`
/// @param maximumWordLength in code points; longer words are unknown
record WordPiece(
    Map<String, Long> vocabulary, String unknown, String continuingPrefix, int maximumWordLength) {

  WordPiece {
    if (!vocabulary.containsKey(unknown)) {
      throw new ModelException(
          "tokenizer: the unknown token '%s' is not in the vocabulary".formatted(unknown));
    }
  }

  /// Appends the ids of `word`'s pieces.
  void encode(String word, LongStream.Builder ids) {
    var pieces = LongStream.builder();
    if (word.codePointCount(0, word.length()) > maximumWordLength || !cut(word, pieces)) {
      ids.add(id(unknown));
    } else {
      pieces.build().forEach(ids::add);
    }
  }

  private boolean cut(String word, LongStream.Builder pieces) {
    int start = 0;
    while (start < word.length()) {
      int end = longestPieceEnd(word, start);
      if (end == start) {
        return false;
      }
      pieces.add(id(piece(word, start, end)));
      start = end;
    }
    return true;
  }

  /// Where the longest known piece from `start` ends; `start` where there is none.
  private int longestPieceEnd(String word, int start) {
    int end = word.length();
    while (end > start && !vocabulary.containsKey(piece(word, start, end))) {
      end -= Character.charCount(word.codePointBefore(end));
    }
    return end;
  }

  private String piece(String word, int start, int end) {
    String text = word.substring(start, end);
    return start == 0 ? text : continuingPrefix + text;
  }

  private long id(String piece) {
    Long id = vocabulary.get(piece);
    if (id == null) {
      throw new IllegalStateException("no id for " + piece);
    }
    return id;
  }
}
