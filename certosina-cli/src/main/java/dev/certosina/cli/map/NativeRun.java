package dev.certosina.cli.map;

import dev.certosina.cli.trial.CheckInstruction;
import dev.certosina.cli.trial.TrialProcess;
import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.search.Candidate;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Targets;
import dev.certosina.runtime.exec.CpuFeatures;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Executes mappings as machine code, where this machine has the instructions, in a child process.
public final class NativeRun implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofMinutes(1);

  private final String name;
  private final MappingModel model;
  private final boolean isPossible;
  private final TrialProcess process = new TrialProcess();

  /// @param name of the accelerator as the child can find it: a built-in one's, or its file
  public NativeRun(String name, Accelerator accelerator) {
    this.name = name;
    this.model = MappingModel.of(accelerator);
    this.isPossible =
        Targets.of(accelerator).filter(target -> target.runsOn(CpuFeatures.flags())).isPresent();
  }

  /// Compiles the templates of an accelerator's file, where code is going to be run.
  ///
  /// @param libraryFolder where the LLVM library is unpacked when it is not there yet
  /// @throws dev.certosina.ModelException for the first that cannot be compiled
  public void requireCompilable(Path libraryFolder) {
    if (isPossible) {
      CheckInstruction.requireAll(process, name, libraryFolder);
    }
  }

  /// What came of one execution.
  ///
  /// @param failure how the result differs, or why there is none; empty if it agrees
  record Execution(Optional<String> failure) {}

  /// Executes a mapping with constant extents under the schedule that rules give it; none where the
  /// machine lacks the instructions or no schedule fits it.
  List<Execution> execute(Mapping mapping, long seed) {
    if (!isPossible) {
      return List.of();
    }
    return model.schedule(mapping).stream()
        .map(candidate -> new Execution(failure(candidate, seed)))
        .toList();
  }

  private Optional<String> failure(Candidate candidate, long seed) {
    List<String> arguments = CheckMapping.arguments(name, candidate, seed);
    return switch (process.call(CheckMapping.class, arguments, LIMIT)) {
      case TrialProcess.Outcome.Done(List<String> results) -> CheckMapping.difference(results);
      case TrialProcess.Outcome.Failed(String reason) -> Optional.of(reason);
    };
  }

  @Override
  public void close() {
    process.close();
  }
}
