package dev.certosina.compiler.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.certosina.Executable;
import dev.certosina.Model;
import dev.certosina.ModelException;
import dev.certosina.Options;
import dev.certosina.Session;
import dev.certosina.Tensor;
import dev.certosina.compiler.mapping.Placement;
import dev.certosina.compiler.schedule.nest.NestChoice;
import dev.certosina.compiler.schedule.nest.NestSchedule;
import dev.certosina.compiler.target.Targets;
import dev.certosina.compiler.texpr.TensorValue;
import dev.certosina.runtime.exec.CpuFeatures;
import dev.certosina.testkit.Seed;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Convolutions in every placement under random schedules, on machine code, against a plain loop.
class CompileComputationTest {
  private static final SampleConvolution CONVOLUTION = new SampleConvolution(7, 5, 37);
  private static final List<Placement> SOURCES =
      List.of(Placement.IN_PLACE, Placement.PADDED, Placement.GATHER);
  private static final List<Placement> OTHERS =
      List.of(Placement.IN_PLACE, Placement.PACKED, Placement.GATHER);

  @TempDir private Path folder;

  private final float[] input = floats(7 * 7 * 5, 1);
  private final float[] weight = floats(3 * 3 * 5 * 37, 2);

  @Test
  void givesTheSumsOfAPlainLoopBitForBit() {
    requireHost();
    RandomGenerator random = Seed.generator();
    float[] expected = expected();
    for (Placement source : SOURCES) {
      for (Placement weights : OTHERS) {
        for (Placement output : OTHERS) {
          NestSchedule schedule = schedule(random, List.of(source, weights, output));
          NestChoice choice = new NestChoice(CONVOLUTION.map(source, weights, output), schedule);
          assertThat(run(choice, random.nextBoolean(), random.nextBoolean()))
              .as("%s", schedule)
              .isEqualTo(expected);
        }
      }
    }
  }

  @Test
  void refusesScheduleThatDoesNotFit() {
    List<Placement> places = List.of(Placement.PADDED, Placement.PACKED, Placement.IN_PLACE);
    List<String> order = List.of("p", "q", "tile_j", "r", "s", "c");
    refuses(
        new NestSchedule(places, List.of("p", "q"), Map.of(), List.of(), 0, 0),
        "schedule of 'conv': found loops [p, q], needed an order of [p, q, tile_j, r, s, c]");
    refuses(
        new NestSchedule(places, order, Map.of("c", 2), List.of(), 0, 0),
        "schedule of 'conv': found register factor 2 of c, needed one above 0 of a spatial loop");
    refuses(
        new NestSchedule(places, order, Map.of(), List.of(), 4, 0),
        "schedule of 'conv': found reduction loop r among 4 parallel loops, needed spatial ones");
  }

  private void refuses(NestSchedule schedule, String message) {
    NestChoice choice =
        new NestChoice(
            CONVOLUTION.map(Placement.PADDED, Placement.PACKED, Placement.IN_PLACE), schedule);
    assertThatThrownBy(() -> compiler(false).module(choice, Map.of()))
        .isInstanceOf(ModelException.class)
        .hasMessage(message);
  }

  /// Reduction loops keep their order, so sums do.
  private static NestSchedule schedule(RandomGenerator random, List<Placement> placements) {
    List<String> order = new ArrayList<>(List.of("p", "q", "tile_j"));
    Collections.shuffle(order, new Random(random.nextLong()));
    int parallel = random.nextInt(4);
    int position = 1;
    for (String loop : List.of("r", "s", "c")) {
      position = Math.max(parallel, position + random.nextInt(order.size() - position + 1));
      order.add(position, loop);
      position++;
    }
    Map<String, Integer> registers = new LinkedHashMap<>();
    registers.put("q", random.nextInt(1, 8));
    registers.put("tile_j", random.nextInt(1, 4));
    List<String> unrolled = random.nextBoolean() ? List.of("s") : List.of();
    return new NestSchedule(
        placements, order, registers, unrolled, parallel, random.nextInt(2) * 3);
  }

  private static void requireHost() {
    assumeTrue(
        Targets.X86_64_V4.runsOn(CpuFeatures.flags()),
        () -> "this processor cannot run " + Targets.X86_64_V4);
  }

  private static CompileComputation compiler(boolean checked) {
    return new CompileComputation(
        new CompileOptions(List.of(Targets.X86_64_V4), checked, CompiledProgram.LIBRARY));
  }

  /// @param ahead whether the weight is known when compiling
  private float[] run(NestChoice choice, boolean checked, boolean ahead) {
    Path file = folder.resolve("nest.cex");
    TensorValue weights = TensorValue.ofFloats(weight, 3, 3, 5, 37);
    compiler(checked).compile(choice, ahead ? Map.of("W", weights) : Map.of(), file);
    Map<String, Tensor> inputs = new LinkedHashMap<>();
    inputs.put("I", tensor(TensorValue.ofFloats(input, 7, 7, 5)));
    if (!ahead) {
      inputs.put("W", tensor(weights));
    }
    Options options = Options.builder().threads(2).target(Targets.X86_64_V4.name()).build();
    try (Model model = Executable.load(file, options);
        Session session = model.newSession()) {
      return Objects.requireNonNull(session.run(inputs).get("O")).toFloatArray();
    }
  }

  private static Tensor tensor(TensorValue value) {
    long[] shape = value.shape().stream().mapToLong(Long::longValue).toArray();
    return Tensor.of(value.data(), value.type(), shape);
  }

  private float[] expected() {
    float[] sums = new float[7 * 7 * 37];
    for (int p = 0; p < 7; p++) {
      for (int q = 0; q < 7; q++) {
        for (int k = 0; k < 37; k++) {
          sums[(p * 7 + q) * 37 + k] = expected(p, q, k);
        }
      }
    }
    return sums;
  }

  private float expected(int p, int q, int k) {
    float sum = 0;
    for (int tap = 0; tap < 9; tap++) {
      int row = p + tap / 3 - 1;
      int column = q + tap % 3 - 1;
      boolean inside = row >= 0 && row < 7 && column >= 0 && column < 7;
      for (int c = 0; c < 5; c++) {
        float value = inside ? input[(row * 7 + column) * 5 + c] : 0;
        sum = Math.fma(value, weight[(tap * 5 + c) * 37 + k], sum);
      }
    }
    return sum;
  }

  private static float[] floats(int count, long seed) {
    Random random = new Random(seed);
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = random.nextFloat(-1, 1);
    }
    return Arrays.copyOf(values, count);
  }
}
