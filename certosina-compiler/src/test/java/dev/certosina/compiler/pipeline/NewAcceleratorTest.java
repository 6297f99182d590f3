package dev.certosina.compiler.pipeline;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.certosina.compiler.mapping.EnumerateMappings;
import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.MappingOptions;
import dev.certosina.compiler.mapping.MappingText;
import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.mapping.Placement;
import dev.certosina.compiler.mapping.Placements;
import dev.certosina.compiler.mapping.check.MappingCheck;
import dev.certosina.compiler.mapping.operators.Operator;
import dev.certosina.compiler.mapping.operators.OperatorOptions;
import dev.certosina.compiler.mapping.operators.OperatorTypes;
import dev.certosina.compiler.mapping.operators.Operators;
import dev.certosina.compiler.schedule.nest.NestChoice;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Accelerators;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.target.Targets;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.runtime.exec.CpuFeatures;
import dev.certosina.testkit.Seed;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// One file makes an accelerator: an outer product that no code knows, read from the file of the
/// how-to, gets mappings of all operators that compute what the operators mean.
class NewAcceleratorTest {
  private static final int MAPPINGS_OF_AN_OPERATOR = 4;

  @TempDir private Path folder;

  private final Accelerator accelerator = accelerator();
  private final Intrinsic intrinsic = accelerator.intrinsics().getFirst();
  private final Random random = new Random(Seed.value());

  /// How a physical mapping differs from what the check expects, if it does.
  private interface Executor {
    Optional<String> failure(PhysicalMapping mapping, List<Placement> placed, MappingCheck check);
  }

  @Test
  void givesAsManyMappingsAsAnyMatrixInstruction() {
    Computation convolution = computation(Operators.find("c2d"));
    assertThat(EnumerateMappings.count(convolution, intrinsic, MappingOptions.DEFAULT))
        .isEqualTo(49);
  }

  @Test
  void computesWhatOperatorsMeanThroughItsStatement() {
    assertThat(failures((mapping, _, check) -> check.failure(mapping))).isEmpty();
  }

  @Test
  void computesWhatOperatorsMeanAsMachineCode() {
    Target target = Targets.of(accelerator).orElseThrow();
    assumeTrue(target.runsOn(CpuFeatures.flags()), "this processor lacks some of x86-64-v3");
    RandomSchedules schedules = new RandomSchedules(random);
    assertThat(
            failures((mapping, placed, check) ->
                new NativeMapping(folder.resolve("outer.cex"), target, random.nextBoolean(), true)
                    .failure(new NestChoice(mapping, schedules.next(mapping, placed)), check)))
        .isEmpty();
  }

  /// What goes wrong with some mappings of every operator.
  private List<String> failures(Executor executor) {
    List<String> failures = new ArrayList<>();
    for (Operator operator : Operators.all()) {
      Computation computation = computation(operator);
      List<Mapping> mappings =
          new ArrayList<>(
              EnumerateMappings.of(
                      computation, intrinsic, MappingOptions.DEFAULT.withUnitAxes(true))
                  .accepted());
      assertThat(mappings).as(operator.name()).isNotEmpty();
      Collections.shuffle(mappings, random);
      MappingCheck check = MappingCheck.of(computation, random);
      for (Mapping mapping :
          mappings.subList(0, Math.min(MAPPINGS_OF_AN_OPERATOR, mappings.size()))) {
        Placements placements = Placements.of(mapping);
        List<List<Placement>> all = placements.combinations();
        List<Placement> placed = all.get(random.nextInt(all.size()));
        executor
            .failure(placements.map(placed), placed, check)
            .ifPresent(text ->
                failures.add(
                    "%s %s %s: %s"
                        .formatted(operator.name(), MappingText.print(mapping), placed, text)));
      }
    }
    return failures;
  }

  private Computation computation(Operator operator) {
    OperatorOptions options =
        OperatorOptions.DEFAULT.withTypes(OperatorTypes.of(intrinsic.compute()));
    return operator.computation(operator.samples().getFirst(), options);
  }

  private static Accelerator accelerator() {
    try {
      return Accelerators.read(
          Path.of(
              requireNonNull(Accelerators.class.getResource("yaml/outer-product.yaml")).toURI()));
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }
}
