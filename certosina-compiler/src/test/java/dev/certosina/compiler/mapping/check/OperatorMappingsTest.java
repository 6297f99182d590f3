package dev.certosina.compiler.mapping.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.compiler.mapping.EnumerateMappings;
import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.MappingOptions;
import dev.certosina.compiler.mapping.MappingText;
import dev.certosina.compiler.mapping.Placement;
import dev.certosina.compiler.mapping.Placements;
import dev.certosina.compiler.mapping.operators.Layout;
import dev.certosina.compiler.mapping.operators.Operator;
import dev.certosina.compiler.mapping.operators.Operator.Configuration;
import dev.certosina.compiler.mapping.operators.OperatorTypes;
import dev.certosina.compiler.mapping.operators.Operators;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Accelerators;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.testkit.Seed;
import dev.certosina.testkit.SweepReport;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Mappings of the fifteen operators, at awkward small sizes, onto the built-in accelerators.
class OperatorMappingsTest {
  private static final MappingOptions AS_WRITTEN = MappingOptions.DEFAULT;
  private static final MappingOptions EVERY = AS_WRITTEN.withSwap(true).withUnitAxes(true);
  private static final int TRIES = 4;
  private static final long FEW_LANES = 50_000;
  private static final SweepReport SWEEPS = new SweepReport("interpreted");

  private final RandomGenerator random = Seed.generator();
  private long checked;

  @Test
  void agreesOnSomeMappingsOfEachOperatorOnEachAccelerator() {
    for (Accelerator accelerator : Accelerators.builtIn()) {
      List<Intrinsic> intrinsics = accelerator.intrinsics();
      Intrinsic intrinsic = intrinsics.get(random.nextInt(intrinsics.size()));
      IntrinsicInterpreter instruction = new IntrinsicInterpreter(intrinsic);
      for (Operator operator : Operators.all()) {
        checkSome(operator, intrinsic, instruction);
      }
    }
    assertThat(checked).isGreaterThan(100);
  }

  @ParameterizedTest
  @MethodSource("accelerators")
  @Tag("slow")
  void agreesOnAllMappingsOfEachOperator(String accelerator) {
    long start = System.nanoTime();
    MappingSweep sweep = new MappingSweep(random);
    Accelerators.find(accelerator).intrinsics().forEach(sweep::add);
    SWEEPS.add(accelerator, sweep.mappings(), sweep.executions(), sweep.failures(), start);
    assertThat(sweep.failures()).isEmpty();
    assertThat(sweep.mappings()).isPositive();
  }

  static List<String> accelerators() {
    return Accelerators.names();
  }

  @AfterAll
  static void printTotal() {
    SWEEPS.printTotal();
  }

  /// The code has never seen this one: an outer product of 4 by 8, twice.
  @Test
  void agreesOnAnAcceleratorThatIsOnlyAFile(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("outer.yaml");
    Files.writeString(
        file,
        """
        accelerator: outer
        description: made up for this test
        gigahertz: 1.0
        memory:
          - {name: near, capacity: 64 KiB, read: 8, write: 8}
        parallel: []
        registers:
          - {name: tile, count: 8, bytes: 128}
        intrinsics:
          - name: outer_4x8x2
            statement: D[i,j] += A[i,r] * B[r,j]
            extents: {i: 4, j: 8, r: 2}
            types: {A: i16, B: i16, D: i32}
            memory:
              - tile.A[i,r] = near.A[a + i + r*lda]
              - tile.B[r,j] = near.B[b + r*ldb + j]
              - near.D[d + i*ldd + j] = tile.D[i,j]
            chain: [load A, load B, compute, store D]
            features: []
            emission: none
            latency: 4
            throughput: 1
            source: made up
        """);
    Intrinsic intrinsic = Accelerators.read(file).intrinsics().getFirst();
    IntrinsicInterpreter instruction = new IntrinsicInterpreter(intrinsic);
    for (Operator operator : Operators.all()) {
      long before = checked;
      checkSome(operator, intrinsic, instruction);
      checkSome(operator, intrinsic, instruction);
      assertThat(checked).as(operator.name()).isGreaterThan(before);
    }
  }

  private void checkSome(Operator operator, Intrinsic intrinsic, IntrinsicInterpreter instruction) {
    Configuration sample = operator.samples().get(random.nextInt(operator.samples().size()));
    Layout layout = random.nextBoolean() ? Layout.CHANNELS_FIRST : Layout.CHANNELS_LAST;
    Computation computation =
        operator.computation(
            sample, MappingSweep.options(layout, OperatorTypes.of(intrinsic.compute())));
    List<Mapping> mappings = EnumerateMappings.of(computation, intrinsic, AS_WRITTEN).accepted();
    if (mappings.isEmpty()) {
      mappings = EnumerateMappings.of(computation, intrinsic, EVERY).accepted();
    }
    for (int i = 0; i < TRIES && !mappings.isEmpty(); i++) {
      Placements placements = Placements.of(mappings.get(random.nextInt(mappings.size())));
      if (MappingSweep.lanes(placements) <= FEW_LANES || i == TRIES - 1) {
        MappingCheck check = MappingCheck.of(computation, random);
        List<List<Placement>> combinations = MappingSweep.eachPlacement(placements);
        check(
            check,
            sample,
            placements,
            combinations.get(random.nextInt(combinations.size())),
            instruction);
        return;
      }
    }
  }

  private void check(
      MappingCheck check,
      Configuration sample,
      Placements placements,
      List<Placement> combination,
      IntrinsicInterpreter instruction) {
    checked++;
    assertThat(check.failure(placements.map(combination), instruction))
        .as(
            "%s on %s by %s, %s",
            sample,
            placements.mapping().intrinsic().name(),
            MappingText.print(placements.mapping()),
            combination)
        .isEmpty();
  }
}
