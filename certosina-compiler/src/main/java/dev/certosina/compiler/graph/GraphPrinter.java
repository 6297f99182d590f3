package dev.certosina.compiler.graph;

import dev.certosina.compiler.base.Names;
import dev.certosina.compiler.graph.Graph.Attribute;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.graph.Graph.Node;
import dev.certosina.compiler.graph.Graph.ValueInfo;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.Program.Check;
import dev.certosina.runtime.exec.Program.Guard;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Prints graphs for people, one line a node:
///
/// ```
/// input 'x': f32[x.0, 3]
/// initializer 'w': f32[3, 4]
/// 'y': f32[x.0, 4] = MatMul('x', 'w')
/// output 'y'
/// ```
public final class GraphPrinter {
  private final StringBuilder text = new StringBuilder();

  private GraphPrinter() {}

  public static String print(Graph graph) {
    var printer = new GraphPrinter();
    printer.write(graph, Map.of());
    return printer.text.toString();
  }

  /// Also prints known contents, guards and checks.
  public static String print(InferredGraph inferred) {
    var printer = new GraphPrinter();
    for (Guard guard : inferred.guards()) {
      printer.line("guard " + Dims.print(guard.left()) + " == " + Dims.print(guard.right()));
    }
    for (Check check : inferred.checks()) {
      String sign =
          switch (check.relation()) {
            case EQUAL -> " == ";
            case AT_MOST -> " <= ";
          };
      printer.line("check " + Dims.print(check.left()) + sign + Dims.print(check.right()));
    }
    printer.write(inferred.graph(), inferred.contents());
    return printer.text.toString();
  }

  private void write(Graph graph, Map<String, List<Dim>> contents) {
    graph
        .opsets()
        .forEach((domain, version) -> line("opset " + Names.quoted(domain) + " " + version));
    for (ValueInfo input : graph.inputs()) {
      line("input " + Names.quoted(input.name()) + ": " + typeText(input));
    }
    for (Initializer initializer : graph.initializers().values()) {
      line(
          "initializer %s: %s%s"
              .formatted(
                  Names.quoted(initializer.name()), initializer.type(), initializer.shape()));
    }
    for (Node node : graph.nodes()) {
      line(nodeText(graph, node, contents));
    }
    for (String output : graph.outputs()) {
      line("output " + Names.quoted(output));
    }
  }

  private static String nodeText(Graph graph, Node node, Map<String, List<Dim>> contents) {
    String results =
        node.outputs().stream()
            .map(name -> resultText(graph, name, contents))
            .collect(Collectors.joining(", "));
    String operator =
        node.domain().isEmpty()
            ? Names.plain(node.operator())
            : Names.plain(node.domain()) + "::" + Names.plain(node.operator());
    String inputs =
        node.inputs().stream()
            .map(name -> name.isEmpty() ? "none" : Names.quoted(name))
            .collect(Collectors.joining(", "));
    return results + " = " + operator + "(" + inputs + ")" + attributesText(node);
  }

  private static String resultText(Graph graph, String name, Map<String, List<Dim>> contents) {
    if (name.isEmpty()) {
      return "none";
    }
    String type = graph.value(name).map(value -> ": " + typeText(value)).orElse("");
    List<Dim> elements = contents.get(name);
    String known = elements == null ? "" : " {" + joined(elements) + "}";
    return Names.quoted(name) + type + known;
  }

  private static String attributesText(Node node) {
    return node.attributes().isEmpty()
        ? ""
        : node.attributes().entrySet().stream()
            .map(entry -> Names.plain(entry.getKey()) + "=" + valueText(entry.getValue()))
            .collect(Collectors.joining(", ", " {", "}"));
  }

  private static String valueText(Attribute attribute) {
    return switch (attribute) {
      case Attribute.IntValue(long value) -> String.valueOf(value);
      case Attribute.FloatValue(float value) -> String.valueOf(value);
      case Attribute.StringValue(String value) -> Names.quoted(value);
      case Attribute.TensorValue(Initializer tensor) -> tensor.type().toString() + tensor.shape();
      case Attribute.Ints(List<Long> list) -> list.toString();
      case Attribute.Floats(List<Float> list) -> list.toString();
      case Attribute.Strings(List<String> list) ->
          list.stream().map(Names::quoted).toList().toString();
      case Attribute.Other(String kind) -> kind;
    };
  }

  /// What kind of attribute this is, with its article.
  static String kindText(Attribute attribute) {
    return switch (attribute) {
      case Attribute.IntValue _ -> "an int";
      case Attribute.FloatValue _ -> "a float";
      case Attribute.StringValue _ -> "a string";
      case Attribute.TensorValue _ -> "a tensor";
      case Attribute.Ints _ -> "a list of ints";
      case Attribute.Floats _ -> "a list of floats";
      case Attribute.Strings _ -> "a list of strings";
      case Attribute.Other(String kind) -> "a " + kind;
    };
  }

  /// For example `f32[x.0, 3]`.
  public static String typeText(ValueInfo value) {
    return value.type() + shapeText(value.shape());
  }

  /// For example `[x.0, 3]`.
  public static String shapeText(List<Dim> shape) {
    return "[" + joined(shape) + "]";
  }

  private static String joined(List<Dim> dims) {
    return dims.stream().map(Dims::print).collect(Collectors.joining(", "));
  }

  private void line(String line) {
    text.append(line).append('\n');
  }
}
