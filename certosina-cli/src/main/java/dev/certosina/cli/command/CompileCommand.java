package dev.certosina.cli.command;

import dev.certosina.InternalCompilerException;
import dev.certosina.ModelException;
import dev.certosina.runtime.exec.ExecutableFormat;
import dev.certosina.spi.ModelCompiler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ServiceLoader;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// Writes an executable.
@Command(
    name = "compile",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = "Compiles an ONNX model to an executable that needs only certosina-runtime.",
    footer = {
      "",
      "JSON keys: version, model, executable, bytes, compileMicros.",
      "Example: certosina compile model.onnx -o model.exe --target x86-64-v3,x86-64-v4",
    })
final class CompileCommand implements Callable<Integer> {
  private static final double NANOS_PER_MICRO = 1_000;

  @Parameters(paramLabel = "MODEL", description = "An ONNX model.")
  private Path model = Path.of("");

  @Option(
      names = {"-o", "--output"},
      required = true,
      paramLabel = "FILE",
      description = "Where to write the executable.")
  private Path executable = Path.of("");

  @Option(names = "--checked", description = "Compile kernels that trap out-of-bounds accesses.")
  private boolean checked;

  @Mixin private EngineOptions engine = new EngineOptions();

  @Mixin private JsonOption json = new JsonOption();

  @Override
  public Integer call() throws IOException {
    if (!Files.isRegularFile(model)) {
      throw new ModelException(model + ": no such file");
    }
    if (ExecutableFormat.isExecutable(model)) {
      throw new ModelException(model + ": is an executable already; needed an ONNX model");
    }
    if (Files.exists(executable) && Files.isSameFile(model, executable)) {
      throw new ModelException(executable + ": is the model itself; needed another file to write");
    }
    ModelCompiler compiler =
        ServiceLoader.load(ModelCompiler.class)
            .findFirst()
            .orElseThrow(() -> new InternalCompilerException("no compiler on the class path"));
    long start = System.nanoTime();
    compiler.compile(model, engine.builder().checked(checked).build(), executable);
    long nanos = System.nanoTime() - start;
    long bytes = Files.size(executable);
    json.text().printf("%s: %,d bytes in %.2f s%n", executable, bytes, nanos / 1e9);
    json.print(
        JsonOption.document()
            .with("model", model.toString())
            .with("executable", executable.toString())
            .with("bytes", bytes)
            .with("compileMicros", nanos / NANOS_PER_MICRO));
    return 0;
  }
}
