package dev.certosina.cli.tokenizer;

import static org.junit.jupiter.api.Assumptions.abort;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import java.io.IOException;
import java.io.InputStream;
import java.util.Map;
import java.util.Objects;

/// The tokenizer that ours must equal.
final class ReferenceTokenizer {
  private ReferenceTokenizer() {}

  static InputStream file(String resource) {
    return Objects.requireNonNull(
        ReferenceTokenizer.class.getResourceAsStream("/" + resource), resource);
  }

  /// Opens the reference on a class path resource, or skips the test where this machine has no
  /// native library for it.
  static HuggingFaceTokenizer open(String resource, boolean fileLimits) throws IOException {
    System.setProperty("ai.djl.offline", "true");
    String limits = Boolean.toString(fileLimits);
    var options =
        fileLimits
            ? Map.of("truncation", "true", "padding", "max_length", "maxLength", "128")
            : Map.of("truncation", limits, "padding", limits);
    try (InputStream input = file(resource)) {
      return HuggingFaceTokenizer.newInstance(input, options);
    } catch (LinkageError e) {
      return abort("the reference tokenizer's native library does not load: " + e.getMessage());
    }
  }
}
