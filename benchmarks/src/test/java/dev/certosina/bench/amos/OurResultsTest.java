package dev.certosina.bench.amos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.ModelException;
import dev.certosina.Options;
import dev.certosina.bench.ours.MachinePeak;
import dev.certosina.bench.ours.OperatorBinding;
import dev.certosina.bench.ours.OurOperators;
import dev.certosina.cli.tune.TunedCandidates;
import dev.certosina.compiler.mapping.operators.Operator;
import dev.certosina.compiler.mapping.operators.Operator.Configuration;
import dev.certosina.compiler.mapping.operators.Operators;
import dev.certosina.compiler.pipeline.CompileOptions;
import dev.certosina.compiler.target.Targets;
import dev.certosina.peers.operator.Float64Reference;
import dev.certosina.peers.operator.Operands;
import dev.certosina.peers.operator.PreparedOperator;
import dev.certosina.runtime.exec.CpuFeatures;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OurResultsTest {
  private static final long SEED = 3;

  @TempDir static Path folder;

  @BeforeAll
  static void runsHere() {
    boolean runs = Targets.known().stream().anyMatch(target -> target.runsOn(CpuFeatures.flags()));
    Assumptions.assumeTrue(runs, "no target that this machine runs");
  }

  @ParameterizedTest
  @MethodSource("operators")
  void areThoseOfTheReference(Operator operator) {
    CompileOptions options = CompileOptions.of(Options.defaults());
    var ours =
        new OurOperators(
            options, new TunedCandidates(folder, options.targets().getFirst(), 1), 1, folder);
    for (Configuration sample : operator.samples()) {
      OperatorBinding one = AmosProblems.of(operator, sample);
      Operands operands = Operands.random(one.problem(), SEED);
      double[] expected = Float64Reference.evaluate(one.problem(), operands);
      try (PreparedOperator prepared = prepare(ours, operator, sample, one, operands)) {
        assertThat(Float64Reference.excess(one.problem(), expected, prepared.output()))
            .as("%s: error in units of the allowed one", sample)
            .isLessThanOrEqualTo(1);
      }
    }
  }

  private static PreparedOperator prepare(
      OurOperators ours,
      Operator operator,
      Configuration sample,
      OperatorBinding one,
      Operands operands) {
    try {
      return ours.prepare(operator, sample, one, operands).operator();
    } catch (ModelException e) {
      return Assumptions.abort("refused: " + e.getMessage());
    }
  }

  @Test
  void areRelatedToAPeakThatGrowsWithTheThreads() {
    CompileOptions options = CompileOptions.of(Options.defaults());
    assertThat(MachinePeak.measure(options, 1, folder)).isGreaterThan(1e9);
    assertThat(MachinePeak.measure(options, 2, folder)).isGreaterThan(1e9);
  }

  static Stream<Operator> operators() {
    return Operators.all().stream();
  }
}
