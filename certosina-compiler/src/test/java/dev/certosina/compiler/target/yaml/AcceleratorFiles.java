package dev.certosina.compiler.target.yaml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ModelException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/// Texts of accelerator files.
final class AcceleratorFiles {
  private static final String OUTER_PRODUCT = "outer-product.yaml";
  private static final String BUILT_IN =
      "certosina-compiler/src/main/resources/dev/certosina/compiler/target/accelerators";

  private AcceleratorFiles() {}

  /// An accelerator that no code of the compiler knows.
  static String outerProduct() {
    try (InputStream stream = AcceleratorFiles.class.getResourceAsStream(OUTER_PRODUCT)) {
      return new String(Objects.requireNonNull(stream).readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The source of a built-in file.
  static String builtIn(String name) {
    try {
      return Files.readString(root().resolve(BUILT_IN).resolve(name + ".yaml"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Checks that the outer product with `part` replaced is refused with `f.yaml:` and `message`.
  static void refuses(String part, String replacement, String message) {
    String text = replace(outerProduct(), part, replacement);
    assertThatThrownBy(() -> AcceleratorReader.read("f.yaml", text))
        .isInstanceOf(ModelException.class)
        .hasMessage("f.yaml:" + message);
  }

  static String replace(String text, String part, String replacement) {
    assertThat(text).containsOnlyOnce(part);
    return text.replace(part, replacement);
  }

  static Path root() {
    return Path.of(System.getProperty("certosina.root"));
  }
}
