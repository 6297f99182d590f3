package dev.certosina.compiler.search;

import dev.certosina.ModelException;
import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.mapping.PhysicalMapping.Loop;
import dev.certosina.compiler.mapping.Placement;
import dev.certosina.compiler.schedule.nest.NestSchedule;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.texpr.Computation;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// All ways to run a computation: mappings onto the intrinsics of one or more accelerators, where
/// operands lie, and schedules of the loops.
///
/// Mappings that coincide for the computation's extents are one choice. Candidates are always in
/// normal form: two that give the same code are equal. Not for several threads.
public final class CandidateSpace {
  private final Computation computation;
  private final List<MappingChoice> choices;
  private final PhysicalMappings physicalMappings;
  private final ScheduleConstraints constraints;
  // Compared by identity: a mapping holds a computation and an intrinsic, and hashing those for
  // every candidate would cost more than the model.
  private final IdentityHashMap<Mapping, Derived> derived = new IdentityHashMap<>();

  /// What follows from a choice, worked out once.
  private static final class Derived {
    private final MappingChoice choice;
    private final Map<List<Placement>, PhysicalMapping> physical = new LinkedHashMap<>();
    private List<OperandShape> shapes = List.of();
    private List<Map<String, Integer>> registers = List.of();

    private Derived(MappingChoice choice) {
      this.choice = choice;
    }
  }

  /// @param choices of `computation`; of those that coincide the first one stays
  public CandidateSpace(
      Computation computation,
      List<MappingChoice> choices,
      PhysicalMappings physicalMappings,
      ScheduleConstraints constraints) {
    this.computation = computation;
    this.physicalMappings = physicalMappings;
    this.constraints = constraints;
    Map<String, MappingChoice> distinct = new LinkedHashMap<>();
    for (MappingChoice choice : choices) {
      String key = choice.accelerator().name() + " " + CanonicalCandidate.key(choice.mapping());
      distinct.putIfAbsent(key, choice);
    }
    this.choices = List.copyOf(distinct.values());
    this.choices.forEach(choice -> derived.put(choice.mapping(), new Derived(choice)));
  }

  public Computation computation() {
    return computation;
  }

  /// The distinct mappings, in the order given.
  public List<MappingChoice> choices() {
    return choices;
  }

  /// The accelerators of the choices, each once.
  public List<Accelerator> accelerators() {
    return choices.stream().map(MappingChoice::accelerator).distinct().toList();
  }

  /// The same space with fewer mappings.
  public CandidateSpace restrictedTo(Predicate<MappingChoice> wanted) {
    return new CandidateSpace(
        computation, choices.stream().filter(wanted).toList(), physicalMappings, constraints);
  }

  /// The choice that a candidate uses; empty for another space's candidate.
  public Optional<MappingChoice> choiceOf(Candidate candidate) {
    Derived own = derived.get(candidate.mapping());
    if (own != null) {
      return Optional.of(own.choice);
    }
    return choices.stream()
        .filter(choice ->
            choice.accelerator().name().equals(candidate.accelerator().name())
                && choice.mapping().equals(candidate.mapping()))
        .findFirst();
  }

  /// The loops of a choice, which no placement changes.
  public List<Loop> loops(MappingChoice choice) {
    return physical(choice, choice.preferred()).loops();
  }

  public PhysicalMapping physical(MappingChoice choice, List<Placement> placements) {
    return of(choice)
        .physical
        .computeIfAbsent(placements, some -> physicalMappings.of(choice.mapping(), some));
  }

  /// @param candidate of this space
  public PhysicalMapping physical(Candidate candidate) {
    return physical(choiceOf(candidate).orElseThrow(), candidate.schedule().placements());
  }

  /// The candidate of `choice` with `schedule` brought into normal form.
  public Candidate candidate(MappingChoice choice, NestSchedule schedule) {
    NestSchedule allowed = constraints.isShared() ? schedule : schedule.withParallel(0);
    return new Candidate(
        choice.accelerator(),
        choice.mapping(),
        CanonicalCandidate.schedule(loops(choice), allowed));
  }

  /// Reads what [CandidateText] printed.
  ///
  /// @throws ModelException for other text, or a candidate that is not of this space
  public Candidate parse(String text) {
    Candidate candidate = CandidateText.parse(text, computation, accelerators());
    MappingChoice choice =
        choiceOf(candidate)
            .orElseThrow(() ->
                new ModelException(
                    "candidate '%s': its mapping is not one of the space".formatted(text)));
    return candidate(choice, candidate.schedule());
  }

  /// Why a candidate is not worth compiling, one line for each reason; none if it is.
  public List<String> violations(Candidate candidate) {
    Optional<MappingChoice> choice = choiceOf(candidate);
    if (choice.isEmpty()) {
      return List.of("mapping: not one of this space");
    }
    List<Placement> placements = candidate.schedule().placements();
    List<List<Placement>> possible = choice.get().placements();
    List<String> reasons = new ArrayList<>();
    for (int i = 0; i < possible.size(); i++) {
      if (i >= placements.size() || !possible.get(i).contains(placements.get(i))) {
        reasons.add(
            "placement: %s, operand %d needs one of %s".formatted(placements, i, possible.get(i)));
      }
    }
    return reasons.isEmpty()
        ? constraints.violations(candidate.accelerator(), physical(candidate), candidate.schedule())
        : reasons;
  }

  public boolean isValid(Candidate candidate) {
    return violations(candidate).isEmpty();
  }

  /// True when every sum is taken in the order that the design fixes.
  public boolean isCanonicalOrder(Candidate candidate) {
    return AccumulationOrder.isCanonical(physical(candidate), candidate.schedule());
  }

  /// Every assignment of register factors that a choice allows; at least the one without factors.
  public List<Map<String, Integer>> registerFactors(MappingChoice choice) {
    Derived own = of(choice);
    if (own.registers.isEmpty()) {
      own.registers = RegisterFactors.all(loops(choice), shapes(choice), constraints);
    }
    return own.registers;
  }

  List<OperandShape> shapes(MappingChoice choice) {
    Derived own = of(choice);
    if (own.shapes.isEmpty()) {
      own.shapes = OperandShape.of(choice.accelerator(), physical(choice, choice.preferred()));
    }
    return own.shapes;
  }

  ScheduleConstraints constraints() {
    return constraints;
  }

  private Derived of(MappingChoice choice) {
    Derived own = derived.get(choice.mapping());
    if (own == null) {
      throw new IllegalArgumentException("mapping: not one of this space");
    }
    return own;
  }
}
