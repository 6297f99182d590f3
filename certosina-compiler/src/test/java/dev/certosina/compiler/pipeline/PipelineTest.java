package dev.certosina.compiler.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.compiler.graph.Graph;
import dev.certosina.compiler.kernel.Kernel;
import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.target.Targets;
import dev.certosina.compiler.texpr.LowerGraph;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.compiler.texpr.TensorProgramInterpreter;
import dev.certosina.compiler.texpr.TensorValue;
import dev.certosina.runtime.exec.CpuFeatures;
import dev.certosina.testkit.OnnxBuilder;
import dev.certosina.testkit.ProgramText;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PipelineTest {
  private static final List<Target> TARGETS = List.of(Targets.X86_64_V3, Targets.X86_64_V4);

  /// Two layers that differ in their weights alone.
  private static final TensorProgram LAYERS =
      ProgramText.parse(
          """
          tensor x: f32[x.0, 32]
          tensor c1: f32[32, 32]
          tensor c2: f32[32, 32]
          tensor b1: f32[x.0, 32]
          tensor t1: f32[x.0, 32]
          tensor b2: f32[x.0, 32]
          tensor y: f32[x.0, 32]
          input x
          output y
          compute p1 (m < x.0, n < 32; k < 32)
            b1[m, n] sum= (x[m, k] * c1[k, n])
          compute a1 (m < x.0, n < 32)
            t1[m, n] = tanh(b1[m, n])
          compute p2 (m < x.0, n < 32; k < 32)
            b2[m, n] sum= (t1[m, k] * c2[k, n])
          compute a2 (m < x.0, n < 32)
            y[m, n] = tanh(b2[m, n])
          """);

  @Test
  void sharesKernelsBetweenVariants() {
    CompiledModel once = CompiledProgram.kernels(TARGETS, List.of(LAYERS));
    CompiledModel twice = CompiledProgram.kernels(TARGETS, List.of(LAYERS, LAYERS));
    assertThat(twice.modules()).isEqualTo(once.modules());
    assertThat(twice.weights()).hasSameSizeAs(once.weights());
    assertThat(twice.program().variants()).hasSize(2);
  }

  @Test
  void sharesKernelsBetweenEqualStages() {
    TensorProgram blocks =
        ProgramText.parse(
            """
            tensor x: f32[x.0, 32]
            tensor c1: f32[32, 16]
            tensor c2: f32[32, 16]
            tensor y: f32[x.0, 16]
            tensor z: f32[x.0, 16]
            input x
            output y
            output z
            compute p1 (m < x.0, n < 16; k < 32)
              y[m, n] sum= (x[m, k] * c1[k, n])
            compute p2 (m < x.0, n < 16; k < 32)
              z[m, n] sum= (x[m, k] * c2[k, n])
            """);
    CompiledModel model = CompiledProgram.kernels(TARGETS, List.of(blocks));
    assertThat(model.modules().getFirst().kernels())
        .filteredOn(kernel -> kernel.linkage() == Kernel.Linkage.ENTRY)
        .hasSize(1);
  }

  @Test
  void givesTheSameBytesEveryTime() {
    byte[] first = CompiledProgram.bytes(TARGETS, false, List.of(LAYERS));
    byte[] second = CompiledProgram.bytes(TARGETS, false, List.of(LAYERS));
    assertThat(second).isEqualTo(first);
  }

  @Test
  void runsTheFirstVariantWhoseGuardsHold() {
    requireHost();
    String text =
        """
        tensor x: f32[x.0]
        tensor w: f32[w.0]
        tensor y: f32[x.0]
        input x
        input w
        output y
        compute e (i < x.0)
          y[i] = (x[i] + 1.0:f32)
        """;
    TensorProgram equal =
        ProgramText.parse("guard x.0 == w.0\n" + text.replace("1.0:f32", "2.0:f32"));
    TensorProgram general = ProgramText.parse(text);
    try (CompiledProgram compiled =
        new CompiledProgram(Targets.X86_64_V3, false, List.of(equal, general))) {
      assertThat(compiled.runForOne(vectors(3, 3)).toFloatArray()).containsExactly(2, 3, 4);
      assertThat(compiled.runForOne(vectors(3, 1)).toFloatArray()).containsExactly(1, 2, 3);
    }
  }

  @Test
  void broadcastsExtentsThatAreKnownOnlyWhenTheModelRuns() {
    requireHost();
    Graph graph =
        new OnnxBuilder(17)
            .input("x", ElementType.FLOAT32, "a")
            .input("w", ElementType.FLOAT32, "b")
            .node("Add", List.of("x", "w"), List.of("y"))
            .output("y")
            .graph();
    List<TensorProgram> variants =
        Pipeline.variants(graph).stream().map(LowerGraph::lower).toList();
    assertThat(variants).hasSize(2);
    for (List<TensorProgram> choice : List.of(variants, List.of(variants.getLast()))) {
      try (CompiledProgram compiled = new CompiledProgram(Targets.X86_64_V3, true, choice)) {
        assertThat(compiled.runForOne(vectors(3, 3)).toFloatArray()).containsExactly(0, 2, 4);
        assertThat(compiled.runForOne(vectors(4, 1)).toFloatArray()).containsExactly(0, 1, 2, 3);
        assertThat(compiled.runForOne(vectors(1, 4)).toFloatArray()).containsExactly(0, 1, 2, 3);
        assertThat(compiled.runForOne(vectors(0, 1)).toFloatArray()).isEmpty();
        assertThatThrownBy(() -> compiled.run(vectors(2, 3))).isInstanceOf(ModelException.class);
      }
    }
  }

  @Test
  void multipliesBatchesThatBroadcastOnlyWhenTheModelRuns() {
    requireHost();
    Graph graph =
        new OnnxBuilder(17)
            .input("x", ElementType.FLOAT32, "a", "m", 8)
            .input("w", ElementType.FLOAT32, "b", 8, "n")
            .input("v", ElementType.FLOAT32, "c", 1, "d")
            .node("MatMul", List.of("x", "w"), List.of("t"))
            .node("Add", List.of("t", "v"), List.of("u"))
            .node("Softmax", List.of("u"), List.of("y"), node -> node.set("axis", -1L))
            .output("y")
            .graph();
    List<TensorProgram> variants =
        Pipeline.variants(graph).stream().map(LowerGraph::lower).toList();
    TensorProgram general = variants.getLast();
    long[][] extents = {
      // a, m, b, n, c, d
      {2, 5, 2, 17, 2, 17},
      {1, 5, 3, 17, 1, 1},
      {3, 5, 1, 16, 3, 16},
      {1, 1, 1, 1, 4, 33},
      {2, 3, 2, 48, 1, 48},
      {0, 3, 1, 5, 1, 5},
      {2, 0, 2, 5, 1, 1},
    };
    for (List<TensorProgram> choice : List.of(variants, List.of(general))) {
      try (CompiledProgram compiled = new CompiledProgram(Targets.X86_64_V3, true, choice)) {
        for (long[] e : extents) {
          Map<String, TensorValue> inputs =
              Map.of(
                  "x", fractions(e[0], e[1], 8),
                  "w", fractions(e[2], 8, e[3]),
                  "v", fractions(e[4], 1, e[5]));
          TensorValue expected = TensorProgramInterpreter.run(general, inputs).getFirst();
          TensorValue found = ProgramValues.of(compiled.runForOne(inputs));
          assertThat(ProgramValues.difference(found, expected, 1e-6))
              .as(Arrays.toString(e))
              .isEmpty();
        }
      }
    }
  }

  private static TensorValue fractions(long... shape) {
    float[] values = new float[Math.toIntExact(Arrays.stream(shape).reduce(1, (a, b) -> a * b))];
    for (int i = 0; i < values.length; i++) {
      values[i] = (i * 7 % 13 - 6) / 8f;
    }
    return TensorValue.ofFloats(values, shape);
  }

  @Test
  void refusesGatheredIndicesOutsideTheTable() {
    requireHost();
    TensorProgram program =
        ProgramText.parse(
            """
            tensor x: f32[5, 3]
            tensor n: i64[n.0]
            tensor y: f32[n.0, 3]
            input x
            input n
            output y
            compute e (i < n.0, j < 3)
              y[i, j] = x[@(n[i]), j]
            """);
    TensorValue table = TensorValue.ofFloats(new float[15], 5, 3);
    for (boolean checked : new boolean[] {false, true}) {
      try (CompiledProgram compiled =
          new CompiledProgram(Targets.X86_64_V3, checked, List.of(program))) {
        for (long index : new long[] {5, -6, Long.MAX_VALUE, Long.MIN_VALUE}) {
          TensorValue indices = TensorValue.ofLongs(new long[] {0, -5, index}, 3);
          assertThatThrownBy(() -> compiled.run(Map.of("x", table, "n", indices)))
              .isInstanceOf(ModelException.class)
              .hasMessageContaining(Long.toString(index));
        }
        TensorValue inside = TensorValue.ofLongs(new long[] {4, -5}, 2);
        assertThat(compiled.runForOne(Map.of("x", table, "n", inside)).shape())
            .containsExactly(2, 3);
      }
    }
  }

  /// The first element of every row is read before the loop over the row, which may be empty.
  @Test
  void touchesNoMemoryForEmptyLoops() {
    requireHost();
    TensorProgram program =
        ProgramText.parse(
            """
            tensor x: f32[x.0, x.1]
            tensor n: i64[x.0]
            tensor y: f32[x.0, x.1]
            tensor z: f32[x.0, x.1]
            input x
            input n
            output y
            output z
            compute e (i < x.0, j < x.1)
              y[i, j] = (x[i, j] - x[i, (x.1 - 1)])
            compute f (i < x.0, j < x.1)
              z[i, j] = x[i, @(n[i])]
            """);
    try (CompiledProgram compiled =
        new CompiledProgram(Targets.X86_64_V3, true, List.of(program))) {
      Map<String, TensorValue> inputs =
          Map.of(
              "x",
              TensorValue.ofFloats(new float[0], 3, 0),
              "n",
              TensorValue.ofLongs(new long[] {1, 2, 3}, 3));
      assertThat(compiled.run(inputs)).hasSize(2);
    }
  }

  /// The right operand is a slice of a tensor that has no elements, and no row ever needs it.
  @Test
  void packsNothingForProductsWithoutRows() {
    requireHost();
    TensorProgram program =
        ProgramText.parse(
            """
            tensor x: f32[x.0, 4, 5]
            tensor w: f32[x.0, 4]
            tensor y: f32[x.0, 5]
            input x
            input w
            output y
            compute e (m < x.0, n < 5; k < 4)
              y[m, n] sum= (w[m, k] * x[0, k, n])
            """);
    try (CompiledProgram compiled =
        new CompiledProgram(Targets.X86_64_V3, true, List.of(program))) {
      Map<String, TensorValue> inputs =
          Map.of(
              "x",
              TensorValue.ofFloats(new float[0], 0, 4, 5),
              "w",
              TensorValue.ofFloats(new float[0], 0, 4));
      assertThat(compiled.runForOne(inputs).shape()).containsExactly(0, 5);
    }
  }

  private static Map<String, TensorValue> vectors(int first, int second) {
    return Map.of("x", countingUp(first), "w", countingUp(second));
  }

  private static TensorValue countingUp(int count) {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = i;
    }
    return TensorValue.ofFloats(values, count);
  }

  private static void requireHost() {
    assumeTrue(
        Targets.X86_64_V3.runsOn(CpuFeatures.flags()), "this processor lacks some of x86-64-v3");
  }
}
