package dev.certosina.compiler.graph;

import dev.certosina.ModelException;
import dev.certosina.compiler.base.Names;
import dev.certosina.compiler.graph.Graph.Node;
import java.util.List;
import java.util.stream.Collectors;

/// Finds the nodes whose operator, domain or operator version is not implemented.
public final class UnsupportedOperators {
  private UnsupportedOperators() {}

  /// All of them, in order.
  public static List<Node> find(Graph graph) {
    return graph.nodes().stream().filter(node -> !Operators.isImplemented(node)).toList();
  }

  /// @throws ModelException when there is one; it lists all, each with node name, domain, operator
  ///   and opset
  public static void refuse(Graph graph) {
    List<Node> found = find(graph);
    if (!found.isEmpty()) {
      throw new ModelException(
          "unsupported operators (%d nodes): %s"
              .formatted(
                  found.size(),
                  found.stream()
                      .map(UnsupportedOperators::describe)
                      .collect(Collectors.joining(", "))));
    }
  }

  private static String describe(Node node) {
    return "%s: %s::%s opset %d"
        .formatted(
            Names.quoted(node.name()),
            node.domain().isEmpty() ? "ai.onnx" : Names.plain(node.domain()),
            Names.plain(node.operator()),
            node.opset());
  }
}
