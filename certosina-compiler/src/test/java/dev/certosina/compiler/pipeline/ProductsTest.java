package dev.certosina.compiler.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.certosina.Tensor;
import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.target.Targets;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.compiler.texpr.TensorProgramInterpreter;
import dev.certosina.compiler.texpr.TensorValue;
import dev.certosina.runtime.exec.CpuFeatures;
import dev.certosina.testkit.ProgramText;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Matrix products of every height and width, on machine code.
class ProductsTest {
  private static final int[] WIDTHS = {1, 2, 15, 16, 17, 31, 32, 33, 47, 48, 49, 64, 95, 96, 100};
  private static final int K = 19;

  static Stream<Target> targets() {
    return Stream.of(Targets.X86_64_V3, Targets.X86_64_V4);
  }

  /// Whatever tiles cover the rows, a row's sums are the same.
  @ParameterizedTest
  @MethodSource("targets")
  void giveEveryRowTheSameBitsAtEveryHeight(Target target) {
    requireHost(target);
    StringBuilder text = new StringBuilder("tensor x: f32[x.0, %d]\ninput x\n".formatted(K));
    for (int n : WIDTHS) {
      text.append(product("y" + n, "x.0", "c" + n, "%d, %d".formatted(K, n), n, "k, n"));
    }
    TensorProgram program = ProgramText.parse(text.toString());
    float[] all = randomFloats(512 * K);
    try (CompiledProgram compiled = new CompiledProgram(target, false, List.of(program))) {
      Map<String, Tensor> whole = compiled.run(Map.of("x", TensorValue.ofFloats(all, 512, K)));
      for (int m = 1; m <= 64; m++) {
        float[] some = Arrays.copyOf(all, m * K);
        Map<String, Tensor> part = compiled.run(Map.of("x", TensorValue.ofFloats(some, m, K)));
        for (int n : WIDTHS) {
          float[] rows = output(part, "y" + n).toFloatArray();
          float[] expected = Arrays.copyOf(output(whole, "y" + n).toFloatArray(), m * n);
          assertThat(rows).as("%d rows of %d columns", m, n).isEqualTo(expected);
        }
      }
    }
  }

  /// Widths that are known only when the program runs: packed from `[k, n]` and from `[n, k]`.
  @ParameterizedTest
  @MethodSource("targets")
  void coverEveryWidthExactly(Target target) {
    requireHost(target);
    TensorProgram program =
        ProgramText.parse(
            """
            tensor x: f32[7, x.1]
            tensor w: f32[x.1, w.1]
            tensor v: f32[w.1, x.1]
            tensor y: f32[7, w.1]
            tensor z: f32[7, w.1]
            input x
            input w
            input v
            output y
            output z
            compute a (m < 7, n < w.1; k < x.1)
              y[m, n] sum= (x[m, k] * w[k, n])
            compute b (m < 7, n < w.1; k < x.1)
              z[m, n] sum= (x[m, k] * v[n, k])
            """);
    try (CompiledProgram compiled = new CompiledProgram(target, true, List.of(program))) {
      for (int n = 0; n <= 100; n++) {
        for (int k : new int[] {0, 1, 8, 33}) {
          Map<String, TensorValue> inputs = new HashMap<>();
          inputs.put("x", TensorValue.ofFloats(randomFloats(7 * k), 7, k));
          inputs.put("w", TensorValue.ofFloats(randomFloats(k * n), k, n));
          inputs.put("v", TensorValue.ofFloats(randomFloats(k * n), n, k));
          compare(program, compiled, inputs, "n=" + n + " k=" + k);
        }
      }
    }
  }

  private static void compare(
      TensorProgram program,
      CompiledProgram compiled,
      Map<String, TensorValue> inputs,
      String what) {
    Map<String, Tensor> found = compiled.run(inputs);
    List<TensorValue> expected = TensorProgramInterpreter.run(program, inputs);
    for (int i = 0; i < expected.size(); i++) {
      String name = program.outputs().get(i);
      assertThat(
              ProgramValues.difference(
                  ProgramValues.of(output(found, name)), expected.get(i), 1e-5))
          .as("%s at %s", name, what)
          .isEmpty();
    }
  }

  /// A right operand packed by the compiler and the same one packed by the program.
  @ParameterizedTest
  @MethodSource("targets")
  void readTheSamePanelsHoweverTheyWerePacked(Target target) {
    requireHost(target);
    StringBuilder text = new StringBuilder("tensor x: f32[11, %d]\ninput x\n".formatted(K));
    for (int n : WIDTHS) {
      String rows = "%d, %d".formatted(K, n);
      String columns = "%d, %d".formatted(n, K);
      text.append("input w%d\ninput v%d\n".formatted(n, n));
      text.append(product("a" + n, "11", "c" + n, rows, n, "k, n"));
      text.append(product("b" + n, "11", "w" + n, rows, n, "k, n"));
      text.append(product("d" + n, "11", "ct" + n, columns, n, "n, k"));
      text.append(product("e" + n, "11", "v" + n, columns, n, "n, k"));
    }
    TensorProgram program = ProgramText.parse(text.toString());
    Map<String, TensorValue> inputs = new HashMap<>();
    inputs.put("x", TensorValue.ofFloats(randomFloats(11 * K), 11, K));
    for (int n : WIDTHS) {
      inputs.put("w" + n, TensorValue.ofFloats(countingUp(K * n), K, n));
      inputs.put("v" + n, TensorValue.ofFloats(countingUp(K * n), n, K));
    }
    try (CompiledProgram compiled = new CompiledProgram(target, true, List.of(program))) {
      Map<String, Tensor> found = compiled.run(inputs);
      for (int n : WIDTHS) {
        assertThat(output(found, "a" + n).toFloatArray())
            .as("%d columns", n)
            .isEqualTo(output(found, "b" + n).toFloatArray());
        assertThat(output(found, "d" + n).toFloatArray())
            .as("%d columns, transposed", n)
            .isEqualTo(output(found, "e" + n).toFloatArray());
      }
    }
  }

  /// Panels of a batch of right operands, laid out ahead of time.
  @ParameterizedTest
  @MethodSource("targets")
  void packBatchesAheadOfTime(Target target) {
    requireHost(target);
    TensorProgram program =
        ProgramText.parse(
            """
            tensor x: f32[3, 5, 10]
            tensor c1: f32[3, 10, 50]
            tensor c2: f32[50, 3, 10]
            tensor y: f32[3, 5, 50]
            tensor z: f32[3, 5, 50]
            tensor w: f32[3, 5, 50]
            input x
            output y
            output z
            output w
            compute a (b < 3, m < 5, n < 50; k < 10)
              y[b, m, n] sum= (x[b, m, k] * c1[b, k, n])
            compute d (b < 3, m < 5, n < 50; k < 10)
              z[b, m, n] sum= (x[b, m, k] * c2[n, b, k])
            compute e (b < 3, m < 5, n < 50; k < 10)
              w[b, m, n] sum= (x[0, m, k] * c1[b, k, n])
            """);
    Map<String, TensorValue> inputs =
        Map.of("x", TensorValue.ofFloats(smallIntegers(150), 3, 5, 10));
    try (CompiledProgram compiled = new CompiledProgram(target, true, List.of(program))) {
      Map<String, Tensor> found = compiled.run(inputs);
      List<TensorValue> expected = TensorProgramInterpreter.run(program, inputs);
      assertThat(output(found, "y").toFloatArray()).isEqualTo(expected.get(0).toFloats());
      assertThat(output(found, "z").toFloatArray()).isEqualTo(expected.get(1).toFloats());
      assertThat(output(found, "w").toFloatArray()).isEqualTo(expected.get(2).toFloats());
    }
  }

  private static void requireHost(Target target) {
    assumeTrue(target.runsOn(CpuFeatures.flags()), () -> "this processor cannot run " + target);
  }

  private static String product(
      String y, String rows, String w, String shape, int n, String coordinates) {
    return """
    tensor %1$s: f32[%2$s, %5$d]
    tensor %3$s: f32[%4$s]
    output %1$s
    compute %1$s (m < %2$s, n < %5$d; k < %7$d)
      %1$s[m, n] sum= (x[m, k] * %3$s[%6$s])
    """
        .formatted(y, rows, w, shape, n, coordinates, K);
  }

  private static Tensor output(Map<String, Tensor> outputs, String name) {
    return Objects.requireNonNull(outputs.get(name), name);
  }

  private static float[] randomFloats(int count) {
    Random random = new Random(count);
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = random.nextFloat(-1, 1);
    }
    return values;
  }

  private static float[] smallIntegers(int count) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = i % 7 - 3;
    }
    return values;
  }

  private static float[] countingUp(int count) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = i + 1;
    }
    return values;
  }
}
