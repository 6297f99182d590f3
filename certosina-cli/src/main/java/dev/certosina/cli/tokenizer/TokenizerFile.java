package dev.certosina.cli.tokenizer;

import dev.certosina.ModelException;
import dev.certosina.cli.json.Json;
import dev.certosina.cli.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.LongStream;

/// Turns the JSON of a `tokenizer.json` into a [Tokenizer]; refuses what it does not implement.
final class TokenizerFile {
  private final String source;
  private final Json.Structure root;

  private TokenizerFile(String source, Json.Structure root) {
    this.source = source;
    this.root = root;
  }

  static Tokenizer read(InputStream input, String source) throws IOException {
    if (!(JsonReader.read(input, source) instanceof Json.Structure root)) {
      throw new ModelException(source + ": expected a JSON object");
    }
    return new TokenizerFile(source, root).tokenizer();
  }

  private Tokenizer tokenizer() {
    expectType(object(root, "pre_tokenizer"), "pre_tokenizer", "BertPreTokenizer");

    return new Tokenizer(addedTokens(), normalizer(), model(), template(), limits());
  }

  private WordPiece model() {
    Json.Structure model = object(root, "model");
    expectType(model, "model", "WordPiece");
    Map<String, Json> entries = object(model, "vocab").members();
    var vocabulary = HashMap.<String, Long>newHashMap(entries.size());
    entries.forEach((piece, id) -> vocabulary.put(piece, integer(id, "vocab")));
    return new WordPiece(
        vocabulary,
        text(model, "unk_token"),
        text(model, "continuing_subword_prefix"),
        Math.toIntExact(integer(required(model, "max_input_chars_per_word"), "model")));
  }

  private BertNormalizer normalizer() {
    Json.Structure normalizer = object(root, "normalizer");
    expectType(normalizer, "normalizer", "BertNormalizer");
    boolean lowercase = flag(normalizer, "lowercase", true);
    return new BertNormalizer(
        flag(normalizer, "clean_text", true),
        flag(normalizer, "handle_chinese_chars", true),
        flag(normalizer, "strip_accents", lowercase),
        lowercase);
  }

  private AddedTokens addedTokens() {
    var tokens = new ArrayList<AddedTokens.Token>();
    for (Json value : array(root, "added_tokens")) {
      if (!(value instanceof Json.Structure token)) {
        throw new ModelException(source + ": added_tokens: expected objects");
      }
      String content = text(token, "content");
      if (flag(token, "single_word", false) || flag(token, "normalized", false)) {
        throw new ModelException(
            "%s: added token '%s': single_word and normalized are not supported"
                .formatted(source, content));
      }
      tokens.add(
          new AddedTokens.Token(
              content,
              integer(required(token, "id"), "added_tokens"),
              flag(token, "lstrip", false),
              flag(token, "rstrip", false)));
    }
    return new AddedTokens(tokens);
  }

  private Tokenizer.Template template() {
    Json.Structure processor = object(root, "post_processor");
    expectType(processor, "post_processor", "TemplateProcessing");
    var before = new ArrayList<Long>();
    var after = new ArrayList<Long>();
    boolean seenText = false;
    for (Json item : array(processor, "single")) {
      if (!(item instanceof Json.Structure part)) {
        throw new ModelException(source + ": post_processor.single: expected objects");
      }
      if (part.member("Sequence").isPresent()) {
        seenText = true;
      } else {
        String name = text(object(part, "SpecialToken"), "id");
        specialIds(processor, name).forEach((seenText ? after : before)::add);
      }
    }
    return new Tokenizer.Template(before, after);
  }

  private LongStream specialIds(Json.Structure processor, String name) {
    Json.Structure special = object(object(processor, "special_tokens"), name);
    return array(special, "ids").stream().mapToLong(id -> integer(id, "special_tokens"));
  }

  private Tokenizer.Limits limits() {
    OptionalInt truncateTo = OptionalInt.empty();
    if (root.member("truncation").isPresent()) {
      Json.Structure truncation = object(root, "truncation");
      truncateTo = length(required(truncation, "max_length"), "truncation");
    }
    if (root.member("padding").isEmpty()) {
      return new Tokenizer.Limits(truncateTo, OptionalInt.empty(), 0, 0);
    }
    Json.Structure padding = object(root, "padding");
    OptionalInt padTo = OptionalInt.empty();
    // The other strategy, the longest of a batch, pads nothing in a batch of one.
    if (required(padding, "strategy") instanceof Json.Structure strategy) {
      padTo = length(required(strategy, "Fixed"), "padding");
    }
    return new Tokenizer.Limits(
        truncateTo,
        padTo,
        integer(required(padding, "pad_id"), "padding"),
        integer(required(padding, "pad_type_id"), "padding"));
  }

  private OptionalInt length(Json value, String where) {
    return OptionalInt.of(Math.toIntExact(integer(value, where)));
  }

  private void expectType(Json.Structure value, String where, String type) {
    String found = text(value, "type");
    if (!found.equals(type)) {
      throw new ModelException(
          "%s: %s: '%s' is not supported, only '%s'".formatted(source, where, found, type));
    }
  }

  private Json required(Json.Structure parent, String name) {
    return parent
        .member(name)
        .orElseThrow(() -> new ModelException("%s: '%s' is missing".formatted(source, name)));
  }

  private Json.Structure object(Json.Structure parent, String name) {
    if (required(parent, name) instanceof Json.Structure value) {
      return value;
    }
    throw new ModelException("%s: '%s' is not an object".formatted(source, name));
  }

  private List<Json> array(Json.Structure parent, String name) {
    if (required(parent, name) instanceof Json.Array(var values)) {
      return values;
    }
    throw new ModelException("%s: '%s' is not an array".formatted(source, name));
  }

  private String text(Json.Structure parent, String name) {
    if (required(parent, name) instanceof Json.Text(String value)) {
      return value;
    }
    throw new ModelException("%s: '%s' is not a text".formatted(source, name));
  }

  private boolean flag(Json.Structure parent, String name, boolean otherwise) {
    return parent.member(name).map(v -> v.equals(new Json.Bool(true))).orElse(otherwise);
  }

  private long integer(Json value, String where) {
    if (value instanceof Json.Int(long number)) {
      return number;
    }
    throw new ModelException("%s: %s: expected an integer".formatted(source, where));
  }
}
