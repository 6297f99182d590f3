package dev.certosina.cli.tune;

import dev.certosina.cli.trial.TrialProcess;
import dev.certosina.cli.trial.TrialProcess.Outcome;
import dev.certosina.compiler.search.Candidate;
import dev.certosina.compiler.search.CandidateText;
import dev.certosina.compiler.search.Measurer;
import dev.certosina.compiler.texpr.Computation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Measures candidates of one computation in a child process.
final class ProcessMeasurer implements Measurer {
  private static final Duration START = Duration.ofSeconds(60);

  private final TrialProcess process;
  private final Computation computation;
  private final MachineChoice machine;
  private Optional<Long> warmProcess = Optional.empty();

  /// @param process not closed with this measurer: starting a JVM takes longer than a trial
  ProcessMeasurer(TrialProcess process, Computation computation, MachineChoice machine) {
    this.process = process;
    this.computation = computation;
    this.machine = machine;
  }

  /// What all trials of a command have in common.
  ///
  /// @param accelerators names or files
  /// @param target the canonical name of the target that code is generated for
  /// @param cacheFolder where native libraries are unpacked
  /// @param budget how long one candidate is timed, roughly
  /// @param limit after which a trial is given up, compilation included
  record MachineChoice(
      List<String> accelerators,
      String target,
      int threads,
      String cacheFolder,
      Duration budget,
      Duration limit) {
    MachineChoice {
      accelerators = List.copyOf(accelerators);
    }
  }

  @Override
  public Measurement measure(Candidate candidate) {
    var request =
        new TimeCandidate.Request(
            computation,
            machine.accelerators(),
            CandidateText.print(candidate),
            machine.target(),
            machine.threads(),
            machine.cacheFolder(),
            machine.budget().toNanos());
    // A new process loads LLVM and makes the operands first, which no candidate is to blame for.
    boolean isWarm = process.pid().isPresent() && process.pid().equals(warmProcess);
    Duration limit = isWarm ? machine.limit() : machine.limit().plus(START);
    Outcome outcome = process.call(TimeCandidate.class, request.toArguments(), limit);
    warmProcess = process.pid();
    return switch (outcome) {
      case Outcome.Done(List<String> results) ->
          new Measurement.Timed(Double.parseDouble(results.getFirst()));
      case Outcome.Failed(String reason) -> new Measurement.Failed(reason);
    };
  }

  @Override
  public void close() {}
}
