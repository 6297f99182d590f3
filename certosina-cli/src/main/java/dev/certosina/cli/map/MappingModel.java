package dev.certosina.cli.map;

import dev.certosina.cli.map.IntrinsicMappings.Modelled;
import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.TileCover;
import dev.certosina.compiler.search.BuildSpace;
import dev.certosina.compiler.search.Candidate;
import dev.certosina.compiler.search.CandidateSpace;
import dev.certosina.compiler.search.DefaultSchedule;
import dev.certosina.compiler.search.ScheduleConstraints;
import dev.certosina.compiler.search.model.ModelCoefficients;
import dev.certosina.compiler.search.model.PerformanceModel;
import dev.certosina.compiler.target.Accelerator;
import java.util.Optional;

/// What the performance model expects of the schedule that rules give a mapping.
public final class MappingModel {
  private final Accelerator accelerator;
  private final PerformanceModel model;

  /// @param units of the accelerator's outermost parallel level that work
  private MappingModel(Accelerator accelerator, long units) {
    this.accelerator = accelerator;
    this.model = new PerformanceModel(ModelCoefficients.ESTIMATED, units);
  }

  /// All units of the accelerator work; cores are those of this machine.
  public static MappingModel of(Accelerator accelerator) {
    int cores = Runtime.getRuntime().availableProcessors();
    long units =
        accelerator.parallel().isEmpty() ? 1 : accelerator.parallel().getFirst().unitsOn(cores);
    return new MappingModel(accelerator, Math.max(1, units));
  }

  /// The schedule that rules give a mapping, and its time; empty where an extent is symbolic or no
  /// schedule fits the accelerator.
  Optional<Modelled> expectation(Mapping mapping) {
    if (TileCover.of(mapping).isEmpty()) {
      return Optional.empty();
    }
    CandidateSpace space = BuildSpace.of(mapping, accelerator, ScheduleConstraints.USUAL);
    return first(space)
        .map(candidate ->
            new Modelled(candidate.schedule(), model.estimate(space, candidate).micros()));
  }

  /// The schedule that rules give a mapping with constant extents; empty where none fits.
  Optional<Candidate> schedule(Mapping mapping) {
    return first(BuildSpace.of(mapping, accelerator, ScheduleConstraints.USUAL));
  }

  private Optional<Candidate> first(CandidateSpace space) {
    return new DefaultSchedule(space, model)
        .seeds(space.choices().getFirst(), 1).stream().findFirst();
  }
}
