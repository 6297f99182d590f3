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
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;

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
    // Reading the vocabulary takes about as long as loading the compiled model: do both at once.
    var tokenizer = new FutureTask<>(SentenceEncoder::readTokenizer);
    Thread.ofPlatform().daemon().name("certosina-tokenizer").start(tokenizer);
    Path file = BundledFile.unpack(MODEL, ModelCache.folder(options));
    Model model = Certosina.load(file, options);
    try {
      return new SentenceEncoder(await(tokenizer), model);
    } catch (IOException | RuntimeException e) {
      model.close();
      throw e;
    }
  }

  private static Tokenizer readTokenizer() throws IOException {
    try (InputStream input = BundledFile.open(TOKENIZER)) {
      return Tokenizer.read(input, TOKENIZER);
    }
  }

  private static Tokenizer await(Future<Tokenizer> tokenizer) throws IOException {
    try {
      return tokenizer.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      if (e.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while reading " + TOKENIZER, e);
    }
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
