package dev.certosina.compiler.graph;

import static dev.certosina.ElementType.FLOAT32;
import static dev.certosina.ElementType.INT64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ModelException;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.testkit.OnnxBuilder;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShapeInferenceTest {

  private static OnnxBuilder twoInputs(int opset) {
    return new OnnxBuilder(opset)
        .input("x", FLOAT32, "a", 8)
        .input("y", FLOAT32, "a", 8)
        .output("z");
  }

  @Test
  void keepsTheExtentsOfDifferentInputsApart() {
    InferredGraph inferred =
        ShapeInference.infer(
            twoInputs(14).node("Add", List.of("x", "y"), List.of("z")).graph(), false);
    assertThat(type(inferred, "z")).isEqualTo("f32[joined(x.0, y.0), 8]");
    assertThat(inferred.guards()).isEmpty();
    assertThat(inferred.checks()).hasSize(1);
  }

  @Test
  void unifiesJoinedExtentsUnderAGuard() {
    InferredGraph inferred =
        ShapeInference.infer(
            twoInputs(14).node("Add", List.of("x", "y"), List.of("z")).graph(), true);
    assertThat(type(inferred, "z")).isEqualTo("f32[x.0, 8]");
    assertThat(type(inferred, "y")).isEqualTo("f32[x.0, 8]");
    assertThat(inferred.guards())
        .extracting(guard -> Dims.print(guard.left()) + " == " + Dims.print(guard.right()))
        .containsExactly("y.0 == x.0");
    assertThat(inferred.checks()).isEmpty();
  }

  @Test
  void prefersAConstantToAJoinedSymbol() {
    var model =
        new OnnxBuilder(14)
            .input("x", FLOAT32, "a")
            .floats("w", List.of(3L), 1, 2, 3)
            .node("Add", List.of("x", "w"), List.of("z"))
            .output("z");
    assertThat(type(ShapeInference.infer(model.graph(), true), "z")).isEqualTo("f32[3]");
    InferredGraph general = ShapeInference.infer(model.graph(), false);
    assertThat(type(general, "z")).isEqualTo("f32[3]");
    assertThat(general.checks()).hasSize(1);
    assertThat(value(general.checks().getFirst().left(), 1)).isEqualTo(3);
    assertThatThrownBy(() -> value(general.checks().getFirst().left(), 2))
        .isInstanceOf(ModelException.class);
  }

  @Test
  void requiresContractedExtentsToBeEqual() {
    var model =
        new OnnxBuilder(14)
            .input("x", FLOAT32, "m", "k")
            .input("y", FLOAT32, "k", "n")
            .node("MatMul", List.of("x", "y"), List.of("z"))
            .node("Add", List.of("z", "x"), List.of("s"))
            .output("s");
    InferredGraph inferred = ShapeInference.infer(model.graph(), false);
    assertThat(type(inferred, "z")).isEqualTo("f32[x.0, y.1]");
    assertThat(type(inferred, "y")).isEqualTo("f32[x.1, y.1]");
    assertThat(inferred.checks().getFirst().message()).contains("MatMul_0");
  }

  @Test
  void namesATotalAfterItsParts() {
    var model =
        new OnnxBuilder(14)
            .input("past", FLOAT32, "p", 4)
            .input("new", FLOAT32, "n", 4)
            .input("mask", FLOAT32, "t", 4)
            .node("Concat", List.of("past", "new"), List.of("all"), a -> a.set("axis", 0))
            .node("Mul", List.of("all", "mask"), List.of("z"))
            .output("z");
    InferredGraph inferred = ShapeInference.infer(model.graph(), true);
    assertThat(type(inferred, "mask")).isEqualTo("f32[new.0 + past.0, 4]");
    assertThat(type(inferred, "z")).isEqualTo("f32[new.0 + past.0, 4]");
  }

  @Test
  void solvesAReshapeFromShapeArithmetic() {
    var model =
        new OnnxBuilder(14)
            .input("x", FLOAT32, "b", "s", 384)
            .longs("zero", List.of(), 0)
            .longs("axis", List.of(1L), 0)
            .longs("heads", List.of(2L), 12, -1)
            .node("Shape", List.of("x"), List.of("shape"))
            .node("Gather", List.of("shape", "zero"), List.of("batch"))
            .node("Unsqueeze", List.of("batch", "axis"), List.of("first"))
            .longs("minus", List.of(1L), -1)
            .longs("one", List.of(1L), 1)
            .longs("two", List.of(1L), 2)
            .node("Slice", List.of("shape", "one", "two"), List.of("second"))
            .node(
                "Concat",
                List.of("first", "second", "heads"),
                List.of("target"),
                a -> a.set("axis", 0))
            .node("Reshape", List.of("x", "target"), List.of("y"))
            .output("y");
    InferredGraph inferred = ShapeInference.infer(model.graph(), false);
    assertThat(type(inferred, "y")).isEqualTo("f32[x.0, x.1, 12, 32]");
    assertThat(inferred.checks()).isEmpty();
    assertThat(GraphPrinter.shapeText(inferred.contents().getOrDefault("target", List.of())))
        .isEqualTo("[x.0, x.1, 12, -1]");
  }

  @Test
  void checksAnInferredExtentThatMayNotDivide() {
    var model =
        new OnnxBuilder(14)
            .input("x", FLOAT32, "n")
            .longs("target", List.of(2L), -1, 4)
            .node("Reshape", List.of("x", "target"), List.of("y"))
            .output("y");
    InferredGraph inferred = ShapeInference.infer(model.graph(), false);
    assertThat(type(inferred, "y")).isEqualTo("f32[x.0 floordiv 4, 4]");
    assertThat(inferred.checks()).hasSize(1);
    assertThat(Dims.print(inferred.checks().getFirst().left())).isEqualTo("x.0 mod 4");
  }

  @Test
  void readsAReshapeTargetOffAnInput() {
    var model =
        new OnnxBuilder(14)
            .input("x", FLOAT32, "n", 6)
            .input("target", INT64, 2)
            .node("Reshape", List.of("x", "target"), List.of("y"))
            .output("y");
    InferredGraph inferred = ShapeInference.infer(model.graph(), false);
    assertThat(reshaped(inferred, 4, 8, 3)).containsExactly(8L, 3L);
    assertThat(reshaped(inferred, 4, 0, -1)).containsExactly(4L, 6L);
    assertThat(reshaped(inferred, 4, -1, 12)).containsExactly(2L, 12L);
    assertThat(reshaped(inferred, 0, -1, 12)).containsExactly(0L, 12L);
    assertThat(reshaped(inferred, 4, 5, -1)).isEmpty();
    assertThat(reshaped(inferred, 4, 5, 5)).isEmpty();
    assertThat(reshaped(inferred, 4, -1, -1)).isEmpty();
    assertThat(reshaped(inferred, 4, -2, -12)).isEmpty();
    assertThat(reshaped(inferred, 0, 0, -1)).isEmpty();
  }

  /// The shape for `n` rows and a target; empty where the checks refuse them.
  private static List<Long> reshaped(InferredGraph inferred, long rows, long first, long second) {
    Map<String, Long> symbols = Map.of("x.0", rows, "target[0]", first, "target[1]", second);
    return ConditionsOf.hold(inferred, symbols::get)
        ? inferred.graph().value("y").orElseThrow().shape().stream()
            .map(dim -> Dims.evaluate(dim, symbols::get))
            .toList()
        : List.of();
  }

  @Test
  void refusesAReshapeTargetOfUnknownLength() {
    var model =
        new OnnxBuilder(14)
            .input("x", FLOAT32, 4)
            .input("target", INT64, "k")
            .node("Reshape", List.of("x", "target"), List.of("y"))
            .output("y");
    assertThatThrownBy(() -> ShapeInference.infer(model.graph(), false))
        .isInstanceOf(ModelException.class)
        .hasMessageStartingWith("node 'Reshape_0' (Reshape): its target shape 'target'");
    assertThat(ShapeInputs.find(model.graph())).containsExactly("target");
  }

  @Test
  void followsChoicesThatDependOnShapesOnly() {
    var model =
        new OnnxBuilder(14)
            .input("x", FLOAT32, "n", 1)
            .longs("minus", List.of(), -1)
            .longs("target", List.of(2L), -1, 5)
            .node("Shape", List.of("x"), List.of("shape"))
            .node("Equal", List.of("target", "minus"), List.of("free"))
            .node("Where", List.of("free", "shape", "target"), List.of("chosen"))
            .node("Expand", List.of("x", "chosen"), List.of("y"))
            .output("y");
    assertThat(type(ShapeInference.infer(model.graph(), false), "y")).isEqualTo("f32[x.0, 5]");
  }

  @Test
  void clampsSlices() {
    assertThat(sliced(20, 0, 5, 1)).isEqualTo("[min(5, x.0)]");
    assertThat(sliced(20, 0, Long.MAX_VALUE, 1)).isEqualTo("[x.0]");
    assertThat(sliced(20, 1, -1, 1)).isEqualTo("[max(0, x.0 - 2)]");
    assertThat(sliced(20, 0, Long.MAX_VALUE, 2)).isEqualTo("[x.0 ceildiv 2]");
    assertThat(sliced(20, -1, Long.MIN_VALUE, -1)).isEqualTo("[x.0]");
    assertThat(sliced(20, 3, 3, 1)).isEqualTo("[0]");
  }

  private static String sliced(int opset, long start, long end, long step) {
    var model =
        new OnnxBuilder(opset)
            .input("x", FLOAT32, "n")
            .longs("starts", List.of(1L), start)
            .longs("ends", List.of(1L), end)
            .longs("axes", List.of(1L), 0)
            .longs("steps", List.of(1L), step)
            .node("Slice", List.of("x", "starts", "ends", "axes", "steps"), List.of("y"))
            .output("y");
    return type(ShapeInference.infer(model.graph(), false), "y").substring("f32".length());
  }

  @Test
  void honoursOpsetDifferences() {
    var old =
        new OnnxBuilder(9)
            .input("x", FLOAT32, "n", 2, 3)
            .node("Unsqueeze", List.of("x"), List.of("u"), a -> a.setInts("axes", 0, 4))
            .node("ReduceSum", List.of("u"), List.of("r"), a -> a.setInts("axes", -1, 2))
            .node("Squeeze", List.of("r"), List.of("q"))
            .output("q");
    assertThatThrownBy(() -> ShapeInference.infer(old.graph(), false))
        .hasMessageContaining("may be 1 or not");
    var axes =
        new OnnxBuilder(13)
            .input("x", FLOAT32, "n", 2, 3)
            .longs("axes", List.of(2L), 0, 4)
            .node("Unsqueeze", List.of("x", "axes"), List.of("u"))
            .node(
                "ReduceMean",
                List.of("u"),
                List.of("r"),
                a -> a.setInts("axes", 3).set("keepdims", 0))
            .output("r");
    assertThat(type(ShapeInference.infer(axes.graph(), false), "r")).isEqualTo("f32[1, x.0, 2, 1]");
    var mixed =
        new OnnxBuilder(13)
            .input("x", FLOAT32, 2)
            .node("Unsqueeze", List.of("x"), List.of("u"), a -> a.setInts("axes", 0))
            .output("u");
    assertThatThrownBy(() -> ShapeInference.infer(mixed.graph(), false))
        .hasMessageContaining("takes its axes as an input in opset 13");
    var legacy =
        new OnnxBuilder(6)
            .input("x", FLOAT32, 2, 3, 4)
            .input("y", FLOAT32, 3)
            .node("Add", List.of("x", "y"), List.of("z"), a -> a.set("broadcast", 1).set("axis", 1))
            .output("z");
    assertThat(type(ShapeInference.infer(legacy.graph(), false), "z")).isEqualTo("f32[2, 3, 4]");
  }

  @Test
  void listsAllUnsupportedOperatorsAtOnce() {
    var model =
        twoInputs(14)
            .importing("com.example", 3)
            .node("Foo", List.of("x"), List.of("a"))
            .node("com.example", "Add", List.of("a", "y"), List.of("b"), _ -> {})
            .node("Relu", List.of("b"), List.of("z"));
    assertThatThrownBy(() -> ShapeInference.infer(model.graph(), false))
        .isInstanceOf(ModelException.class)
        .hasMessage(
            "unsupported operators (2 nodes): 'Foo_0': ai.onnx::Foo opset 14, 'Add_1':"
                + " com.example::Add opset 3");
  }

  @Test
  void refusesWrongArityTypesAndAttributes() {
    refuses(twoInputs(14).node("Add", List.of("x"), List.of("z")), "has 1 inputs, needs 2");
    refuses(twoInputs(14).node("Not", List.of("x"), List.of("z")), "needs bool");
    refuses(
        twoInputs(14).node("Relu", List.of("x"), List.of("z"), a -> a.set("slope", 1)),
        "attribute 'slope'");
    refuses(
        twoInputs(14).node("Softmax", List.of("x"), List.of("z"), a -> a.set("axis", "last")),
        "attribute 'axis' is a string, needs an int");
    refuses(
        twoInputs(14).node("Softmax", List.of("x"), List.of("z"), a -> a.set("axis", 2)),
        "axis 2 is out of range for rank 2");
    refuses(
        new OnnxBuilder(14)
            .input("x", FLOAT32, 2, 3)
            .input("y", FLOAT32, 4, 3)
            .node("MatMul", List.of("x", "y"), List.of("z"))
            .output("z"),
        "contracted extent of f32[2, 3], f32[4, 3] 3 differs from 4");
    refuses(
        new OnnxBuilder(14)
            .input("x", FLOAT32, 2, 3)
            .input("y", FLOAT32, 4, 3)
            .node("Add", List.of("x", "y"), List.of("z"))
            .output("z"),
        "cannot broadcast extent 2 with extent 4 of f32[2, 3], f32[4, 3]");
    refuses(
        new OnnxBuilder(14)
            .input("x", FLOAT32, 1L << 62, 4)
            .node("Flatten", List.of("x"), List.of("z"), a -> a.set("axis", 0))
            .output("z"),
        "overflows 64 bits");
  }

  private static void refuses(OnnxBuilder model, String message) {
    Graph graph = model.graph();
    assertThatThrownBy(() -> ShapeInference.infer(graph, false))
        .isInstanceOf(ModelException.class)
        .hasMessageStartingWith("node '")
        .hasMessageContaining(message);
  }

  private static long value(Dim dim, long symbol) {
    return Dims.evaluate(dim, _ -> symbol);
  }

  private static String type(InferredGraph inferred, String name) {
    return GraphPrinter.typeText(inferred.graph().value(name).orElseThrow());
  }
}
