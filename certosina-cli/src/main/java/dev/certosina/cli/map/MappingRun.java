package dev.certosina.cli.map;

import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.MappingText;
import dev.certosina.compiler.mapping.Placement;
import dev.certosina.compiler.mapping.Placements;
import dev.certosina.compiler.mapping.Placements.OperandChoices;
import dev.certosina.compiler.mapping.check.IntrinsicInterpreter;
import dev.certosina.compiler.mapping.check.MappingCheck;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/// Executes mappings of small samples through the instruction's compute abstraction and compares
/// with what the computation means.
public final class MappingRun {
  private final Intrinsic intrinsic;
  private final IntrinsicInterpreter instruction;
  private final List<Sample> samples = new ArrayList<>();

  private record Sample(Computation computation, MappingCheck check) {}

  /// @param samples of one subject
  /// @param seed of the operands
  public MappingRun(Intrinsic intrinsic, List<Computation> samples, long seed) {
    this.intrinsic = intrinsic;
    this.instruction = new IntrinsicInterpreter(intrinsic);
    for (Computation sample : samples) {
      this.samples.add(new Sample(sample, MappingCheck.of(sample, new Random(seed))));
    }
  }

  /// What executing one mapping showed.
  ///
  /// @param runs samples and placements that were executed
  /// @param failure where results differ first; empty if none does
  public record Outcome(Mapping mapping, int runs, Optional<String> failure) {

    /// One line.
    public String text() {
      return failure
          .map(reason -> "WRONG  %s: %s".formatted(MappingText.print(mapping), reason))
          .orElseGet(() -> "ok     %s (%d executions)".formatted(MappingText.print(mapping), runs));
    }
  }

  /// Executes `mapping` for each sample, with every placement of every operand at least once.
  public Outcome check(Mapping mapping) {
    int runs = 0;
    for (Sample sample : samples) {
      Placements placements =
          Placements.of(
              new Mapping(sample.computation(), intrinsic, mapping.sources(), mapping.groups()));
      for (List<Placement> choice : covering(placements.operands())) {
        runs++;
        Optional<String> failure = sample.check().failure(placements.map(choice), instruction);
        if (failure.isPresent()) {
          return new Outcome(
              mapping,
              runs,
              Optional.of(
                  "%s with %s: %s".formatted(sample.computation().name(), choice, failure.get())));
        }
      }
    }
    return new Outcome(mapping, runs, Optional.empty());
  }

  /// As few combinations as hold every possible placement of each operand.
  private static List<List<Placement>> covering(List<OperandChoices> operands) {
    int most = operands.stream().mapToInt(operand -> operand.possible().size()).max().orElse(1);
    var combinations = new ArrayList<List<Placement>>();
    for (int turn = 0; turn < most; turn++) {
      var combination = new ArrayList<Placement>();
      for (OperandChoices operand : operands) {
        List<Placement> possible = operand.possible();
        combination.add(possible.get(turn % possible.size()));
      }
      combinations.add(List.copyOf(combination));
    }
    return combinations;
  }
}
