package dev.certosina.compiler.mapping.check;

import static org.assertj.core.api.Assertions.assertThat;

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
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Accelerators;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.testkit.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Mappings of the fifteen operators, at awkward small sizes, onto the built-in accelerators.
class OperatorMappingsTest {
  private static final MappingOptions AS_WRITTEN = MappingOptions.DEFAULT;
  private static final MappingOptions EVERY = AS_WRITTEN.withSwap(true).withUnitAxes(true);
  private static final long BATCH = 2;
  private static final int TRIES = 4;
  private static final long FEW_LANES = 50_000;
  private static final long MANY_LANES = 10_000_000;
  private static final int UNIT_AXES_TRIED = 6;
  private static final long MOST_LISTED = 5000;
  private static final int MOST_PLACED_EVERY_WAY = 50;

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

  /// All mappings with the operands as written (where there are many, each with one of its
  /// placements in turn), and a sample of those with swapped operands and inserted unit axes, of
  /// which there are hundreds of thousands.
  @Test
  @Tag("slow")
  void agreesOnAllMappingsOfEachOperatorOnEachIntrinsic() {
    for (Accelerator accelerator : Accelerators.builtIn()) {
      for (Intrinsic intrinsic : accelerator.intrinsics()) {
        IntrinsicInterpreter instruction = new IntrinsicInterpreter(intrinsic);
        for (Operator operator : Operators.all()) {
          for (int i = 0; i < operator.samples().size(); i++) {
            Layout layout = i % 2 == 0 ? Layout.CHANNELS_FIRST : Layout.CHANNELS_LAST;
            checkAll(operator, operator.samples().get(i), layout, intrinsic, instruction);
          }
        }
      }
      System.out.println(accelerator.name() + ": " + checked + " executions so far");
    }
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

  private static OperatorOptions options(Layout layout, OperatorTypes types) {
    return OperatorOptions.DEFAULT.withBatch(BATCH).withLayout(layout).withTypes(types);
  }

  /// Operands may be swapped only where their types are, too.
  private static Set<OperatorTypes> types(Intrinsic intrinsic) {
    OperatorTypes types = OperatorTypes.of(intrinsic.compute());
    Set<OperatorTypes> both = new LinkedHashSet<>(List.of(types));
    both.add(new OperatorTypes(types.right(), types.left(), types.destination()));
    return both;
  }

  private void checkAll(
      Operator operator,
      Configuration sample,
      Layout layout,
      Intrinsic intrinsic,
      IntrinsicInterpreter instruction) {
    OperatorTypes written = OperatorTypes.of(intrinsic.compute());
    for (OperatorTypes types : types(intrinsic)) {
      Computation computation = operator.computation(sample, options(layout, types));
      MappingCheck check = MappingCheck.of(computation, random);
      if (types.equals(written)) {
        List<Mapping> mappings =
            EnumerateMappings.of(computation, intrinsic, AS_WRITTEN).accepted();
        for (int i = 0; i < mappings.size(); i++) {
          Placements placements = Placements.of(mappings.get(i));
          List<List<Placement>> combinations = eachPlacement(placements);
          if (mappings.size() > MOST_PLACED_EVERY_WAY) {
            combinations = List.of(combinations.get(i % combinations.size()));
          }
          for (List<Placement> combination : combinations) {
            check(check, sample, placements, combination, instruction);
          }
        }
      }
      for (Placements placements : someWithUnitAxes(computation, intrinsic)) {
        for (List<Placement> combination : eachPlacement(placements)) {
          check(check, sample, placements, combination, instruction);
        }
      }
    }
  }

  private List<Placements> someWithUnitAxes(Computation computation, Intrinsic intrinsic) {
    if (EnumerateMappings.count(computation, intrinsic, EVERY) > MOST_LISTED) {
      return List.of();
    }
    List<Mapping> mappings = EnumerateMappings.of(computation, intrinsic, EVERY).accepted();
    List<Placements> some = new ArrayList<>();
    for (int i = 0; i < UNIT_AXES_TRIED && !mappings.isEmpty(); i++) {
      Placements placements = Placements.of(mappings.get(random.nextInt(mappings.size())));
      if (lanes(placements) <= MANY_LANES) {
        some.add(placements);
      }
    }
    return some;
  }

  private void checkSome(Operator operator, Intrinsic intrinsic, IntrinsicInterpreter instruction) {
    Configuration sample = operator.samples().get(random.nextInt(operator.samples().size()));
    Layout layout = random.nextBoolean() ? Layout.CHANNELS_FIRST : Layout.CHANNELS_LAST;
    Computation computation =
        operator.computation(sample, options(layout, OperatorTypes.of(intrinsic.compute())));
    List<Mapping> mappings = EnumerateMappings.of(computation, intrinsic, AS_WRITTEN).accepted();
    if (mappings.isEmpty()) {
      mappings = EnumerateMappings.of(computation, intrinsic, EVERY).accepted();
    }
    for (int i = 0; i < TRIES && !mappings.isEmpty(); i++) {
      Placements placements = Placements.of(mappings.get(random.nextInt(mappings.size())));
      if (lanes(placements) <= FEW_LANES || i == TRIES - 1) {
        MappingCheck check = MappingCheck.of(computation, random);
        List<List<Placement>> combinations = eachPlacement(placements);
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

  /// Lanes that are loaded in all calls: what an execution costs.
  private static long lanes(Placements placements) {
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
  private static List<List<Placement>> eachPlacement(Placements placements) {
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
