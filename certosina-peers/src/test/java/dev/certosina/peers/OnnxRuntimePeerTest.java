package dev.certosina.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.Tensor;
import dev.certosina.spi.Peer;
import dev.certosina.testkit.OnnxBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.ServiceLoader;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OnnxRuntimePeerTest {
  @TempDir Path folder;

  @Test
  void isFoundOnTheClassPath() {
    assertThat(ServiceLoader.load(Peer.class))
        .extracting(Peer::name)
        .containsExactly("onnxruntime");
  }

  @Test
  void runsBoundInputsAgainAndAgain() throws IOException {
    Peer peer = new OnnxRuntimePeer();
    assertThat(peer.version()).isEqualTo("1.29.0");
    Map<String, Tensor> inputs = Map.of("x", Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 2, 3));
    try (Peer.Loaded loaded = peer.load(doubling(), 1);
        Peer.Call call = loaded.bind(inputs)) {
      call.run();
      call.run();
      Map<String, Tensor> outputs = call.outputs();
      assertThat(outputs).containsOnlyKeys("y");
      Tensor doubled = Objects.requireNonNull(outputs.get("y"));
      assertThat(doubled.toString()).isEqualTo("f32[2, 3]");
      assertThat(doubled.toFloatArray()).containsExactly(2, 4, 6, 8, 10, 12);
    }
  }

  @Test
  void refusesInOneLine() throws IOException {
    Peer peer = new OnnxRuntimePeer();
    assertRefused(() -> peer.load(folder.resolve("absent.onnx"), 1), "no such file");
    Path damaged = Files.writeString(folder.resolve("damaged.onnx"), "not a model");
    assertRefused(() -> peer.load(damaged, 1), "onnxruntime: ");
    try (Peer.Loaded loaded = peer.load(doubling(), 1)) {
      Tensor unsigned = Tensor.allocate(ElementType.UINT32, 2);
      assertRefused(() -> loaded.bind(Map.of("x", unsigned)), "does not take u32");
      try (Peer.Call call = loaded.bind(Map.of("x", Tensor.of(new long[] {1})))) {
        assertRefused(call::run, "onnxruntime: ");
      }
    }
  }

  private static void assertRefused(ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .isInstanceOf(ModelException.class)
        .hasMessageContaining(message)
        .hasMessageNotContaining("\n");
  }

  private Path doubling() throws IOException {
    byte[] model =
        new OnnxBuilder(17)
            .input("x", ElementType.FLOAT32, "rows", 3)
            .node("Add", List.of("x", "x"), List.of("y"))
            .output("y")
            .bytes();
    return Files.write(folder.resolve("doubling.onnx"), model);
  }
}
