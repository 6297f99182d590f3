package dev.certosina.runtime.cache;

import dev.certosina.ModelException;
import dev.certosina.Options;
import dev.certosina.spi.CompilationCounter;
import dev.certosina.spi.ModelCompiler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;

/// Takes its time to "compile" a text to itself in capitals, and leaves a line in a log beside the
/// model.
final class FakeCompiler implements ModelCompiler {
  private static final long COMPILE_MILLIS = 300;
  private static final String MARK = "compiled ";

  String version = "1";

  static Path log(Path model) {
    return model.resolveSibling("log");
  }

  /// Reads an executable that this compiler made; refuses anything else.
  static String load(Path executable) {
    try {
      String text = Files.readString(executable);
      if (!text.startsWith(MARK)) {
        throw new ModelException("executable '" + executable + "' is damaged");
      }
      return text.substring(MARK.length());
    } catch (IOException failure) {
      throw new ModelException("executable '" + executable + "' is unreadable", failure);
    }
  }

  @Override
  public String version() {
    return version;
  }

  @Override
  public List<Path> inputs(Path model) {
    return List.of(model);
  }

  @Override
  public void compile(Path model, Options options, Path executable) {
    try {
      CompilationCounter.increment();
      Files.writeString(
          log(model), "compiled\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      String text = MARK + Files.readString(model).toUpperCase(Locale.ROOT);
      Files.writeString(executable, text.substring(0, 1));
      Thread.sleep(COMPILE_MILLIS);
      Files.writeString(executable, text);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }
}
