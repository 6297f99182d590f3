package dev.certosina.compiler.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.compiler.graph.Graph;
import dev.certosina.compiler.graph.Graph.Attribute;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.graph.Graph.Node;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.testkit.OnnxBuilder;
import dev.certosina.testkit.WireWriter;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OnnxReaderTest {

  @Test
  void givesEveryDynamicAxisItsOwnSymbol() {
    Graph graph =
        new OnnxBuilder(14)
            .input("x", ElementType.FLOAT32, "batch", "batch", 3)
            .output("x")
            .graph();
    assertThat(graph.inputs().getFirst().shape().stream().map(Dims::print))
        .containsExactly("x.0", "x.1", "3");
  }

  @Test
  void turnsConstantNodesIntoInitializers() {
    Graph graph =
        new OnnxBuilder(14)
            .node("Constant", List.of(), List.of("a"), a -> a.set("value_int", 7))
            .node("Constant", List.of(), List.of("b"), a -> a.setInts("value_ints", 1, 2, 3))
            .node("Constant", List.of(), List.of("c"), a -> a.set("value_float", 0.5f))
            .node(
                "Constant",
                List.of(),
                List.of("d"),
                a -> a.setTensor("value", OnnxBuilder.floatTensor("", List.of(2L), 1, 2)))
            .output("a")
            .output("d")
            .graph();
    assertThat(graph.nodes()).isEmpty();
    assertThat(graph.initializers()).containsOnlyKeys("a", "b", "c", "d");
    assertThat(graph.initializer("b").orElseThrow().shape()).containsExactly(3L);
    assertThat(longs(graph.initializer("b").orElseThrow())).containsExactly(1, 2, 3);
    assertThat(graph.initializer("d").orElseThrow().type()).isEqualTo(ElementType.FLOAT32);
  }

  @Test
  void decodesTypedFields() {
    var tensor =
        new WireWriter().varint(1, 2).varint(2, ElementType.INT8.onnxCode()).string(8, "t");
    tensor.varint(5, 3).varint(5, -4);
    Graph graph = new OnnxBuilder(14).initializer(tensor).output("t").graph();
    assertThat(graph.initializer("t").orElseThrow().data().toArray(ValueLayout.JAVA_BYTE))
        .containsExactly(3, -4);
  }

  @Test
  void takesInitializersOutOfTheInputs() {
    Graph graph =
        new OnnxBuilder(14)
            .input("w", ElementType.FLOAT32, 1)
            .floats("w", List.of(1L), 5)
            .output("w")
            .graph();
    assertThat(graph.inputs()).isEmpty();
  }

  @Test
  void sortsNodesAndKeepsAttributes() {
    Graph graph =
        new OnnxBuilder(14)
            .input("x", ElementType.FLOAT32, 1)
            .node("Relu", List.of("b"), List.of("c"))
            .node("Softmax", List.of("x"), List.of("b"), a -> a.set("axis", -1))
            .output("c")
            .graph();
    assertThat(graph.nodes()).extracting(Node::operator).containsExactly("Softmax", "Relu");
    assertThat(graph.nodes().getFirst().attributes())
        .containsEntry("axis", new Attribute.IntValue(-1));
    assertThat(graph.nodes().getFirst().opset()).isEqualTo(14);
  }

  @Test
  void refusesCyclesByName() {
    var model =
        new OnnxBuilder(14)
            .input("x", ElementType.FLOAT32, 1)
            .node("Add", List.of("x", "c"), List.of("a"))
            .node("Relu", List.of("a"), List.of("b"))
            .node("Tanh", List.of("b"), List.of("c"))
            .node("Neg", List.of("c"), List.of("d"))
            .output("d");
    assertThatThrownBy(model::graph)
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("cycle")
        .hasMessageContaining("'Add_0'")
        .hasMessageContaining("'Relu_1'")
        .hasMessageContaining("'Tanh_2'")
        .hasMessageNotContaining("'Neg_3'");
  }

  @Test
  void refusesDanglingAndDuplicateNames() {
    var dangling = new OnnxBuilder(14).node("Relu", List.of("nowhere"), List.of("y")).output("y");
    assertThatThrownBy(dangling::graph)
        .hasMessage(
            "node 'Relu_0' (Relu): input 'nowhere' is not defined by any input, initializer or"
                + " node");
    var output = new OnnxBuilder(14).input("x", ElementType.FLOAT32, 1).output("z");
    assertThatThrownBy(output::graph).hasMessageContaining("output 'z' is not defined");
    var twice =
        new OnnxBuilder(14)
            .input("x", ElementType.FLOAT32, 1)
            .node("Relu", List.of("x"), List.of("y"))
            .node("Tanh", List.of("x"), List.of("y"))
            .output("y");
    assertThatThrownBy(twice::graph).hasMessageContaining("output 'y' is already defined");
  }

  @Test
  void refusesBadTensors() {
    assertThatThrownBy(() -> withInitializer(OnnxBuilder.floatTensor("t", List.of(3L), 1, 2)))
        .hasMessage("initializer 't' holds 8 bytes of data, f32[3] needs 12");
    assertThatThrownBy(() -> withInitializer(OnnxBuilder.floatTensor("t", List.of(-3L), 1, 2)))
        .hasMessageContaining("negative extent -3");
    long big = 1L << 40;
    assertThatThrownBy(() -> withInitializer(OnnxBuilder.floatTensor("t", List.of(big, big), 1)))
        .hasMessageContaining("overflows 64 bits");
    assertThatThrownBy(() -> withInitializer(new WireWriter().varint(2, 99).string(8, "t")))
        .hasMessageContaining("element type number 99");
  }

  private static Graph withInitializer(WireWriter tensor) {
    return new OnnxBuilder(14).initializer(tensor).output("t").graph();
  }

  @Test
  void refusesBadInputsAndOpsets() {
    assertThatThrownBy(
            () -> new OnnxBuilder(14).input("x", ElementType.FLOAT32, -1).output("x").graph())
        .hasMessage("input 'x' has the negative extent -1 on axis 0");
    assertThatThrownBy(() -> new OnnxBuilder(5).floats("x", List.of(), 1).output("x").graph())
        .hasMessageContaining("opset 5");
    assertThatThrownBy(() -> new OnnxBuilder(28).floats("x", List.of(), 1).output("x").graph())
        .hasMessageContaining("opset 28");
    assertThat(
            new OnnxBuilder(27)
                .importing("org.example", 1)
                .floats("x", List.of(), 1)
                .output("x")
                .graph()
                .opsets())
        .containsEntry("org.example", 1);
  }

  @Test
  void refusesAttributesWhoseTypeAndValueDiffer() {
    var model =
        new OnnxBuilder(14)
            .input("x", ElementType.FLOAT32, 1)
            .node(
                "Softmax",
                List.of("x"),
                List.of("y"),
                a -> a.add(new WireWriter().string(1, "axis").string(4, "one").varint(20, 2)))
            .output("y");
    assertThatThrownBy(model::graph)
        .hasMessage(
            "node 'Softmax_0': attribute 'axis' has the type INT but a value of another one");
  }

  @Test
  void namesTheFileInErrors(@TempDir Path folder) throws IOException {
    Path empty = Files.createFile(folder.resolve("empty.onnx"));
    assertThatThrownBy(() -> OnnxReader.read(empty))
        .isInstanceOf(ModelException.class)
        .hasMessage(empty + ": file is empty, needs an ONNX model");
    assertThatThrownBy(() -> OnnxReader.read(folder.resolve("none.onnx")))
        .isInstanceOf(ModelException.class)
        .hasMessageEndingWith("no such file");
    assertThatThrownBy(() -> OnnxReader.read(folder))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("cannot be read");
    Path text = Files.writeString(folder.resolve("text.onnx"), "This is no model.\n");
    assertThatThrownBy(() -> OnnxReader.read(text)).isInstanceOf(ModelException.class);
    assertThatThrownBy(() -> ExternalFiles.of(text))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("malformed protobuf");
    assertThatThrownBy(() -> OnnxReader.read(folder))
        .isInstanceOf(ModelException.class)
        .hasMessageEndingWith("cannot be read: not a regular file");
  }

  @Test
  void readsExternalDataInsideTheFolderOnly(@TempDir Path folder) throws IOException {
    Path inner = Files.createDirectory(folder.resolve("model"));
    Files.write(folder.resolve("outside.bin"), new byte[16]);
    Files.write(inner.resolve("inside.bin"), new byte[] {0, 0, 0, 0, 1, 2, 3, 4});
    Files.createSymbolicLink(inner.resolve("link.bin"), folder.resolve("outside.bin"));

    Path good = write(inner, external("inside.bin", "4"));
    assertThat(
            OnnxReader.read(good)
                .initializer("t")
                .orElseThrow()
                .data()
                .toArray(ValueLayout.JAVA_BYTE))
        .containsExactly(1, 2, 3, 4);
    assertThat(ExternalFiles.of(good)).containsExactly(inner.resolve("inside.bin"));
    for (String location :
        List.of("../outside.bin", "link.bin", folder.resolve("outside.bin").toString())) {
      Path bad = write(inner, external(location, "0"));
      assertThatThrownBy(() -> OnnxReader.read(bad))
          .isInstanceOf(ModelException.class)
          .hasMessageContaining("outside the model's folder");
      assertThat(ExternalFiles.of(bad)).isEmpty();
    }
    for (String offset : List.of("5", "-1", "x", "9223372036854775807")) {
      Path bad = write(inner, external("inside.bin", offset));
      assertThatThrownBy(() -> OnnxReader.read(bad)).isInstanceOf(ModelException.class);
    }
    for (String location : List.of("missing.bin", "", "nul\0byte", ".")) {
      Path bad = write(inner, external(location, "0"));
      assertThatThrownBy(() -> OnnxReader.read(bad))
          .isInstanceOf(ModelException.class)
          .hasMessageNotContaining("\0");
    }
  }

  private static Path write(Path folder, WireWriter tensor) throws IOException {
    return Files.write(
        folder.resolve("model.onnx"), new OnnxBuilder(14).initializer(tensor).output("t").bytes());
  }

  private static WireWriter external(String location, String offset) {
    return new WireWriter()
        .varint(2, ElementType.FLOAT32.onnxCode())
        .string(8, "t")
        .message(13, new WireWriter().string(1, "location").string(2, location))
        .message(13, new WireWriter().string(1, "offset").string(2, offset))
        .varint(14, 1);
  }

  @Test
  void readsTensorFiles() {
    var tensor = OnnxBuilder.floatTensor("t", List.of(2L), 1, 2);
    Initializer read = TensorProtoReader.read(MemorySegment.ofArray(tensor.toBytes()));
    assertThat(read.shape()).containsExactly(2L);
    var sequence = new WireWriter().varint(2, 1).message(3, tensor);
    assertThatThrownBy(() -> TensorProtoReader.read(MemorySegment.ofArray(sequence.toBytes())))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("sequence");
  }

  private static long[] longs(Initializer initializer) {
    return initializer.data().toArray(ValueLayout.JAVA_LONG_UNALIGNED);
  }
}
