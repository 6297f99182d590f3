package dev.certosina.compiler.texpr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.compiler.graph.Graph;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.graph.Operators;
import dev.certosina.compiler.graph.ShapeInference;
import dev.certosina.compiler.graph.ShapeInputs;
import dev.certosina.compiler.onnx.OnnxReader;
import dev.certosina.compiler.onnx.TensorProtoReader;
import dev.certosina.testkit.ConformanceArchive;
import dev.certosina.testkit.ConformanceCase;
import dev.certosina.testkit.Tolerance;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The ONNX backend tests of all implemented operators, from bytes to values.
class ConformanceTest {
  private static final Set<String> NARROW_TYPES =
      Set.of(
          "f8e4m3fn",
          "f8e4m3fnuz",
          "f8e5m2",
          "f8e5m2fnuz",
          "f8e8m0",
          "f4e2m1",
          "u4",
          "i4",
          "u2",
          "i2");

  // Strings, sequences, opsets before 6, extents that depend on data, and training.
  private static final Set<String> REFUSED =
      Set.of(
          "test_equal_string",
          "test_identity_opt",
          "test_identity_sequence",
          "test_not_2d",
          "test_not_4d",
          "test_range_bfloat16_type_positive_delta",
          "test_range_float_type_positive_delta",
          "test_training_dropout",
          "test_training_dropout_default_mask",
          "test_training_dropout_zero_ratio",
          "test_training_dropout_zero_ratio_mask");

  static Stream<ConformanceCase> cases() {
    return ConformanceArchive.read(listing ->
        !REFUSED.contains(listing.name())
            && listing.operators().stream().allMatch(ConformanceTest::isKnown)
            && listing.types().stream().noneMatch(NARROW_TYPES::contains))
        .stream();
  }

  private static boolean isKnown(String operator) {
    return operator.equals("Constant") || Operators.names().contains(operator);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void givesTheExpectedValues(ConformanceCase test) {
    Graph graph = OnnxReader.read(MemorySegment.ofArray(test.model()), Path.of("."));
    for (ConformanceCase.DataSet set : test.dataSets()) {
      Map<String, Initializer> inputs = new LinkedHashMap<>();
      for (int i = 0; i < set.inputs().size(); i++) {
        inputs.put(
            graph.inputs().get(i).name(),
            TensorProtoReader.read(MemorySegment.ofArray(set.inputs().get(i))));
      }
      Map<String, Initializer> fixed = new LinkedHashMap<>(inputs);
      fixed.keySet().retainAll(ShapeInputs.find(graph));
      TensorProgram program =
          LowerGraph.lower(ShapeInference.infer(ShapeInputs.fix(graph, fixed), false));
      assertThat(TensorProgramVerifier.problems(program)).isEmpty();
      assertReadsBack(program);
      checkOutputs(test, program, inputs, set.outputs());
    }
  }

  private static void checkOutputs(
      ConformanceCase test,
      TensorProgram program,
      Map<String, Initializer> inputs,
      List<byte[]> expected) {
    Map<String, TensorValue> values = new HashMap<>();
    inputs.forEach((name, value) -> values.put(name, TensorValue.of(value)));
    List<TensorValue> outputs = TensorProgramInterpreter.run(program, values);
    for (int i = 0; i < expected.size(); i++) {
      TensorValue wanted =
          TensorValue.of(TensorProtoReader.read(MemorySegment.ofArray(expected.get(i))));
      Tolerance.CONFORMANCE.assertClose(test.name() + " output " + i, outputs.get(i), wanted);
    }
  }

  private static void assertReadsBack(TensorProgram program) {
    Map<String, Initializer> data = new HashMap<>();
    program.constants().forEach(constant -> data.put(constant.tensor(), constant.value()));
    TensorProgram read =
        TensorProgramParser.parse(
            TensorProgramPrinter.print(program), name -> Optional.ofNullable(data.get(name)));
    assertThat(read).isEqualTo(program);
  }
}
