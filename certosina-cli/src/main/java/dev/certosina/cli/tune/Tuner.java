package dev.certosina.cli.tune;

import dev.certosina.cli.accelerator.AcceleratorChoice;
import dev.certosina.cli.trial.CheckInstruction;
import dev.certosina.cli.trial.TrialProcess;
import dev.certosina.cli.tune.ProcessMeasurer.MachineChoice;
import dev.certosina.cli.tune.TuneResult.Timed;
import dev.certosina.compiler.search.BuildSpace;
import dev.certosina.compiler.search.CandidateSpace;
import dev.certosina.compiler.search.Exploration;
import dev.certosina.compiler.search.ExplorationSettings;
import dev.certosina.compiler.search.MappingArm;
import dev.certosina.compiler.search.Measurer;
import dev.certosina.compiler.search.ReplayingMeasurer;
import dev.certosina.compiler.search.ScheduleConstraints;
import dev.certosina.compiler.search.Trial;
import dev.certosina.compiler.search.TuningKey;
import dev.certosina.compiler.search.TuningRecords;
import dev.certosina.compiler.search.model.ModelCoefficients;
import dev.certosina.compiler.search.model.PerformanceModel;
import dev.certosina.compiler.target.Accelerator;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// Tunes computations on this machine, with logs that outlive the process.
final class Tuner implements AutoCloseable {
  private final MachineChoice machine;
  private final List<Accelerator> accelerators;
  private final String files;
  private final TuningFolder folder;
  private final String version;
  private final String processor;
  private final TrialProcess process = new TrialProcess();

  /// @param version of this program
  /// @param processor the model of the CPU
  Tuner(MachineChoice machine, TuningFolder folder, String version, String processor) {
    this.machine = machine;
    this.accelerators = machine.accelerators().stream().map(AcceleratorChoice::of).toList();
    String digest = AcceleratorChoice.fileDigest(machine.accelerators());
    this.files = digest.isEmpty() ? "" : "; files " + digest;
    this.folder = folder;
    this.version = version;
    this.processor = processor;
  }

  /// Compiles the templates of accelerator files from elsewhere before candidates use them.
  ///
  /// @throws dev.certosina.ModelException for the first that cannot be compiled
  void requireCompilable() {
    for (String accelerator : machine.accelerators()) {
      CheckInstruction.requireAll(process, accelerator, Path.of(machine.cacheFolder()));
    }
  }

  CandidateSpace space(TuneProblem problem) {
    return BuildSpace.of(
        problem.computation(), accelerators, ScheduleConstraints.USUAL.forUnits(machine.threads()));
  }

  PerformanceModel model() {
    return new PerformanceModel(ModelCoefficients.ESTIMATED, machine.threads());
  }

  /// @param purpose keeps logs of searches apart that must not help each other; empty for the log
  ///   that compiling reads
  TuningKey key(TuneProblem problem, String purpose) {
    return new TuningKey(
        TuningKey.signature(problem.computation()) + purpose + files,
        machine.target(),
        machine.threads(),
        version,
        processor);
  }

  /// Answers from the log, measures the rest and logs it.
  ///
  /// @param step told of each trial after it was logged
  ReplayingMeasurer measurer(TuneProblem problem, String purpose, Consumer<Trial> step) {
    TuningKey key = key(problem, purpose);
    Measurer live = new ProcessMeasurer(process, problem.computation(), machine);
    return new ReplayingMeasurer(folder.trials(key), live, folder.appender(key).andThen(step));
  }

  /// Measures everything anew and logs nothing.
  Measurer live(TuneProblem problem) {
    return new ProcessMeasurer(process, problem.computation(), machine);
  }

  /// Tunes one problem; with a budget that was spent in earlier runs the log alone answers.
  TuneResult tune(TuneProblem problem, long budgetNanos, long seed, Consumer<Trial> step) {
    CandidateSpace space = space(problem);
    TuningKey key = key(problem, "");
    long leftNanos = budgetNanos - folder.spentNanos(key);
    if (leftNanos <= 0) {
      return fromRecords(problem, space, key);
    }
    long start = System.nanoTime();
    Exploration.Outcome outcome =
        explore(problem, space, "", () -> System.nanoTime() - start < leftNanos, seed, step);
    folder.addSpent(key, System.nanoTime() - start);
    if (outcome.winner().isEmpty()) {
      return fromRecords(problem, space, key);
    }
    Optional<Timed> winner = outcome.winner().map(Tuner::timed);
    return new TuneResult(
        problem.name(),
        winner,
        winner.map(timed -> model().estimate(space, timed.candidate())),
        outcome.reordered().map(Tuner::timed),
        outcome.trials(),
        outcome.failures(),
        outcome.perMapping());
  }

  private TuneResult fromRecords(TuneProblem problem, CandidateSpace space, TuningKey key) {
    TuningRecords records = folder.records();
    Optional<Timed> winner =
        records
            .best(space, key)
            .map(candidate ->
                new Timed(candidate, records.micros(key, candidate).orElse(Double.NaN)));
    return new TuneResult(
        problem.name(),
        winner,
        winner.map(timed -> model().estimate(space, timed.candidate())),
        Optional.empty(),
        records.trials(key).size(),
        0,
        Map.of());
  }

  private static Timed timed(MappingArm.Measured measured) {
    return new Timed(measured.candidate(), measured.micros());
  }

  /// @param space all candidates of the problem, or some
  Exploration.Outcome explore(
      TuneProblem problem,
      CandidateSpace space,
      String purpose,
      BooleanSupplier hasBudget,
      long seed,
      Consumer<Trial> step) {
    try (Measurer measurer = measurer(problem, purpose, step)) {
      return new Exploration(space, model(), measurer, ExplorationSettings.USUAL, hasBudget, seed)
          .run();
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
