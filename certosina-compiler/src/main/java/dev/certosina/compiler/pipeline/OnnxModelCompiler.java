package dev.certosina.compiler.pipeline;

import dev.certosina.Options;
import dev.certosina.compiler.onnx.ExternalFiles;
import dev.certosina.spi.ModelCompiler;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Compiles ONNX files for [dev.certosina.Certosina#load].
public final class OnnxModelCompiler implements ModelCompiler {

  /// For the service loader.
  public OnnxModelCompiler() {}

  @Override
  public String version() {
    return Pipeline.VERSION;
  }

  @Override
  public List<Path> inputs(Path model) {
    return Stream.concat(Stream.of(model), ExternalFiles.of(model).stream()).toList();
  }

  @Override
  public void compile(Path model, Options options, Path executable) {
    new Pipeline(CompileOptions.of(options)).compile(model, executable);
  }
}
