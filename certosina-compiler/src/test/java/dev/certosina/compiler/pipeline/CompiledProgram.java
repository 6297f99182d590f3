package dev.certosina.compiler.pipeline;

import dev.certosina.Executable;
import dev.certosina.Model;
import dev.certosina.Options;
import dev.certosina.Session;
import dev.certosina.Tensor;
import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.compiler.texpr.TensorValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Tensor programs compiled for one target, loaded, and ready to run.
final class CompiledProgram implements AutoCloseable {
  static final Path LIBRARY = Path.of(System.getProperty("java.io.tmpdir"), "certosina-test-llvm");

  private final Path file;
  private final Model model;
  private final Session session;

  /// @param variants of one program, in order of preference
  CompiledProgram(Target target, boolean checked, List<TensorProgram> variants) {
    try {
      file = Files.createTempFile("certosina", ".cex");
      Files.write(file, bytes(List.of(target), checked, variants));
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
    model = Executable.load(file, Options.builder().threads(1).build());
    session = model.newSession();
  }

  static CompiledModel kernels(List<Target> targets, List<TensorProgram> variants) {
    CompileOptions options = new CompileOptions(targets, false, LIBRARY);
    return new Pipeline(options).compile(signature(variants.getLast()), variants);
  }

  /// The executable's content.
  static byte[] bytes(List<Target> targets, boolean checked, List<TensorProgram> variants) {
    Pipeline pipeline = new Pipeline(new CompileOptions(targets, checked, LIBRARY));
    try {
      Path file = Files.createTempFile("certosina", ".cex");
      CompiledModel compiled = pipeline.compile(signature(variants.getLast()), variants);
      pipeline.write(compiled, "test", Map.of(), file);
      byte[] bytes = Files.readAllBytes(file);
      Files.delete(file);
      return bytes;
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  private static dev.certosina.runtime.exec.Program signature(TensorProgram program) {
    return new GeneratedProgram(program, Map.of(), Map.of(), List.of()).signature();
  }

  Map<String, Tensor> run(Map<String, TensorValue> inputs) {
    Map<String, Tensor> request = new LinkedHashMap<>();
    inputs.forEach((name, value) -> request.put(name, tensor(value)));
    return session.run(request);
  }

  /// The only output.
  Tensor runForOne(Map<String, TensorValue> inputs) {
    return Objects.requireNonNull(run(inputs).values().iterator().next());
  }

  private static Tensor tensor(TensorValue value) {
    long[] shape = value.shape().stream().mapToLong(Long::longValue).toArray();
    return Tensor.of(value.data(), value.type(), shape);
  }

  @Override
  public void close() {
    session.close();
    model.close();
    try {
      Files.deleteIfExists(file);
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }
}
