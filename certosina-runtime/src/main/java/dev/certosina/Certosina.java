package dev.certosina;

import dev.certosina.runtime.cache.ModelCache;
import dev.certosina.runtime.exec.ExecutableFormat;
import dev.certosina.runtime.exec.IoFailures;
import dev.certosina.runtime.internal.NativeMemory;
import dev.certosina.spi.ModelCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceLoader;

/// Loads models: compiled ones directly, ONNX files by way of the compiler and its cache.
public final class Certosina {
  private Certosina() {}

  /// Loads a model for all processors of this machine.
  ///
  /// @throws ModelException when the file is missing, invalid or unsupported
  /// @throws DeviceException when this machine cannot run it
  public static Model load(Path model) {
    return load(model, Options.defaults());
  }

  /// Loads a model. An ONNX file is compiled, unless the cache holds its executable already.
  ///
  /// @throws ModelException when the file is missing, invalid or unsupported, or needs compiling
  ///   and there is no compiler on the class path
  /// @throws DeviceException when this machine cannot run it
  public static Model load(Path model, Options options) {
    if (!Files.isRegularFile(model)) {
      throw new ModelException("model '" + model + "' does not exist or is not a file");
    }
    if (isExecutable(model)) {
      return Executable.load(model, options);
    }
    NativeMemory.linkInBackground();
    ModelCache cache = ModelCache.of(options);
    // The executable was compiled for the targets in the options: any of them may run.
    LoadedModel loaded =
        cache.load(
            model,
            options,
            findCompiler(model),
            file -> LoadedModel.load(file, options, Optional.empty()));
    return new Model(loaded);
  }

  private static boolean isExecutable(Path model) {
    try {
      return ExecutableFormat.isExecutable(model);
    } catch (IOException failure) {
      throw new ModelException(
          "model '" + model + "' cannot be read: " + IoFailures.describe(failure), failure);
    }
  }

  private static ModelCompiler findCompiler(Path model) {
    return ServiceLoader.load(ModelCompiler.class)
        .findFirst()
        .or(() ->
            ServiceLoader.load(ModelCompiler.class, Certosina.class.getClassLoader()).findFirst())
        .orElseThrow(() ->
            new ModelException(
                "model '"
                    + model
                    + "' is not an executable, and no compiler is on the class path:"
                    + " add certosina-compiler, or compile it first"));
  }
}
