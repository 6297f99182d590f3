package dev.certosina.compiler.search;

import dev.certosina.compiler.mapping.EnumerateMappings;
import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.MappingOptions;
import dev.certosina.compiler.mapping.Placement;
import dev.certosina.compiler.mapping.Placements;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;

/// Makes the space of all mappings onto all intrinsics of some accelerators.
public final class BuildSpace {
  /// Operands may change places and axes of extent 1 be inserted: both widen the choice at no cost.
  private static final MappingOptions OPTIONS =
      MappingOptions.DEFAULT.withSwap(true).withUnitAxes(true);

  /// What is tried first: reading in place, then copies, lane by lane only at last.
  private static final List<Placement> PREFERENCE =
      List.of(Placement.IN_PLACE, Placement.PADDED, Placement.PACKED, Placement.GATHER);

  private BuildSpace() {}

  /// @param accelerators that code may be generated for, or that are modelled
  public static CandidateSpace of(
      Computation computation, List<Accelerator> accelerators, ScheduleConstraints constraints) {
    List<MappingChoice> choices = new ArrayList<>();
    IdentityHashMap<Mapping, Placements> placements = new IdentityHashMap<>();
    for (Accelerator accelerator : accelerators) {
      for (Intrinsic intrinsic : accelerator.intrinsics()) {
        for (Mapping mapping : EnumerateMappings.of(computation, intrinsic, OPTIONS).accepted()) {
          choices.add(choice(accelerator, mapping, placements));
        }
      }
    }
    return space(computation, choices, placements, constraints);
  }

  /// The space of a single mapping.
  ///
  /// @param accelerator the one that the mapping's intrinsic belongs to
  public static CandidateSpace of(
      Mapping mapping, Accelerator accelerator, ScheduleConstraints constraints) {
    IdentityHashMap<Mapping, Placements> placements = new IdentityHashMap<>();
    MappingChoice choice = choice(accelerator, mapping, placements);
    return space(mapping.computation(), List.of(choice), placements, constraints);
  }

  private static CandidateSpace space(
      Computation computation,
      List<MappingChoice> choices,
      IdentityHashMap<Mapping, Placements> placements,
      ScheduleConstraints constraints) {
    return new CandidateSpace(
        computation,
        choices,
        (mapping, wanted) -> Objects.requireNonNull(placements.get(mapping)).map(wanted),
        constraints);
  }

  private static MappingChoice choice(
      Accelerator accelerator, Mapping mapping, IdentityHashMap<Mapping, Placements> placements) {
    Placements possible = Placements.of(mapping);
    placements.put(mapping, possible);
    return new MappingChoice(
        accelerator,
        mapping,
        possible.operands().stream()
            .map(operand -> {
              List<Placement> sorted = new ArrayList<>(PREFERENCE);
              sorted.retainAll(operand.possible());
              if (operand.isConstant() && sorted.remove(Placement.PACKED)) {
                sorted.addFirst(Placement.PACKED);
              }
              return List.copyOf(sorted);
            })
            .toList());
  }
}
