package dev.certosina.cli.tune;

import dev.certosina.cli.Version;
import dev.certosina.compiler.pipeline.Pipeline;
import dev.certosina.compiler.search.BuildSpace;
import dev.certosina.compiler.search.Candidate;
import dev.certosina.compiler.search.CandidateSpace;
import dev.certosina.compiler.search.DefaultSchedule;
import dev.certosina.compiler.search.ScheduleConstraints;
import dev.certosina.compiler.search.TuningKey;
import dev.certosina.compiler.search.TuningRecords;
import dev.certosina.compiler.search.model.ModelCoefficients;
import dev.certosina.compiler.search.model.PerformanceModel;
import dev.certosina.compiler.target.Accelerators;
import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.texpr.Computation;
import java.nio.file.Path;
import java.util.Optional;

/// What this machine should run computations with: what tuning found, else the default schedule.
public final class TunedCandidates {
  private final TuningRecords records;
  private final Target target;
  private final int threads;
  private final String processor = Processor.model();

  /// @param cache the cache folder that holds the logs of `tune`
  /// @param target that code is generated for
  public TunedCandidates(Path cache, Target target, int threads) {
    this.records = new TuningFolder(cache).records();
    this.target = target;
    this.threads = threads;
  }

  /// What measured times depend on: this program and the code that it generates.
  static String codeVersion() {
    return Version.text() + ", code " + Pipeline.VERSION;
  }

  /// @param candidate the one to run
  /// @param isTuned false for a default schedule
  public record Choice(CandidateSpace space, Candidate candidate, boolean isTuned) {}

  /// Empty for a computation that no instruction of the target can be mapped to.
  public Optional<Choice> choose(Computation computation) {
    CandidateSpace space =
        BuildSpace.of(
            computation,
            Accelerators.forTarget(target),
            ScheduleConstraints.USUAL.forUnits(threads));
    var key =
        new TuningKey(
            TuningKey.signature(computation), target.name(), threads, codeVersion(), processor);
    Optional<Choice> tuned =
        records.best(space, key).map(candidate -> new Choice(space, candidate, true));
    return tuned.isPresent()
        ? tuned
        : new DefaultSchedule(space, new PerformanceModel(ModelCoefficients.ESTIMATED, threads))
            .best()
            .map(candidate -> new Choice(space, candidate, false));
  }
}
