package dev.certosina.compiler.search;

import dev.certosina.compiler.mapping.PhysicalMapping.Loop;
import dev.certosina.compiler.mapping.Placement;
import dev.certosina.compiler.schedule.nest.NestSchedule;
import dev.certosina.compiler.search.LoopBlocks.Block;
import dev.certosina.compiler.search.model.Estimate;
import dev.certosina.compiler.search.model.PerformanceModel;
import dev.certosina.compiler.target.Accelerator.RegisterFile;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Good candidates without measuring: built by rules that hold for matrix-like work on any
/// processor, and put in order by the performance model.
///
/// The rules: constants are packed, nothing else is packed or gathered if it can be read where it
/// is; all reductions run inside the register tile, in the order that the design fixes; a register
/// tile is as large as the registers allow and loads little for each instruction; the panels that
/// constants come in stay in the nearest cache while other data stream past, or the other way
/// round; tasks are cut from the outermost loops, several for each unit.
public final class DefaultSchedule {
  private static final int TILES = 16;
  private static final int FINAL_TILES = 4;

  /// How much dearer than the best a tile may be for the model to be asked.
  private static final double WORTHWHILE = 1.05;

  private static final int PREFETCH = 32;
  private static final int TASKS_PER_UNIT = 4;

  /// What one register too many costs, in instructions: measured, it took 3.5 times as long as one
  /// in a body of 28.
  private static final double SPILL_COST = 3.5;

  /// From so many uses of each element a copy with its padding costs at most a few hundredths of
  /// the time.
  private static final double USES_OF_A_COPY = 256;

  /// From this share of reads beyond a border on, tests in all blocks there cost more than a copy:
  /// measured, images of 28 pixels with 3 taps break even.
  private static final double WIDE_BORDER = 0.1;

  private final CandidateSpace space;
  private final PerformanceModel model;

  public DefaultSchedule(CandidateSpace space, PerformanceModel model) {
    this.space = space;
    this.model = model;
  }

  /// The candidate that the model prefers over all mappings; empty if none is valid.
  public Optional<Candidate> best() {
    Map<Candidate, Estimate> firsts = new LinkedHashMap<>();
    for (MappingChoice choice : space.choices()) {
      for (Candidate first : seeds(choice, 1)) {
        firsts.put(first, model.estimate(space, first));
      }
    }
    return Estimate.fastestFirst(firsts).stream()
        .min(Comparator.comparing(candidate -> !space.isCanonicalOrder(candidate)));
  }

  /// Up to `count` candidates of one mapping, those that the model prefers. They take sums in the
  /// order that the design fixes if any built for this mapping does.
  public List<Candidate> seeds(MappingChoice choice, int count) {
    List<List<Placement>> placements = placements(choice);
    List<List<String>> orders = orders(choice);
    // One loop order tells which register tiles are worth more.
    List<Candidate> first =
        fastest(built(choice, placements, tiles(choice), orders.subList(0, 1), List.of(0)));
    List<Map<String, Integer>> tiles =
        first.stream()
            .map(candidate -> candidate.schedule().registers())
            .distinct()
            .limit(FINAL_TILES)
            .toList();
    List<Candidate> sorted =
        fastest(built(choice, placements, tiles, orders, List.of(0, PREFETCH)));
    List<Candidate> canonical = sorted.stream().filter(space::isCanonicalOrder).toList();
    return (canonical.isEmpty() ? sorted : canonical).stream().limit(count).toList();
  }

  private List<Candidate> fastest(Set<Candidate> candidates) {
    Map<Candidate, Estimate> estimates = new LinkedHashMap<>();
    for (Candidate candidate : candidates) {
      estimates.put(candidate, model.estimate(space, candidate));
    }
    return Estimate.fastestFirst(estimates);
  }

  private Set<Candidate> built(
      MappingChoice choice,
      List<List<Placement>> allPlacements,
      List<Map<String, Integer>> tiles,
      List<List<String>> orders,
      List<Integer> prefetches) {
    Set<Candidate> built = new LinkedHashSet<>();
    for (List<Placement> placements : allPlacements) {
      for (Map<String, Integer> registers : tiles) {
        for (List<String> order : orders) {
          for (int prefetch : prefetches) {
            var schedule = new NestSchedule(placements, order, registers, List.of(), 0, prefetch);
            Candidate candidate = withTasks(choice, schedule);
            if (space.isValid(candidate)) {
              built.add(candidate);
            }
          }
        }
      }
    }
    return built;
  }

  /// Tasks from the fewest outermost loops that give each unit several.
  private Candidate withTasks(MappingChoice choice, NestSchedule schedule) {
    NestSchedule normal = space.candidate(choice, schedule).schedule();
    LoopBlocks nest = LoopBlocks.of(space.physical(choice, normal.placements()), normal);
    long wanted = model.units() == 1 ? 1 : TASKS_PER_UNIT * model.units();
    long tasks = 1;
    int parallel = 0;
    while (tasks < wanted && parallel < nest.leadingSpatial()) {
      tasks *= nest.blocks().get(parallel).count();
      parallel++;
    }
    return space.candidate(choice, normal.withParallel(parallel));
  }

  /// Every operand in place, padded or packed; gathered only where nothing else is possible.
  private List<List<Placement>> placements(MappingChoice choice) {
    List<List<Placement>> combinations = new ArrayList<>(List.of(List.of()));
    List<OperandShape> shapes = space.shapes(choice);
    for (int i = 0; i < choice.placements().size(); i++) {
      boolean isConstant = space.computation().constants().contains(shapes.get(i).tensor().name());
      List<Placement> useful = useful(choice.placements().get(i), isConstant, shapes.get(i));
      combinations =
          combinations.stream()
              .flatMap(start ->
                  useful.stream()
                      .map(next -> {
                        List<Placement> longer = new ArrayList<>(start);
                        longer.add(next);
                        return List.copyOf(longer);
                      }))
              .toList();
    }
    return combinations;
  }

  private List<Placement> useful(
      List<Placement> possible, boolean isConstant, OperandShape operand) {
    if (isConstant && possible.contains(Placement.PACKED)) {
      return List.of(Placement.PACKED);
    }
    // Single elements are loaded as fast from anywhere: a copy only saves the tests at borders.
    if (operand.lanes() == 1 && possible.contains(Placement.IN_PLACE)) {
      boolean pads =
          possible.contains(Placement.PADDED)
              && operand.uses(space.computation()) >= USES_OF_A_COPY
              && operand.borderShare(space.computation()) >= WIDE_BORDER;
      return List.of(pads ? Placement.PADDED : Placement.IN_PLACE);
    }
    List<Placement> without =
        possible.stream().filter(placement -> placement != Placement.GATHER).toList();
    return without.isEmpty() ? possible : without;
  }

  /// The register factors with the fewest loads for each instruction, among those with enough
  /// accumulators to hide the instruction's latency.
  private List<Map<String, Integer>> tiles(MappingChoice choice) {
    Map<Map<String, Integer>, Double> costs = new LinkedHashMap<>();
    for (Map<String, Integer> registers : space.registerFactors(choice)) {
      costs.put(registers, cost(choice, registers));
    }
    double most = WORTHWHILE * costs.values().stream().mapToDouble(cost -> cost).min().orElse(0);
    return costs.entrySet().stream()
        .filter(entry -> entry.getValue() <= most)
        .sorted(Map.Entry.comparingByValue())
        .limit(TILES)
        .map(Map.Entry::getKey)
        .toList();
  }

  /// Cycles for each instruction if loads and instructions start as fast as each other, and what
  /// spills add.
  private double cost(MappingChoice choice, Map<String, Integer> registers) {
    Intrinsic intrinsic = choice.mapping().intrinsic();
    List<OperandShape> shapes = space.shapes(choice);
    double accumulators = 1;
    double loads = 0;
    for (Loop loop : space.loops(choice)) {
      accumulators *= average(loop, registers);
    }
    for (OperandShape source : shapes.subList(0, shapes.size() - 1)) {
      double tiles = 1;
      for (Loop loop : space.loops(choice)) {
        tiles *= source.loops().contains(loop.name()) ? average(loop, registers) : 1;
      }
      loads += tiles;
    }
    double latency = intrinsic.latencyCycles() * intrinsic.perCycle();
    double spills = SPILL_COST * spills(choice, shapes, registers);
    return (Math.max(Math.max(accumulators, loads), latency) + loads / 2 + spills) / accumulators;
  }

  /// Registers that the largest block needs beyond those there are.
  private double spills(
      MappingChoice choice, List<OperandShape> shapes, Map<String, Integer> registers) {
    LoopBlocks nest =
        new LoopBlocks(
            space.loops(choice).stream()
                .map(loop -> new Block(loop, registers.getOrDefault(loop.name(), 1), false))
                .toList());
    double spills = 0;
    for (Map.Entry<RegisterFile, Long> file :
        ScheduleConstraints.pressure(shapes, nest).entrySet()) {
      spills += Math.max(0, file.getValue() - file.getKey().count());
    }
    return spills;
  }

  private static double average(Loop loop, Map<String, Integer> registers) {
    return loop.kind() == AxisKind.REDUCTION
        ? 1
        : new Block(loop, registers.getOrDefault(loop.name(), 1), false).average();
  }

  /// Spatial loops that move every operand first, then those that move constants and the others, in
  /// both ways; reduction loops last, in the order of the computation.
  private List<List<String>> orders(MappingChoice choice) {
    List<String> shared = new ArrayList<>();
    List<String> panels = new ArrayList<>();
    List<String> rows = new ArrayList<>();
    List<OperandShape> sources = space.shapes(choice).subList(0, space.shapes(choice).size() - 1);
    for (Loop loop : space.loops(choice)) {
      if (loop.kind() == AxisKind.REDUCTION) {
        continue;
      }
      boolean movesAll = sources.stream().allMatch(source -> source.loops().contains(loop.name()));
      boolean movesConstant =
          sources.stream()
              .anyMatch(source ->
                  source.loops().contains(loop.name())
                      && space.computation().constants().contains(source.tensor().name()));
      (movesAll ? shared : movesConstant ? panels : rows).add(loop.name());
    }
    List<String> reductions = reductions(choice);
    return java.util.stream.Stream.of(
            joined(shared, panels, rows, reductions),
            joined(shared, rows, panels, reductions),
            joined(rows, shared, panels, reductions))
        .distinct()
        .toList();
  }

  /// Reduction loops in the order of the axes that they begin with.
  private List<String> reductions(MappingChoice choice) {
    var physical = space.physical(choice, choice.preferred());
    Map<String, String> firstAxis = new LinkedHashMap<>();
    for (int i = 0; i < physical.tiles().size(); i++) {
      List<String> axes = choice.mapping().groups().get(i).axes();
      firstAxis.put(physical.tiles().get(i).loop(), axes.isEmpty() ? "" : axes.getFirst());
    }
    List<String> axes = space.computation().axes().stream().map(axis -> axis.name()).toList();
    return space.loops(choice).stream()
        .filter(loop -> loop.kind() == AxisKind.REDUCTION)
        .map(Loop::name)
        .sorted(Comparator.comparingInt(loop -> axes.indexOf(firstAxis.getOrDefault(loop, loop))))
        .toList();
  }

  @SafeVarargs
  private static List<String> joined(List<String>... parts) {
    List<String> joined = new ArrayList<>();
    for (List<String> part : parts) {
      joined.addAll(part);
    }
    return List.copyOf(joined);
  }
}
