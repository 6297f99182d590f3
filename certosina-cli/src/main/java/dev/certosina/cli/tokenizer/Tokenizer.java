package dev.certosina.cli.tokenizer;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/// A WordPiece tokenizer as a `tokenizer.json` file describes it.
///
/// Equal to the reference implementation for BERT-like files: added tokens are found in the raw
/// text, the rest is normalised, cut into words and the words into pieces; the template puts its
/// special tokens around them.
public final class Tokenizer {
  private final AddedTokens addedTokens;
  private final BertNormalizer normalizer;
  private final WordPiece model;
  private final Template template;
  private final Limits limits;

  Tokenizer(
      AddedTokens addedTokens,
      BertNormalizer normalizer,
      WordPiece model,
      Template template,
      Limits limits) {
    this.addedTokens = addedTokens;
    this.normalizer = normalizer;
    this.model = model;
    this.template = template;
    this.limits = limits;
  }

  /// What comes before and after the tokens of a single text.
  record Template(List<Long> before, List<Long> after) {
    Template {
      before = List.copyOf(before);
      after = List.copyOf(after);
    }

    long[] around(long[] pieces) {
      return Stream.of(toLongs(before), LongStream.of(pieces), toLongs(after))
          .flatMapToLong(ids -> ids)
          .toArray();
    }

    private static LongStream toLongs(List<Long> ids) {
      return ids.stream().mapToLong(Long::longValue);
    }
  }

  /// Lengths that the file asks for, special tokens included.
  ///
  /// @param truncateTo longer encodings lose their last tokens
  /// @param padTo shorter encodings get padding up to this length
  record Limits(OptionalInt truncateTo, OptionalInt padTo, long padId, long padTypeId) {}

  /// Reads a `tokenizer.json`, named `source` in messages.
  ///
  /// @throws dev.certosina.ModelException where the file asks for something other than WordPiece
  ///   with BERT's normaliser, word splitter and template
  public static Tokenizer read(InputStream input, String source) throws IOException {
    return TokenizerFile.read(input, source);
  }

  /// The tokens of `text` at its own length, whatever the file says about truncation and padding.
  public Encoding encode(String text) {
    return withMask(template.around(pieces(text)));
  }

  /// The tokens of `text`, truncated and padded as the file says.
  public Encoding encodeWithFileLimits(String text) {
    long[] pieces = pieces(text);
    int special = template.before.size() + template.after.size();
    if (limits.truncateTo.isPresent()) {
      int room = Math.max(0, limits.truncateTo.getAsInt() - special);
      pieces = pieces.length > room ? Arrays.copyOf(pieces, room) : pieces;
    }
    return pad(withMask(template.around(pieces)));
  }

  private long[] pieces(String text) {
    var ids = LongStream.builder();
    for (AddedTokens.Part part : addedTokens.split(text)) {
      switch (part) {
        case AddedTokens.Part.Added(var token) -> ids.add(token.id());
        case AddedTokens.Part.Plain(String plain) ->
            words(plain).forEach(word -> model.encode(word, ids));
      }
    }
    return ids.build().toArray();
  }

  private List<String> words(String plain) {
    return BertPreTokenizer.words(normalizer.normalize(plain));
  }

  private static Encoding withMask(long[] ids) {
    var mask = new long[ids.length];
    Arrays.fill(mask, 1);
    return new Encoding(ids, new long[ids.length], mask);
  }

  private Encoding pad(Encoding encoding) {
    int length = encoding.length();
    if (limits.padTo.isEmpty() || length >= limits.padTo.getAsInt()) {
      return encoding;
    }
    int padded = limits.padTo.getAsInt();
    long[] ids = Arrays.copyOf(encoding.ids(), padded);
    Arrays.fill(ids, length, padded, limits.padId);
    long[] typeIds = Arrays.copyOf(encoding.typeIds(), padded);
    Arrays.fill(typeIds, length, padded, limits.padTypeId);
    return new Encoding(ids, typeIds, Arrays.copyOf(encoding.attentionMask(), padded));
  }
}
