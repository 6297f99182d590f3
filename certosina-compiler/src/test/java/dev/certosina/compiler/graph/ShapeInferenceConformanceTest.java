package dev.certosina.compiler.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ModelException;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.graph.Graph.ValueInfo;
import dev.certosina.compiler.onnx.OnnxReader;
import dev.certosina.compiler.onnx.TensorProtoReader;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.testkit.ConformanceData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// Inferred output types and shapes against those of stored outputs, for every case whose operators
/// are all implemented.
class ShapeInferenceConformanceTest {
  private static final int FEWEST_CASES = 300;

  private static final int FEWEST_EDGE_CASES = 15;

  @Test
  void agreesWithEveryStoredOutput() {
    assertThat(compareAll(ConformanceData.cases())).isGreaterThan(FEWEST_CASES);
  }

  @Test
  void agreesWithTheEdgeCases() {
    List<Path> cases =
        ConformanceData.edgeCases().stream().filter(folder -> !isBad(folder)).toList();
    assertThat(compareAll(cases)).isGreaterThan(FEWEST_EDGE_CASES);
  }

  @Test
  void refusesTheBadEdgeCases() {
    for (Path folder : ConformanceData.edgeCases()) {
      if (isBad(folder)) {
        assertThatThrownBy(
                () -> ShapeInference.infer(OnnxReader.read(folder.resolve("model.onnx")), false))
            .as(folder.getFileName().toString())
            .isInstanceOf(ModelException.class)
            .hasMessageNotContaining("\n");
      }
    }
  }

  private static boolean isBad(Path folder) {
    return folder.getFileName().toString().startsWith("bad_");
  }

  /// Returns how many cases were compared.
  private static int compareAll(List<Path> cases) {
    var failures = new ArrayList<String>();
    int refused = 0;
    int compared = 0;
    for (Path folder : cases) {
      Optional<Graph> graph = readIfSupported(folder);
      if (graph.isPresent()) {
        try {
          failures.addAll(compare(folder, graph.get()));
          compared++;
        } catch (ModelException e) {
          refused++;
          if (!isKnownLimit(String.valueOf(e.getMessage()))) {
            failures.add(folder.getFileName() + ": " + e.getMessage());
          }
        }
      }
    }
    System.out.println("compared " + compared + " cases, refused " + refused);
    assertThat(failures).isEmpty();
    return compared;
  }

  /// Types narrower than a byte, 8-bit floats and strings; ranges of floats, maxima of bools, and
  /// training.
  private static boolean isKnownLimit(String message) {
    return message.endsWith("is not supported")
        || message.contains("its training mode")
        || message.endsWith("only i64 and i32 are supported")
        || message.endsWith("has the element type bool, needs a numeric one");
  }

  private static Optional<Graph> readIfSupported(Path folder) {
    try {
      Graph graph = OnnxReader.read(folder.resolve("model.onnx"));
      return UnsupportedOperators.find(graph).isEmpty() ? Optional.of(graph) : Optional.empty();
    } catch (ModelException e) {
      return Optional.empty(); // sequences, functions and the like
    }
  }

  private static List<String> compare(Path folder, Graph graph) {
    var failures = new ArrayList<String>();
    for (int i = 0; Files.exists(folder.resolve("test_data_set_" + i)); i++) {
      failures.addAll(compareSet(folder.resolve("test_data_set_" + i), graph));
    }
    return failures;
  }

  private static List<String> compareSet(Path folder, Graph graph) {
    var failures = new ArrayList<String>();
    Map<String, Initializer> inputs = new LinkedHashMap<>();
    for (int i = 0; i < graph.inputs().size(); i++) {
      Path file = folder.resolve("input_" + i + ".pb");
      if (Files.exists(file)) {
        inputs.put(graph.inputs().get(i).name(), read(file));
      }
    }
    for (boolean assume : List.of(false, true)) {
      InferredGraph inferred = ShapeInference.infer(graph, assume);
      Map<String, Long> symbols = bind(graph, inputs);
      if (ConditionsOf.hold(inferred, name -> symbols.getOrDefault(name, -1L))) {
        failures.addAll(compareOutputs(folder, inferred, symbols));
      } else if (!assume) {
        failures.add(folder + ": a check fails");
      }
    }
    return failures;
  }

  private static Map<String, Long> bind(Graph graph, Map<String, Initializer> inputs) {
    Map<String, Long> symbols = new HashMap<>();
    for (ValueInfo input : graph.inputs()) {
      Initializer data = inputs.get(input.name());
      for (int axis = 0; axis < input.shape().size(); axis++) {
        if (data != null && input.shape().get(axis) instanceof Dim.Symbol(String name)) {
          symbols.put(name, data.shape().get(axis));
        }
      }
      List<Dim> elements = Optional.ofNullable(data).flatMap(Contents::of).orElse(List.of());
      for (int i = 0; i < elements.size(); i++) {
        symbols.put(
            new Dim.Element(input.name(), i).name(),
            Dims.constantValue(elements.get(i)).orElseThrow());
      }
    }
    return symbols;
  }

  private static List<String> compareOutputs(
      Path folder, InferredGraph inferred, Map<String, Long> symbols) {
    var failures = new ArrayList<String>();
    List<String> outputs = inferred.graph().outputs();
    for (int i = 0; i < outputs.size(); i++) {
      Initializer expected = read(folder.resolve("output_" + i + ".pb"));
      ValueInfo value = inferred.graph().value(outputs.get(i)).orElseThrow();
      List<Long> shape = value.shape().stream().map(dim -> value(dim, symbols)).toList();
      if (value.type() != expected.type() || !shape.equals(expected.shape())) {
        failures.add(
            "%s: output %d is %s%s, expected %s%s"
                .formatted(folder, i, value.type(), shape, expected.type(), expected.shape()));
      }
      List<Dim> contents = inferred.contents().get(outputs.get(i));
      if (contents != null && !evaluated(contents, symbols).equals(Contents.of(expected))) {
        failures.add(folder + ": contents " + contents);
      }
    }
    return failures;
  }

  private static Optional<List<Dim>> evaluated(List<Dim> contents, Map<String, Long> symbols) {
    return Optional.of(contents.stream().map(dim -> Dims.constant(value(dim, symbols))).toList());
  }

  private static long value(Dim dim, Map<String, Long> symbols) {
    return Dims.evaluate(dim, name -> symbols.getOrDefault(name, -1L));
  }

  private static Initializer read(Path file) {
    try {
      return TensorProtoReader.read(MemorySegment.ofArray(Files.readAllBytes(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
