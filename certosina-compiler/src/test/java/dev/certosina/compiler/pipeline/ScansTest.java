package dev.certosina.compiler.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.compiler.texpr.TensorProgramInterpreter;
import dev.certosina.compiler.texpr.TensorValue;
import dev.certosina.runtime.exec.CpuFeatures;
import dev.certosina.testkit.ProgramText;
import dev.certosina.testkit.Seed;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Scans and long sums along rows, on machine code.
class ScansTest {
  static Stream<Target> targets() {
    return ProgramRun.targets().stream();
  }

  @ParameterizedTest
  @MethodSource("targets")
  void giveWhatTheReductionsTheyStandForGive(Target target) {
    TensorProgram program =
        ProgramText.parse(
            """
            tensor x: f32[5, x.1]
            tensor sums: f32[5, x.1]
            tensor part: f32[5, 21]
            tensor largest: f32[5, x.1]
            tensor products: f32[5, x.1]
            tensor down: f32[x.1, 5]
            tensor after: f32[5, x.1]
            input x
            output part
            output largest
            output products
            output down
            output after
            compute a (m < 5, n < x.1; k < x.1)
              sums[m, n] sum= select((index(k) <= index(n)), x[m, k], 0.0:f32)
            compute b (m < 5, n < 21; k < x.1)
              part[m, n] sum= select((index(k) <= index(n)), x[m, k], 0.0:f32)
            compute c (m < 5, n < x.1; k < x.1)
              largest[m, n] max= select((index(k) <= index(n)), (x[m, k] * x[m, k]), -inf:f32)
            compute d (m < 5, n < x.1; k < x.1)
              products[m, n] product= select((index(k) <= index(n)), x[m, k], 1.0:f32)
            compute e (n < x.1, m < 5; k < x.1)
              down[n, m] sum= select((index(k) <= index(n)), x[m, k], 0.0:f32)
            compute f (m < 5, n < x.1)
              after[m, n] = (sums[m, n] - x[m, n])
            """);
    compare(target, program, 0, 1, 2, 15, 16, 17, 20, 21, 22, 31, 32, 33, 64, 100);
  }

  /// Rows that keep several vectors of partial results.
  @ParameterizedTest
  @MethodSource("targets")
  void reduceLongRows(Target target) {
    for (int n : new int[] {511, 512, 513, 575, 576, 577, 640}) {
      TensorProgram program =
          ProgramText.parse(
              """
              tensor x: f32[x.0, #]
              tensor s: f32[x.0]
              tensor q: f32[x.0]
              tensor m: f32[x.0]
              input x
              output q
              output m
              compute a (m < x.0; k < #)
                s[m] sum= x[m, k]
              compute b (m < x.0; k < #)
                q[m] sum= ((x[m, k] - (s[m] / 512.0:f32)) * (x[m, k] - (s[m] / 512.0:f32)))
              compute c (m < x.0; k < #)
                m[m] min= x[m, k]
              """
                  .replace("#", Integer.toString(n)));
      Random random = new Random(Seed.value());
      try (CompiledProgram compiled = new CompiledProgram(target, true, List.of(program))) {
        compare(program, compiled, inputs(random, 3, n));
      }
    }
  }

  private static void compare(Target target, TensorProgram program, int... extents) {
    assumeTrue(target.runsOn(CpuFeatures.flags()), "no " + target.name());
    Random random = new Random(Seed.value());
    try (CompiledProgram compiled = new CompiledProgram(target, true, List.of(program))) {
      for (int extent : extents) {
        compare(program, compiled, inputs(random, 5, extent));
      }
    }
  }

  private static Map<String, TensorValue> inputs(Random random, int rows, int columns) {
    float[] data = new float[rows * columns];
    for (int i = 0; i < data.length; i++) {
      data[i] = random.nextFloat() * 2 - 1;
    }
    return Map.of("x", TensorValue.ofFloats(data, rows, columns));
  }

  private static void compare(
      TensorProgram program, CompiledProgram compiled, Map<String, TensorValue> inputs) {
    var found = compiled.run(inputs);
    List<TensorValue> expected = TensorProgramInterpreter.run(program, inputs);
    for (int i = 0; i < expected.size(); i++) {
      String name = program.outputs().get(i);
      TensorValue value = ProgramValues.of(Objects.requireNonNull(found.get(name)));
      assertThat(ProgramValues.difference(value, expected.get(i), 1e-4))
          .as("%s of %s", name, inputs)
          .isEmpty();
    }
  }
}
