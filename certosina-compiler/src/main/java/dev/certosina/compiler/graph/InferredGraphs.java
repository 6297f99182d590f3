package dev.certosina.compiler.graph;

import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.graph.Graph.Node;
import java.util.List;
import java.util.Map;

/// Copies of inferred graphs with other nodes and constants.
final class InferredGraphs {
  private InferredGraphs() {}

  static InferredGraph with(
      InferredGraph inferred, Map<String, Initializer> initializers, List<Node> nodes) {
    Graph graph = inferred.graph();
    return new InferredGraph(
        new Graph(
            graph.opsets(), graph.inputs(), graph.outputs(), initializers, nodes, graph.values()),
        inferred.contents(),
        inferred.guards(),
        inferred.checks());
  }
}
