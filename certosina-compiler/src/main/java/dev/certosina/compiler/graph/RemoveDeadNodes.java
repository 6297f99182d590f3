package dev.certosina.compiler.graph;

import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.graph.Graph.Node;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Drops nodes and initializers that no output needs.
///
/// A value whose contents follow from constants and extents needs no node, whoever reads it: its
/// elements are expressions over the dims. Hence shape arithmetic goes with its last shape.
public final class RemoveDeadNodes {
  private RemoveDeadNodes() {}

  public static InferredGraph run(InferredGraph inferred) {
    var solved = new HashSet<>(inferred.contents().keySet());
    solved.removeIf(value -> inferred.solved(value).isEmpty());
    Graph graph = inferred.graph();
    Set<String> needed = new HashSet<>(graph.outputs());
    List<Node> live = liveNodes(graph, needed, solved);
    return InferredGraphs.with(inferred, liveInitializers(graph, needed), live);
  }

  /// Without known contents.
  public static Graph run(Graph graph) {
    Set<String> needed = new HashSet<>(graph.outputs());
    List<Node> live = liveNodes(graph, needed, Set.of());
    return new Graph(
        graph.opsets(),
        graph.inputs(),
        graph.outputs(),
        liveInitializers(graph, needed),
        live,
        graph.values());
  }

  private static List<Node> liveNodes(Graph graph, Set<String> needed, Set<String> solved) {
    var live = new ArrayList<Node>();
    for (Node node : graph.nodes().reversed()) {
      if (node.outputs().stream().anyMatch(out -> needed.contains(out) && !solved.contains(out))) {
        live.add(node);
        needed.addAll(node.inputs());
      }
    }
    return live.reversed();
  }

  private static Map<String, Initializer> liveInitializers(Graph graph, Set<String> needed) {
    var live = new LinkedHashMap<>(graph.initializers());
    live.keySet().retainAll(needed);
    return live;
  }
}
