package dev.certosina.compiler.texpr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.ElementType;
import dev.certosina.compiler.graph.Graph;
import dev.certosina.compiler.graph.Graph.Attribute;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.graph.Graph.Node;
import dev.certosina.compiler.graph.Graph.ValueInfo;
import dev.certosina.compiler.graph.ShapeInference;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LowerGraphTest {
  private static final Dim N = Dims.symbol("x.0");

  private final List<ValueInfo> inputs = new ArrayList<>();
  private final List<Node> nodes = new ArrayList<>();
  private final Map<String, Initializer> initializers = new LinkedHashMap<>();

  @Test
  void broadcastsDynamicExtentsByStride() {
    input("x", ElementType.FLOAT32, N, Dims.constant(1));
    input("y", ElementType.FLOAT32, Dims.symbol("y.0"), Dims.constant(3));
    node("Add", Map.of(), "z", "x", "y");
    assertThat(statements(false, "z"))
        .isEqualTo(
            """
            compute z (d0 < joined(x.0, y.0), d1 < 3)
              z[d0, d1] = (x[(spread(x.0, joined(x.0, y.0)))*d0, 0] \
            + y[(spread(y.0, joined(x.0, y.0)))*d0, d1])
            """);
    assertThat(statements(true, "z"))
        .isEqualTo(
            """
            compute z (d0 < x.0, d1 < 3)
              z[d0, d1] = (x[d0, 0] + y[d0, d1])
            """);
  }

  @Test
  void computes16BitFloatsIn32Bits() {
    input("x", ElementType.FLOAT16, N, Dims.constant(4));
    node("Softmax", Map.of(), "y", "x");
    assertThat(statements(false, "y"))
        .isEqualTo(
            """
            compute y.max (d0 < x.0; d1 < 4)
              y.max[d0] max= f32(x[d0, d1])
            compute y.exp (d0 < x.0, d1 < 4)
              y.exp[d0, d1] = exp((f32(x[d0, d1]) - y.max[d0]))
            compute y.sum (d0 < x.0; d1 < 4)
              y.sum[d0] sum= y.exp[d0, d1]
            compute y (d0 < x.0, d1 < 4)
              y[d0, d1] = f16((y.exp[d0, d1] / y.sum[d0]))
            """);
  }

  @Test
  void keepsWhatFollowsAProductApart() {
    input("x", ElementType.FLOAT32, Dims.constant(8), Dims.symbol("x.1"));
    constant("w", new float[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}, 2, 8);
    constant("b", new float[] {1, 2}, 2);
    Map<String, Attribute> attributes =
        Map.of(
            "transA", new Attribute.IntValue(1),
            "transB", new Attribute.IntValue(1),
            "alpha", new Attribute.FloatValue(0.5f));
    node("Gemm", attributes, "y", "x", "w", "b");
    assertThat(statements(false, "y"))
        .isEqualTo(
            """
            compute y.sum (d0 < x.1, d1 < 2; k < 8)
              y.sum[d0, d1] sum= (x[k, d0] * w[d1, k])
            compute y (d0 < x.1, d1 < 2)
              y[d0, d1] = ((0.5:f32 * y.sum[d0, d1]) + b[d1])
            """);
  }

  @Test
  void writesPartsOfAConcatenationAtTheirOffsets() {
    input("x", ElementType.FLOAT32, N);
    input("y", ElementType.FLOAT32, Dims.symbol("y.0"));
    node("Concat", Map.of("axis", new Attribute.IntValue(0)), "z", "x", "y");
    assertThat(statements(false, "z"))
        .isEqualTo(
            """
            compute z (d0 < x.0)
              z[d0] = x[d0]
            compute "z#2" (d0 < y.0)
              z[d0 + (x.0)] = y[d0]
            """);
  }

  @Test
  void givesEveryOutputMemoryOfItsOwn() {
    input("x", ElementType.FLOAT32, N);
    node("Relu", Map.of(), "y", "x");
    node("Identity", Map.of(), "z", "y");
    assertThat(statements(false, "y", "z", "x", "y"))
        .isEqualTo(
            """
            compute y (d0 < x.0)
              y[d0] = max(x[d0], 0.0:f32)
            compute z (d0 < x.0)
              z[d0] = y[d0]
            compute "x#2" (d0 < x.0)
              "x#2"[d0] = x[d0]
            compute "y#2" (d0 < x.0)
              "y#2"[d0] = y[d0]
            """);
  }

  @Test
  void makesTensorsOfSolvedShapesOnlyForOutputs() {
    input("x", ElementType.FLOAT32, N, Dims.constant(3));
    node("Shape", Map.of(), "shape", "x");
    node("Size", Map.of(), "size", "x");
    node("Relu", Map.of(), "y", "x");
    node("Reshape", Map.of(), "z", "y", "shape");
    assertThat(statements(false, "z", "shape"))
        .isEqualTo(
            """
            compute y (d0 < x.0, d1 < 3)
              y[d0, d1] = max(x[d0, d1], 0.0:f32)
            compute shape ()
              shape[0] = index((x.0))
            compute "shape#2" ()
              shape[1] = 3:i64
            """);
  }

  @Test
  void readsPositionTablesWithoutGathering() {
    input("x", ElementType.FLOAT32, Dims.constant(3), Dims.constant(2));
    constant("table", new float[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, 5, 2);
    initializers.put(
        "positions",
        new Initializer(
            "positions",
            ElementType.INT64,
            List.of(1L, 3L),
            MemorySegment.ofArray(new long[] {1, 2, 3})));
    node("Gather", Map.of(), "rows", "table", "positions");
    node("Add", Map.of(), "y", "x", "rows");
    assertThat(statements(false, "y"))
        .isEqualTo(
            """
            compute y (d0 < 1, d1 < 3, d2 < 2)
              y[d0, d1, d2] = (x[d1, d2] + table[d1 + 1, d2])
            """);
  }

  private void input(String name, ElementType type, Dim... shape) {
    inputs.add(new ValueInfo(name, type, List.of(shape)));
  }

  private void constant(String name, float[] data, long... shape) {
    TensorValue value = TensorValue.ofFloats(data, shape);
    initializers.put(name, new Initializer(name, value.type(), value.shape(), value.data()));
  }

  private void node(
      String operator, Map<String, Attribute> attributes, String output, String... operands) {
    nodes.add(new Node(output, "", operator, 17, List.of(operands), List.of(output), attributes));
  }

  private String statements(boolean assumeJoinedEqual, String... outputs) {
    Graph graph =
        new Graph(Map.of("", 17), inputs, List.of(outputs), initializers, nodes, Map.of());
    TensorProgram program = LowerGraph.lower(ShapeInference.infer(graph, assumeJoinedEqual));
    assertThat(TensorProgramVerifier.problems(program)).isEmpty();
    StringBuilder text = new StringBuilder();
    for (TensorProgram.Statement statement : program.statements()) {
      text.append(TensorProgramPrinter.print(statement)).append('\n');
    }
    return text.toString();
  }
}
