package dev.certosina.compiler.texpr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.ModelException;
import dev.certosina.compiler.graph.Graph;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.graph.ShapeInference;
import dev.certosina.compiler.graph.UnsupportedOperators;
import dev.certosina.compiler.onnx.OnnxReader;
import dev.certosina.compiler.onnx.TensorProtoReader;
import dev.certosina.testkit.ConformanceData;
import dev.certosina.testkit.Tolerance;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// From the bytes of a model to values, for every stored case whose operators are all implemented.
class ConformanceTest {
  // Types without kernels, ranges of floats, and training.
  private static final List<String> LIMITS =
      List.of("is not supported", "only i64 and i32 are supported", "its training mode");

  static Stream<Named<Path>> backendCases() {
    return runnable(ConformanceData.cases());
  }

  static Stream<Named<Path>> edgeCases() {
    return runnable(
        ConformanceData.edgeCases().stream()
            .filter(folder -> !folder.getFileName().toString().startsWith("bad_"))
            .toList());
  }

  @ParameterizedTest
  @MethodSource("backendCases")
  void givesTheStoredOutputs(Path folder) {
    check(folder);
  }

  @ParameterizedTest
  @MethodSource("edgeCases")
  void givesTheOutputsOfEdgeCases(Path folder) {
    check(folder);
  }

  private static Stream<Named<Path>> runnable(List<Path> folders) {
    Set<String> limits = new TreeSet<>();
    List<Named<Path>> cases =
        folders.stream()
            .filter(folder -> isRunnable(folder, limits))
            .map(folder -> Named.of(folder.getFileName().toString(), folder))
            .toList();
    System.out.println("refused for these reasons: " + limits);
    return cases.stream();
  }

  private static boolean isRunnable(Path folder, Set<String> limits) {
    Optional<Graph> graph = readIfSupported(folder);
    if (graph.isEmpty()) {
      return false;
    }
    try {
      program(graph.get());
      return true;
    } catch (ModelException e) {
      String message = String.valueOf(e.getMessage());
      assertThat(LIMITS).as(message).anyMatch(message::contains);
      limits.add(message);
      return false;
    }
  }

  private static Optional<Graph> readIfSupported(Path folder) {
    try {
      Graph graph = OnnxReader.read(folder.resolve("model.onnx"));
      return UnsupportedOperators.find(graph).isEmpty() ? Optional.of(graph) : Optional.empty();
    } catch (ModelException e) {
      // Sequences, functions, opsets before 6 and the like.
      return Optional.empty();
    }
  }

  private static void check(Path folder) {
    Graph graph = OnnxReader.read(folder.resolve("model.onnx"));
    TensorProgram program = program(graph);
    assertThat(TensorProgramVerifier.problems(program)).isEmpty();
    assertReadsBack(program);
    for (int set = 0; Files.exists(folder.resolve("test_data_set_" + set)); set++) {
      Map<String, Initializer> inputs = dataSet(folder, set, "input", graph);
      Map<String, TensorValue> values = new HashMap<>();
      inputs.forEach((name, value) -> values.put(name, TensorValue.of(value)));
      List<TensorValue> found = TensorProgramInterpreter.run(program, values);
      for (int i = 0; i < found.size(); i++) {
        TensorValue expected = TensorValue.of(tensor(folder, set, "output", i));
        Tolerance.CONFORMANCE.assertClose("set " + set + " output " + i, found.get(i), expected);
      }
    }
  }

  private static TensorProgram program(Graph graph) {
    return LowerGraph.lower(ShapeInference.infer(graph, false));
  }

  private static void assertReadsBack(TensorProgram program) {
    Map<String, Initializer> data = new HashMap<>();
    program.constants().forEach(constant -> data.put(constant.tensor(), constant.value()));
    TensorProgram read =
        TensorProgramParser.parse(
            TensorProgramPrinter.print(program), name -> Optional.ofNullable(data.get(name)));
    assertThat(read).isEqualTo(program);
  }

  private static Map<String, Initializer> dataSet(Path folder, int set, String kind, Graph graph) {
    Map<String, Initializer> tensors = new LinkedHashMap<>();
    for (int i = 0; i < graph.inputs().size(); i++) {
      tensors.put(graph.inputs().get(i).name(), tensor(folder, set, kind, i));
    }
    return tensors;
  }

  private static Initializer tensor(Path folder, int set, String kind, int number) {
    Path file = folder.resolve("test_data_set_" + set).resolve(kind + "_" + number + ".pb");
    try {
      return TensorProtoReader.read(MemorySegment.ofArray(Files.readAllBytes(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
