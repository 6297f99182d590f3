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
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;

/// Executes mappings of small samples through the instruction's compute abstraction and compares
/// with what the computation means.
public final class MappingRun {
  private final Intrinsic intrinsic;
  private final IntrinsicInterpreter instruction;
  private final List<Sample> samples = new ArrayList<>();
  private final NativeRun machine;
  private final long seed;

  private record Sample(Computation computation, MappingCheck check) {}

  /// @param samples of one subject
  /// @param seed of the operands
  public MappingRun(Intrinsic intrinsic, List<Computation> samples, NativeRun machine, long seed) {
    this.intrinsic = intrinsic;
    this.instruction = new IntrinsicInterpreter(intrinsic);
    this.machine = machine;
    this.seed = seed;
    for (Computation sample : samples) {
      this.samples.add(new Sample(sample, MappingCheck.of(sample, new Random(seed))));
    }
  }

  /// What executing one mapping showed.
  ///
  /// @param interpreted samples and placements that were executed by the instruction's abstraction
  /// @param compiled samples that were executed as machine code
  /// @param failure where results differ first; empty if none does
  public record Outcome(Mapping mapping, int interpreted, int compiled, Optional<String> failure) {

    /// One line.
    public String text() {
      String runs =
          compiled == 0
              ? "%d executions".formatted(interpreted)
              : "%d executions, %d of machine code".formatted(interpreted + compiled, compiled);
      return failure
          .map(reason -> "WRONG  %s: %s".formatted(MappingText.print(mapping), reason))
          .orElseGet(() -> "ok     %s (%s)".formatted(MappingText.print(mapping), runs));
    }
  }

  /// Executes `mapping` for each sample, with every placement of every operand at least once, and
  /// as machine code where that is possible.
  public Outcome check(Mapping mapping) {
    int interpreted = 0;
    int compiled = 0;
    for (Sample sample : samples) {
      Mapping small =
          new Mapping(sample.computation(), intrinsic, mapping.sources(), mapping.groups());
      Placements placements = Placements.of(small);
      for (List<Placement> choice : covering(placements.operands())) {
        interpreted++;
        Optional<String> failure = sample.check().failure(placements.map(choice), instruction);
        if (failure.isPresent()) {
          String reason = "%s placed %s: %s".formatted(extents(small), choice, failure.get());
          return new Outcome(mapping, interpreted, compiled, Optional.of(reason));
        }
      }
      for (NativeRun.Execution execution : machine.execute(small, seed)) {
        compiled++;
        if (execution.failure().isPresent()) {
          String reason =
              "%s as machine code: %s".formatted(extents(small), execution.failure().get());
          return new Outcome(mapping, interpreted, compiled, Optional.of(reason));
        }
      }
    }
    return new Outcome(mapping, interpreted, compiled, Optional.empty());
  }

  private static String extents(Mapping mapping) {
    return mapping.computation().axes().stream()
        .map(axis -> axis.name() + "=" + Dims.print(axis.extent()))
        .collect(Collectors.joining(" "));
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
