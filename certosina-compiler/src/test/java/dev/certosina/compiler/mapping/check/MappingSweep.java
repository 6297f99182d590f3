package dev.certosina.compiler.mapping.check;

import dev.certosina.compiler.mapping.EnumerateMappings;
import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.MappingOptions;
import dev.certosina.compiler.mapping.MappingText;
import dev.certosina.compiler.mapping.PhysicalMapping.Loop;
import dev.certosina.compiler.mapping.Placement;
import dev.certosina.compiler.mapping.Placements;
import dev.certosina.compiler.mapping.operators.Layout;
import dev.certosina.compiler.mapping.operators.Operator;
import dev.certosina.compiler.mapping.operators.Operator.Configuration;
import dev.certosina.compiler.mapping.operators.OperatorOptions;
import dev.certosina.compiler.mapping.operators.OperatorTypes;
import dev.certosina.compiler.mapping.operators.Operators;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/// Executes every accepted mapping of the fifteen operators' samples onto intrinsics at least once,
/// by interpretation.
///
/// Where a computation has many mappings, each is executed with one of its placements in turn;
/// where few, with all. Padding deep inside a tile is left out, except for one mapping of each
/// computation, which is interpreted literally if it has not too many lanes. Of the mappings with
/// swapped operands and inserted unit axes, of which there are hundreds of thousands, a sample is
/// executed.
final class MappingSweep {
  static final long BATCH = 2;
  private static final MappingOptions AS_WRITTEN = MappingOptions.DEFAULT;
  private static final MappingOptions EVERY = AS_WRITTEN.withSwap(true).withUnitAxes(true);
  private static final long MOST_LITERAL_LANES = 200_000;
  private static final int UNIT_AXES_TRIED = 3;
  private static final long MOST_LISTED = 5000;
  private static final int MOST_PLACED_EVERY_WAY = 50;

  private final RandomGenerator random;
  private final List<String> failures = new ArrayList<>();
  private long mappings;
  private long executions;

  MappingSweep(RandomGenerator random) {
    this.random = random;
  }

  /// Accepted mappings with the operands as written that were executed.
  long mappings() {
    return mappings;
  }

  /// Of any mapping, with any placements.
  long executions() {
    return executions;
  }

  /// One line for each execution that differs.
  List<String> failures() {
    return failures;
  }

  void add(Intrinsic intrinsic) {
    for (Operator operator : Operators.all()) {
      for (int i = 0; i < operator.samples().size(); i++) {
        Layout layout = i % 2 == 0 ? Layout.CHANNELS_FIRST : Layout.CHANNELS_LAST;
        add(operator, operator.samples().get(i), layout, intrinsic);
      }
    }
  }

  static OperatorOptions options(Layout layout, OperatorTypes types) {
    return OperatorOptions.DEFAULT.withBatch(BATCH).withLayout(layout).withTypes(types);
  }

  /// Operands may be swapped only where their types are, too.
  private static Set<OperatorTypes> types(OperatorTypes written) {
    OperatorTypes swapped =
        new OperatorTypes(written.right(), written.left(), written.destination());
    return new LinkedHashSet<>(List.of(written, swapped));
  }

  private void add(Operator operator, Configuration sample, Layout layout, Intrinsic intrinsic) {
    OperatorTypes written = OperatorTypes.of(intrinsic.compute());
    for (OperatorTypes types : types(written)) {
      Computation computation = operator.computation(sample, options(layout, types));
      Executions run = new Executions(sample, MappingCheck.of(computation, random));
      if (types.equals(written)) {
        addAll(EnumerateMappings.of(computation, intrinsic, AS_WRITTEN).accepted(), run);
      }
      addSome(computation, intrinsic, run);
    }
  }

  private void addAll(List<Mapping> accepted, Executions run) {
    int literal = accepted.isEmpty() ? 0 : random.nextInt(accepted.size());
    for (int i = 0; i < accepted.size(); i++) {
      Placements placements = Placements.of(accepted.get(i));
      List<List<Placement>> combinations = eachPlacement(placements);
      if (combinations.isEmpty()) {
        failures.add(run.title(placements) + ": accepted, but has no placement");
        continue;
      }
      mappings++;
      if (accepted.size() > MOST_PLACED_EVERY_WAY) {
        combinations = List.of(combinations.get(i % combinations.size()));
      }
      combinations.forEach(combination -> run.execute(placements, combination));
      if (i == literal && lanes(placements) <= MOST_LITERAL_LANES) {
        run.executeLiterally(placements, combinations.getFirst());
      }
    }
  }

  private void addSome(Computation computation, Intrinsic intrinsic, Executions run) {
    if (EnumerateMappings.count(computation, intrinsic, EVERY) > MOST_LISTED) {
      return;
    }
    List<Mapping> accepted = EnumerateMappings.of(computation, intrinsic, EVERY).accepted();
    for (int i = 0; i < UNIT_AXES_TRIED && !accepted.isEmpty(); i++) {
      Placements placements = Placements.of(accepted.get(random.nextInt(accepted.size())));
      List<List<Placement>> combinations = eachPlacement(placements);
      run.execute(placements, combinations.get(random.nextInt(combinations.size())));
    }
  }

  /// Executions of mappings of one computation onto one intrinsic.
  private final class Executions {
    private final Configuration sample;
    private final MappingCheck check;
    private final Map<LaneRange, IntrinsicInterpreter> instructions = new LinkedHashMap<>();

    Executions(Configuration sample, MappingCheck check) {
      this.sample = sample;
      this.check = check;
    }

    void execute(Placements placements, List<Placement> combination) {
      note(
          placements,
          combination,
          check.failureOfLiveLanes(placements.map(combination), instructions));
    }

    void executeLiterally(Placements placements, List<Placement> combination) {
      note(placements, combination, check.failure(placements.map(combination)));
    }

    private void note(
        Placements placements, List<Placement> combination, Optional<String> failure) {
      executions++;
      failure.ifPresent(
          text -> failures.add("%s, %s: %s".formatted(title(placements), combination, text)));
    }

    String title(Placements placements) {
      return "%s on %s by %s"
          .formatted(
              sample,
              placements.mapping().intrinsic().name(),
              MappingText.print(placements.mapping()));
    }
  }

  /// Lanes that are loaded in all calls: what a literal execution costs.
  static long lanes(Placements placements) {
    long perCall =
        placements.mapping().intrinsic().compute().tensors().stream()
            .mapToLong(tensor ->
                tensor.shape().stream()
                    .mapToLong(dim -> Dims.constantValue(dim).orElseThrow())
                    .reduce(1, (a, b) -> a * b))
            .sum();
    long calls = placements.loops().stream().mapToLong(Loop::extent).reduce(1, (a, b) -> a * b);
    return calls * perCall;
  }

  /// Combinations in which every possible placement of every operand occurs.
  static List<List<Placement>> eachPlacement(Placements placements) {
    List<List<Placement>> combinations = new ArrayList<>();
    int longest =
        placements.operands().stream()
            .mapToInt(operand -> operand.possible().size())
            .max()
            .orElseThrow();
    for (int turn = 0; turn < longest; turn++) {
      List<Placement> combination = new ArrayList<>();
      for (int i = 0; i < placements.operands().size(); i++) {
        List<Placement> possible = placements.operands().get(i).possible();
        combination.add(possible.get((turn + i) % possible.size()));
      }
      combinations.add(combination);
    }
    return combinations;
  }
}
