package dev.certosina.cli.inspect;

import dev.certosina.ModelException;
import dev.certosina.cli.json.Json;
import dev.certosina.compiler.graph.Graph;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.graph.Graph.Node;
import dev.certosina.compiler.graph.Graph.ValueInfo;
import dev.certosina.compiler.graph.ShapeInference;
import dev.certosina.compiler.graph.UnsupportedOperators;
import dev.certosina.compiler.onnx.ModelOutline;
import dev.certosina.compiler.onnx.OnnxReader;
import dev.certosina.runtime.dim.Dims;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// What a model is made of.
///
/// @param graph with inferred shapes where `problem` is empty, as read otherwise
/// @param unsupported nodes whose operator is not implemented
/// @param problem why shapes could not be inferred; empty where they could
public record ModelReport(
    Path file, ModelOutline outline, Graph graph, List<Node> unsupported, String problem) {

  private static final double BYTES_PER_MEGABYTE = 1e6;

  /// Reads and analyses `file`.
  ///
  /// @throws ModelException where it is not a valid ONNX model
  public static ModelReport of(Path file) throws IOException {
    Graph graph = OnnxReader.read(file);
    ModelOutline outline = ModelOutline.read(file);
    List<Node> unsupported = UnsupportedOperators.find(graph);
    try {
      Graph inferred = ShapeInference.infer(graph, true).graph();
      return new ModelReport(file, outline, inferred, unsupported, "");
    } catch (ModelException e) {
      return new ModelReport(file, outline, graph, unsupported, String.valueOf(e.getMessage()));
    }
  }

  /// Elements of all constants.
  long parameters() {
    return graph.initializers().values().stream().mapToLong(ModelReport::elements).sum();
  }

  /// Bytes of all constants.
  long parameterBytes() {
    return graph.initializers().values().stream()
        .mapToLong(constant -> constant.data().byteSize())
        .sum();
  }

  /// Multiply-adds as a formula; `unknown` where shapes could not be inferred.
  String multiplyAdds() {
    return problem.isEmpty() ? Dims.print(MultiplyAdds.of(graph)) : "unknown";
  }

  /// Prints everything for people.
  public void print(PrintWriter text) {
    text.printf("%s (%s)%n", file.getFileName(), producer());
    text.println("opset " + opsets());
    graph.inputs().forEach(input -> text.println("input  " + describe(input)));
    graph.outputs().forEach(output -> text.println("output " + describe(output)));
    text.printf("%,d parameters, %.1f MB%n", parameters(), parameterBytes() / BYTES_PER_MEGABYTE);
    text.println("multiply-adds " + multiplyAdds());
    text.println(
        "operators "
            + outline.operators().entrySet().stream()
                .map(count -> count.getKey() + " " + count.getValue())
                .collect(Collectors.joining(", ")));
    unsupported.forEach(node -> text.println("unsupported " + describe(node)));
    if (!problem.isEmpty() && unsupported.isEmpty()) {
      text.println("cannot be compiled: " + problem);
    }
  }

  /// The document with all its members.
  public Json.Structure toJson(Json.Structure document) {
    Json.Structure opsets = Json.object();
    for (Map.Entry<String, Integer> opset : graph.opsets().entrySet()) {
      opsets = opsets.with(domain(opset.getKey()), opset.getValue());
    }
    Json.Structure operators = Json.object();
    for (Map.Entry<String, Integer> count : outline.operators().entrySet()) {
      operators = operators.with(count.getKey(), count.getValue());
    }
    return document
        .with("model", file.toString())
        .with("producer", producer())
        .with("opsets", opsets)
        .with("inputs", graph.inputs().stream().<Json>map(ModelReport::valueJson).toList())
        .with("outputs", outputsJson())
        .with("operators", operators)
        .with("parameters", parameters())
        .with("parameterBytes", parameterBytes())
        .with("multiplyAdds", multiplyAdds())
        .with("unsupported", unsupportedJson())
        .with("problem", problem);
  }

  private List<Json> unsupportedJson() {
    var nodes = new ArrayList<Json>();
    for (Node node : unsupported) {
      nodes.add(
          Json.object()
              .with("node", node.name())
              .with("domain", domain(node.domain()))
              .with("operator", node.operator())
              .with("opset", node.opset()));
    }
    return nodes;
  }

  /// An output whose shape could not be inferred has a name only.
  private List<Json> outputsJson() {
    var list = new ArrayList<Json>();
    for (String name : graph.outputs()) {
      ValueInfo value = graph.values().get(name);
      list.add(value == null ? Json.object().with("name", name) : valueJson(value));
    }
    return list;
  }

  private static Json valueJson(ValueInfo value) {
    return Json.object()
        .with("name", value.name())
        .with("type", value.type().text())
        .with("dims", Json.texts(dims(value)));
  }

  private String producer() {
    return outline.producer().isEmpty() ? "unknown producer" : outline.producer();
  }

  private String opsets() {
    return graph.opsets().entrySet().stream()
        .map(opset -> domain(opset.getKey()) + " " + opset.getValue())
        .collect(Collectors.joining(", "));
  }

  private String describe(String name) {
    ValueInfo value = graph.values().get(name);
    return value == null ? name : describe(value);
  }

  private static String describe(ValueInfo value) {
    return "%s %s[%s]".formatted(value.name(), value.type(), String.join(", ", dims(value)));
  }

  private static List<String> dims(ValueInfo value) {
    return value.shape().stream().map(Dims::print).toList();
  }

  private static String describe(Node node) {
    return "%s: %s::%s opset %d"
        .formatted(node.name(), domain(node.domain()), node.operator(), node.opset());
  }

  private static String domain(String domain) {
    return domain.isEmpty() ? "ai.onnx" : domain;
  }

  private static long elements(Initializer constant) {
    return constant.shape().stream().reduce(1L, (left, right) -> left * right);
  }
}
