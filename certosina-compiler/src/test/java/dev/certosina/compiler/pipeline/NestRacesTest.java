package dev.certosina.compiler.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.MappingSamples;
import dev.certosina.compiler.mapping.MappingText;
import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.mapping.PhysicalMapping.Loop;
import dev.certosina.compiler.mapping.Placement;
import dev.certosina.compiler.mapping.Placements;
import dev.certosina.compiler.mapping.check.MappingCheck;
import dev.certosina.compiler.schedule.nest.NestChoice;
import dev.certosina.compiler.schedule.nest.NestSchedule;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Accelerators;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.target.Targets;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.compiler.texpr.TensorValue;
import dev.certosina.testkit.Seed;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Tasks of one nest own their elements.
class NestRacesTest {
  private static final int TILINGS = 8;

  /// Sums that stay in memory between the steps of an outer reduction are loaded lane by lane where
  /// they are scattered; padding lanes have none.
  @Test
  void areNoneWhereScatteredSumsAreLoadedAgain() {
    Accelerator accelerator = Accelerators.find("x86-avx2");
    Intrinsic intrinsic =
        accelerator.intrinsics().stream()
            .filter(candidate -> candidate.name().equals("fma_broadcast_f32"))
            .findFirst()
            .orElseThrow();
    Computation computation =
        MappingSamples.computation("O[n,m] += S[m,k] * T[k,n]", "m=5 n=9 k=3");
    Mapping mapping = MappingText.parse("i<-n", computation, intrinsic);
    List<Placement> placed = List.of(Placement.GATHER, Placement.GATHER, Placement.GATHER);
    PhysicalMapping physical = Placements.of(mapping).map(placed);
    List<String> loops = physical.loops().stream().map(Loop::name).toList();
    assertThat(loops).containsExactlyInAnyOrder("m", "k", "tile_i");
    NestSchedule schedule =
        new NestSchedule(placed, List.of("m", "k", "tile_i"), Map.of(), List.of(), 1, 0);
    CompileOptions options =
        new CompileOptions(
            List.of(Targets.of(accelerator).orElseThrow()), false, CompiledProgram.LIBRARY);
    CompiledModel model =
        new CompileComputation(options).kernels(new NestChoice(physical, schedule), Map.of());
    Random random = new Random(Seed.value());
    Map<String, TensorValue> inputs = inputs(computation, random);
    for (int i = 0; i < TILINGS; i++) {
      KernelRun run =
          new KernelRun(model, 0, model.program().variants().getFirst(), Map.of(), random);
      assertThat(run.run(inputs)).hasSize(1);
    }
  }

  private static Map<String, TensorValue> inputs(Computation computation, Random random) {
    Map<String, TensorValue> inputs = new LinkedHashMap<>();
    MappingCheck.of(computation, random)
        .operands()
        .forEach((name, elements) -> {
          Tensor tensor = computation.tensor(name);
          inputs.put(
              name,
              new TensorValue(
                  tensor.type(), NativeMapping.shape(tensor), NativeMapping.encode(elements)));
        });
    return inputs;
  }
}
