package dev.certosina.cli.peak;

import dev.certosina.Options;
import dev.certosina.cli.trial.CheckInstruction;
import dev.certosina.cli.trial.ExecutableInputs;
import dev.certosina.cli.trial.TimeExecutable;
import dev.certosina.cli.trial.TrialProcess;
import dev.certosina.cli.trial.TrialProcess.Outcome;
import dev.certosina.compiler.pipeline.CompileOptions;
import dev.certosina.compiler.pipeline.IntrinsicLoop;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.target.Target;
import dev.certosina.runtime.cache.ModelCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/// Measures intrinsics on one core of this machine, each for some milliseconds, in a child process.
public final class MeasurePeaks implements AutoCloseable {
  private static final Duration BUDGET = Duration.ofMillis(30);
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int MOST_RUNS = 20;

  private final TrialProcess process = new TrialProcess();
  private final Path executable;

  public MeasurePeaks() throws IOException {
    executable = Files.createTempFile("certosina-peak", ".executable");
  }

  /// The rate that one core reached, or why there is none.
  public sealed interface Measured {
    record Gops(double value) implements Measured {}

    record Failed(String reason) implements Measured {}
  }

  /// Compiles every emission of an accelerator in the child process.
  ///
  /// @param name of the accelerator, or its file
  /// @throws dev.certosina.ModelException for the first that cannot be compiled
  public void requireCompilable(String name) {
    CheckInstruction.requireAll(process, name, folder());
  }

  /// @param target one that runs here and has what the intrinsic needs
  /// @param intrinsic with an emission
  public Measured measure(Accelerator accelerator, Intrinsic intrinsic, Target target) {
    IntrinsicLoop loop = IntrinsicLoop.of(accelerator, intrinsic);
    loop.compile(new CompileOptions(List.of(target), false, folder()), executable);
    ExecutableInputs inputs = new ExecutableInputs(executable, Map.of(), 0, 1);
    List<String> arguments = TimeExecutable.arguments(inputs, MOST_RUNS, BUDGET);
    return switch (process.call(TimeExecutable.class, arguments, LIMIT)) {
      case Outcome.Done(List<String> results) -> {
        long nanos = Collections.min(TimeExecutable.nanos(results));
        yield new Measured.Gops(loop.executions() * Peak.operations(intrinsic) / nanos);
      }
      case Outcome.Failed(String reason) -> new Measured.Failed(reason);
    };
  }

  private static Path folder() {
    return ModelCache.folder(Options.builder().build());
  }

  @Override
  public void close() throws IOException {
    process.close();
    Files.deleteIfExists(executable);
  }
}
