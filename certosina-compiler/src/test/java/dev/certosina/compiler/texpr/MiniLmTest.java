package dev.certosina.compiler.texpr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.compiler.graph.Graph;
import dev.certosina.compiler.graph.ShapeInference;
import dev.certosina.compiler.onnx.OnnxReader;
import dev.certosina.testkit.CarriedModel;
import dev.certosina.testkit.Golden;
import dev.certosina.testkit.OnnxRuntimePeer;
import dev.certosina.testkit.Seed;
import dev.certosina.testkit.Tolerance;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A whole sentence encoder, lowered and interpreted, against ONNX Runtime.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MiniLmTest {
  private static final int VOCABULARY = 30522;

  private final RandomGenerator random = Seed.generator();
  private final Graph graph = OnnxReader.read(CarriedModel.MINI_LM.segment(), Path.of("."));
  private final OnnxRuntimePeer peer = new OnnxRuntimePeer(CarriedModel.MINI_LM.bytes());

  @AfterAll
  void closePeer() {
    peer.close();
  }

  @ParameterizedTest
  @CsvSource({"1,1,false", "1,7,true", "2,3,false", "1,16,true"})
  void agreesWithOnnxRuntime(int batch, int length, boolean assumeJoinedEqual) {
    TensorProgram program = program(assumeJoinedEqual);
    Map<String, TensorValue> inputs = inputs(batch, length);
    List<TensorValue> found = TensorProgramInterpreter.run(program, inputs);
    List<TensorValue> expected = peer.run(inputs);
    assertThat(found).hasSameSizeAs(expected);
    for (int i = 0; i < found.size(); i++) {
      Tolerance.MODEL.assertClose("output " + i, found.get(i), expected.get(i));
    }
  }

  @Test
  void becomesASoundProgram() {
    for (boolean assumeJoinedEqual : List.of(false, true)) {
      assertThat(TensorProgramVerifier.problems(program(assumeJoinedEqual))).isEmpty();
    }
  }

  @Test
  void movesNoDataInAttention() {
    String attention =
        program(true).statements().stream()
            .map(TensorProgramPrinter::print)
            .filter(statement -> statement.contains(" /encoder/layer.0/attention/self/"))
            .collect(Collectors.joining("\n", "", "\n"));
    Golden.check(MiniLmTest.class, "movesNoDataInAttention.txt", attention);
  }

  private TensorProgram program(boolean assumeJoinedEqual) {
    return LowerGraph.lower(ShapeInference.infer(graph, assumeJoinedEqual));
  }

  private Map<String, TensorValue> inputs(int batch, int length) {
    long[] ids = random.longs((long) batch * length, 0, VOCABULARY).toArray();
    long[] mask = new long[ids.length];
    // The last token of each sequence but the shortest is padding.
    for (int i = 0; i < mask.length; i++) {
      mask[i] = length > 2 && i % length == length - 1 ? 0 : 1;
    }
    Map<String, TensorValue> inputs = new LinkedHashMap<>();
    inputs.put("input_ids", TensorValue.ofLongs(ids, batch, length));
    inputs.put("attention_mask", TensorValue.ofLongs(mask, batch, length));
    inputs.put("token_type_ids", TensorValue.ofLongs(new long[ids.length], batch, length));
    return inputs;
  }
}
