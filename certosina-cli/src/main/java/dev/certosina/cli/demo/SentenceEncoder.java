package dev.certosina.cli.demo;

import dev.certosina.Certosina;
import dev.certosina.Model;
import dev.certosina.ModelException;
import dev.certosina.Options;
import dev.certosina.Session;
import dev.certosina.Tensor;
import dev.certosina.cli.tokenizer.Encoding;
import dev.certosina.cli.tokenizer.Tokenizer;
import dev.certosina.runtime.cache.ModelCache;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;

/// all-MiniLM-L6-v2: maps a text to a vector of 384 numbers, so that texts that mean the same have
/// vectors in the same direction.
public final class SentenceEncoder implements AutoCloseable {
  private static final String MODEL = "all-minilm-l6-v2.onnx";
  private static final String TOKENIZER = "all-minilm-l6-v2-tokenizer.json";
  private static final String TOKEN_VECTORS = "output_0";
  private static final int LONGEST_INPUT = 512;

  private final Tokenizer tokenizer;
  private final Model model;
  private final Session session;

  private SentenceEncoder(Tokenizer tokenizer, Model model) {
    this.tokenizer = tokenizer;
    this.model = model;
    this.session = model.newSession();
  }

  /// The encoder from its jar on the class path; unpacked and compiled where the cache folder of
  /// `options` does not hold it yet.
  public static SentenceEncoder open(Options options) throws IOException {
    Path file = BundledFile.unpack(MODEL, ModelCache.folder(options));
    Tokenizer tokenizer;
    try (InputStream input = BundledFile.open(TOKENIZER)) {
      tokenizer = Tokenizer.read(input, TOKENIZER);
    }
    return new SentenceEncoder(tokenizer, Certosina.load(file, options));
  }

  /// The tokens of `text`.
  ///
  /// @throws ModelException where there are more than 512
  public Encoding tokens(String text) {
    Encoding encoding = tokenizer.encode(text);
    if (encoding.length() > LONGEST_INPUT) {
      throw new ModelException(
          "text has %d tokens, at most %d are possible"
              .formatted(encoding.length(), LONGEST_INPUT));
    }
    return encoding;
  }

  /// The vector of a text: the mean of its tokens' vectors, of length 1.
  public SentenceVector encode(Encoding tokens) {
    long[] shape = {1, tokens.length()};
    Map<String, Tensor> outputs =
        session.run(
            Map.of(
                "input_ids", Tensor.of(tokens.ids(), shape),
                "attention_mask", Tensor.of(tokens.attentionMask(), shape),
                "token_type_ids", Tensor.of(tokens.typeIds(), shape)));
    Tensor vectors = outputs.get(TOKEN_VECTORS);
    if (vectors == null) {
      throw new ModelException("the encoder has no output '" + TOKEN_VECTORS + "'");
    }
    return SentenceVector.pool(vectors.toFloatArray(), tokens.length());
  }

  public Model model() {
    return model;
  }

  @Override
  public void close() {
    session.close();
    model.close();
  }
}
