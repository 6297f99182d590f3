package dev.certosina.compiler.pipeline;

import dev.certosina.Executable;
import dev.certosina.Model;
import dev.certosina.Options;
import dev.certosina.Session;
import dev.certosina.Tensor;
import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.target.Targets;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorProgramInterpreter;
import dev.certosina.compiler.texpr.TensorValue;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.CpuFeatures;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;

/// Compiles a program for every target that this processor has, runs it on one thread and on three,
/// and compares with the interpreter.
final class ProgramRun {
  private static final Path LIBRARY =
      Path.of(System.getProperty("java.io.tmpdir"), "certosina-test-llvm");

  private final GeneratedProgram program;
  private final Build build;

  /// Values of the inputs of each run.
  private final List<Map<String, TensorValue>> inputs;

  /// What to compile for, and whether accesses are checked.
  record Build(Target target, boolean checked) {
    @Override
    public String toString() {
      return target.name() + (checked ? " checked" : "");
    }
  }

  ProgramRun(GeneratedProgram program, Build build, List<Map<String, TensorValue>> inputs) {
    this.program = program;
    this.build = build;
    this.inputs = inputs;
  }

  static List<Target> targets() {
    return List.of(Targets.X86_64_V3, Targets.X86_64_V4).stream()
        .filter(target -> target.runsOn(CpuFeatures.flags()))
        .toList();
  }

  static List<Map<String, TensorValue>> draw(GeneratedProgram program, long seed) {
    Random random = new Random(seed);
    List<Map<String, TensorValue>> runs = new ArrayList<>();
    for (int run = 0; run < program.runs().size(); run++) {
      Map<String, Long> symbols = program.runs().get(run);
      Map<String, TensorValue> values = new LinkedHashMap<>();
      for (String input : program.program().inputs()) {
        TensorExpr.Tensor tensor = program.tensor(input);
        List<Long> shape =
            tensor.shape().stream().map(dim -> Dims.evaluate(dim, symbols::get)).toList();
        ProgramSketch.InputValues kind = Objects.requireNonNull(program.inputs().get(input));
        long indexed = kind.indexed() == null ? 0 : kind.indexed().values().get(run);
        values.put(input, RandomTensors.draw(random, tensor.type(), shape, kind, indexed));
      }
      runs.add(values);
    }
    return runs;
  }

  /// What is wrong, or empty.
  Optional<String> failure() {
    try {
      Path file = Files.createTempFile("certosina", ".cex");
      try {
        return failure(file);
      } finally {
        Files.delete(file);
      }
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  private Optional<String> failure(Path file) {
    try {
      Pipeline pipeline =
          new Pipeline(new CompileOptions(List.of(build.target()), build.checked(), LIBRARY));
      CompiledModel compiled = pipeline.compile(program.signature(), List.of(program.program()));
      CompiledModel busy =
          new CompiledModel(
              BusyProgram.of(compiled.program()), compiled.modules(), compiled.weights());
      pipeline.write(busy, "generated", Map.of(), file);
    } catch (RuntimeException problem) {
      return Optional.of("compilation: " + trace(problem));
    }
    List<List<TensorValue>> expected = new ArrayList<>();
    inputs.forEach(values -> expected.add(TensorProgramInterpreter.run(program.program(), values)));
    return compare(file, expected).map(text -> build + ": " + text);
  }

  private static String trace(Throwable problem) {
    StringBuilder text = new StringBuilder(problem.toString());
    for (StackTraceElement element : problem.getStackTrace()) {
      if (element.getClassName().contains(".Pipeline")) {
        break;
      }
      text.append("\n    at ").append(element);
    }
    return text.toString();
  }

  private Optional<String> compare(Path file, List<List<TensorValue>> expected) {
    List<Map<String, Tensor>> alone;
    List<Map<String, Tensor>> shared;
    try {
      alone = run(file, 1);
      shared = run(file, 3);
    } catch (RuntimeException problem) {
      return Optional.of(trace(problem));
    }
    for (int run = 0; run < expected.size(); run++) {
      List<String> outputs = program.program().outputs();
      for (int i = 0; i < outputs.size(); i++) {
        String output = outputs.get(i);
        Tensor found = Objects.requireNonNull(alone.get(run).get(output));
        String place = "run " + run + " " + program.runs().get(run) + " output " + output;
        Optional<String> difference =
            ProgramValues.difference(
                ProgramValues.of(found), expected.get(run).get(i), tolerance(output));
        if (difference.isPresent()) {
          return difference.map(text -> place + " " + text);
        }
        Tensor other = Objects.requireNonNull(shared.get(run).get(output));
        if (!ProgramValues.sameBits(found, other)) {
          return Optional.of(place + " has other bits on three threads");
        }
      }
    }
    return Optional.empty();
  }

  private double tolerance(String output) {
    return program.tolerance().getOrDefault(output, 0.0);
  }

  private List<Map<String, Tensor>> run(Path file, int threads) {
    Options options = Options.builder().threads(threads).target(build.target().name()).build();
    List<Map<String, Tensor>> results = new ArrayList<>();
    try (Model model = Executable.load(file, options);
        Session session = model.newSession()) {
      for (Map<String, TensorValue> values : inputs) {
        Map<String, Tensor> request = new LinkedHashMap<>();
        values.forEach((name, value) ->
            request.put(
                name,
                Tensor.of(
                    value.data(),
                    value.type(),
                    value.shape().stream().mapToLong(Long::longValue).toArray())));
        results.add(session.run(request));
      }
    }
    return results;
  }
}
