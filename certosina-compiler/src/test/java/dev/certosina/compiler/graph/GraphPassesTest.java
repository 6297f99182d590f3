package dev.certosina.compiler.graph;

import static dev.certosina.ElementType.FLOAT32;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ElementType;
import dev.certosina.InternalCompilerException;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.graph.Graph.Node;
import dev.certosina.compiler.onnx.OnnxReader;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.testkit.ModelFiles;
import dev.certosina.testkit.OnnxBuilder;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GraphPassesTest {

  @Test
  void canonicalizeDropsIdentityAndDropout() {
    Graph graph =
        new OnnxBuilder(14)
            .input("x", FLOAT32, "n")
            .node("Identity", List.of("x"), List.of("a"))
            .node("Dropout", List.of("a"), List.of("b"))
            .node("Relu", List.of("b"), List.of("c"))
            .node("Dropout", List.of("c"), List.of("d", "mask"))
            .output("d")
            .output("mask")
            .graph();
    Graph canonical = Canonicalize.run(graph);
    GraphVerifier.verify(canonical);
    assertThat(canonical.nodes())
        .extracting(Node::operator)
        .containsExactly("Relu", "Shape", "ConstantOfShape", "Identity");
    assertThat(canonical.nodes().getFirst().inputs()).containsExactly("x");
    InferredGraph inferred = ShapeInference.infer(canonical, false);
    assertThat(inferred.graph().value("mask").orElseThrow().type()).isEqualTo(ElementType.BOOL);
  }

  @Test
  void removeDeadNodesDropsShapeArithmetic() {
    InferredGraph inferred = ShapeInference.infer(OnnxReader.read(ModelFiles.miniLm()), true);
    InferredGraph live = RemoveDeadNodes.run(MaterializeShapes.run(inferred));
    GraphVerifier.verify(live);
    assertThat(live.graph().nodes())
        .extracting(Node::operator)
        .doesNotContain("Shape", "Concat")
        .hasSizeLessThan(inferred.graph().nodes().size() - 150);
    assertThat(live.graph().nodes().stream().filter(node -> node.operator().equals("Unsqueeze")))
        .hasSize(2);
  }

  @Test
  void foldConstantsEvaluatesWhatIsSmallOrShrinks() {
    Graph graph =
        new OnnxBuilder(14)
            .input("x", FLOAT32, 2)
            .floats("a", List.of(2L), 1, 2)
            .longs("huge", List.of(1L), 1 << 20)
            .node("Neg", List.of("a"), List.of("b"))
            .node("Exp", List.of("b"), List.of("c"))
            .node("ConstantOfShape", List.of("huge"), List.of("big"))
            .node("Add", List.of("x", "c"), List.of("y"))
            .output("y")
            .output("big")
            .graph();
    InferredGraph folded =
        FoldConstants.run(ShapeInference.infer(graph, false), GraphPassesTest::zeros);
    GraphVerifier.verify(folded);
    assertThat(folded.graph().nodes())
        .extracting(Node::operator)
        .containsExactly("ConstantOfShape", "Add");
    InferredGraph live = RemoveDeadNodes.run(folded);
    assertThat(live.graph().initializers()).containsOnlyKeys("huge", "c");
  }

  private static Map<String, Initializer> zeros(Node node, Map<String, Initializer> inputs) {
    Initializer result =
        new Initializer(node.output(), FLOAT32, List.of(2L), MemorySegment.ofArray(new byte[8]));
    return Map.of(node.output(), result);
  }

  @Test
  void materializeShapesKeepsWhatDependsOnTheCall() {
    Graph graph =
        new OnnxBuilder(14)
            .input("x", FLOAT32, 3, 4)
            .input("y", FLOAT32, "n")
            .node("Shape", List.of("x"), List.of("sx"))
            .node("Shape", List.of("y"), List.of("sy"))
            .output("sx")
            .output("sy")
            .graph();
    InferredGraph result = MaterializeShapes.run(ShapeInference.infer(graph, false));
    GraphVerifier.verify(result);
    assertThat(result.graph().initializers()).containsOnlyKeys("sx");
    assertThat(result.graph().nodes()).hasSize(1);
    assertThat(Contents.of(result.graph().initializer("sx").orElseThrow()))
        .contains(List.of(Dims.constant(3), Dims.constant(4)));
  }

  @Test
  void verifierNamesTheFault() {
    Node node = new Node("n", "", "Relu", 14, List.of("nowhere"), List.of("y"), Map.of());
    Graph graph =
        new Graph(Map.of("", 14), List.of(), List.of("y"), Map.of(), List.of(node), Map.of());
    assertThatThrownBy(() -> GraphVerifier.verify(graph))
        .isInstanceOf(InternalCompilerException.class)
        .hasMessage("node 'n' reads 'nowhere', which is not defined before it");
  }
}
