package dev.certosina.spi;

import dev.certosina.Options;
import java.nio.file.Path;
import java.util.List;

/// Compiles a model file to an executable. Found by [java.util.ServiceLoader].
public interface ModelCompiler {

  /// Changes whenever the same model and options may give another executable.
  String version();

  /// All files that the model consists of: `model` itself and its external data.
  ///
  /// @throws dev.certosina.ModelException when the model cannot be read
  List<Path> inputs(Path model);

  /// Compiles `model` and writes the executable. Calls [CompilationCounter#increment()] each time
  /// it generates machine code.
  ///
  /// @throws dev.certosina.ModelException when the model is invalid or unsupported
  void compile(Path model, Options options, Path executable);
}
