package dev.certosina.cli.tokenizer;

import java.util.ArrayList;
import java.util.List;

/// Finds tokens such as `[MASK]` that are recognised in the raw text, before it is normalised.
///
/// @param tokens longest match wins; of equally long ones the first
record AddedTokens(List<Token> tokens) {
  AddedTokens {
    tokens = List.copyOf(tokens);
  }

  /// @param stripLeft white space before the token belongs to it
  /// @param stripRight white space after the token belongs to it
  record Token(String content, long id, boolean stripLeft, boolean stripRight) {}

  /// A stretch of a text: either ordinary text or one added token.
  sealed interface Part {
    record Plain(String text) implements Part {}

    record Added(Token token) implements Part {}
  }

  /// `text` cut at every added token.
  List<Part> split(String text) {
    var parts = new ArrayList<Part>();
    int start = 0;
    int position = 0;
    while (position < text.length()) {
      Token token = matchAt(text, position);
      if (token.content.isEmpty()) {
        position++;
        continue;
      }
      int end = position;
      while (token.stripLeft && end > start && isSpace(text, end - 1)) {
        end--;
      }
      addPlain(parts, text.substring(start, end));
      parts.add(new Part.Added(token));
      position += token.content.length();
      while (token.stripRight && position < text.length() && isSpace(text, position)) {
        position++;
      }
      start = position;
    }
    addPlain(parts, text.substring(start));
    return parts;
  }

  private static final Token NO_TOKEN = new Token("", -1, false, false);

  private Token matchAt(String text, int position) {
    Token longest = NO_TOKEN;
    for (Token token : tokens) {
      if (token.content.length() > longest.content.length()
          && text.startsWith(token.content, position)) {
        longest = token;
      }
    }
    return longest;
  }

  private static boolean isSpace(String text, int position) {
    return BertNormalizer.isWhitespace(text.charAt(position));
  }

  private static void addPlain(List<Part> parts, String text) {
    if (!text.isEmpty()) {
      parts.add(new Part.Plain(text));
    }
  }
}
