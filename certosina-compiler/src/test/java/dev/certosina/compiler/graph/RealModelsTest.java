package dev.certosina.compiler.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.compiler.onnx.OnnxReader;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.testkit.ModelFiles;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RealModelsTest {

  @Test
  void assumesOneBatchAndOneLengthForMiniLm() {
    InferredGraph inferred = infer(ModelFiles.miniLm(), true);
    assertThat(inferred.guards())
        .extracting(guard -> Dims.print(guard.left()) + " == " + Dims.print(guard.right()))
        .containsExactlyInAnyOrder(
            "token_type_ids.0 == input_ids.0",
            "token_type_ids.1 == input_ids.1",
            "min(512, input_ids.1) == input_ids.1",
            "attention_mask.0 == input_ids.0",
            "attention_mask.1 == input_ids.1");
    assertThat(inferred.checks()).isEmpty();
    assertThat(typeOf(inferred, "output_0")).isEqualTo("f32[input_ids.0, input_ids.1, 384]");
    assertThat(typeOf(inferred, "882")).isEqualTo("f32[input_ids.0, 384]");
    assertThat(inferred.graph().nodes()).hasSize(692 - 198);
  }

  @Test
  void joinsWhatMayDifferInMiniLm() {
    InferredGraph inferred = infer(ModelFiles.miniLm(), false);
    assertThat(inferred.guards()).isEmpty();
    assertThat(inferred.checks()).hasSizeBetween(3, 8);
    var extents =
        Map.of(
            "input_ids.0", 3L,
            "input_ids.1", 7L,
            "attention_mask.0", 1L,
            "attention_mask.1", 7L,
            "token_type_ids.0", 3L,
            "token_type_ids.1", 1L);
    assertThat(
            inferred.graph().value("output_0").orElseThrow().shape().stream()
                .map(dim -> Dims.evaluate(dim, name -> extents.getOrDefault(name, -1L))))
        .containsExactly(3L, 7L, 384L);
  }

  @Test
  void infersBgeSmall() {
    InferredGraph inferred = infer(ModelFiles.bgeSmall(), true);
    assertThat(typeOf(inferred, "last_hidden_state"))
        .isEqualTo("f32[input_ids.0, input_ids.1, 384]");
  }

  private static String typeOf(InferredGraph inferred, String name) {
    return GraphPrinter.typeText(inferred.graph().value(name).orElseThrow());
  }

  private static InferredGraph infer(Path file, boolean assumeJoinedEqual) {
    return ShapeInference.infer(OnnxReader.read(file), assumeJoinedEqual);
  }
}
