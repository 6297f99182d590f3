package dev.certosina.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Expected text in files below `src/test/golden` of the module under test, at
/// `package/Class/name`. With `-Dgolden.update=true` the files are written instead of compared.
public final class Golden {

  private static final Path ROOT = Path.of("src", "test", "golden");

  private Golden() {}

  /// Compares `actual` with the golden file `name` of `test`.
  ///
  /// @param name the file's name with its extension, by habit the test method's
  public static void check(Class<?> test, String name, String actual) {
    Path file =
        ROOT.resolve(test.getPackageName().replace('.', '/'))
            .resolve(test.getSimpleName())
            .resolve(name);
    try {
      if (Boolean.getBoolean("golden.update")) {
        Files.createDirectories(file.getParent());
        Files.writeString(file, actual);
      } else if (Files.exists(file)) {
        assertThat(actual)
            .as("%s; -Dgolden.update=true rewrites it", file)
            .isEqualTo(Files.readString(file));
      } else {
        fail("no golden file %s; -Dgolden.update=true writes it", file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
