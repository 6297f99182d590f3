package dev.certosina.compiler.onnx;

import dev.certosina.ModelException;
import dev.certosina.compiler.base.Names;
import dev.certosina.compiler.graph.Graph.Node;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.stream.Collectors;

/// Puts nodes after the nodes whose outputs they read. Among nodes that are ready, the one that
/// comes first in the file goes first, so a sorted list stays as it is.
final class TopologicalSort {
  private static final int MAX_NAMED = 8;

  private final List<Node> nodes;
  private final Map<String, Integer> producers = new HashMap<>();
  private final List<List<Integer>> readers = new ArrayList<>();
  private final int[] missing;

  private TopologicalSort(List<Node> nodes) {
    this.nodes = nodes;
    this.missing = new int[nodes.size()];
  }

  /// @param sources the names that no node defines: inputs and initializers
  /// @throws ModelException when a name is not defined at all, or when nodes depend on themselves
  static List<Node> sort(List<Node> nodes, Set<String> sources) {
    var sort = new TopologicalSort(nodes);
    sort.link(sources);
    return sort.sorted();
  }

  private void link(Set<String> sources) {
    for (int i = 0; i < nodes.size(); i++) {
      readers.add(new ArrayList<>());
      for (String output : nodes.get(i).outputs()) {
        producers.put(output, i);
      }
    }
    for (int i = 0; i < nodes.size(); i++) {
      for (String input : nodes.get(i).inputs()) {
        if (!input.isEmpty() && !sources.contains(input)) {
          Integer producer = producers.get(input);
          if (producer == null) {
            throw dangling(nodes.get(i), input);
          }
          readers.get(producer).add(i);
          missing[i]++;
        }
      }
    }
  }

  private List<Node> sorted() {
    var ready = new PriorityQueue<Integer>();
    for (int i = 0; i < nodes.size(); i++) {
      if (missing[i] == 0) {
        ready.add(i);
      }
    }
    var sorted = new ArrayList<Node>(nodes.size());
    while (!ready.isEmpty()) {
      int next = ready.remove();
      sorted.add(nodes.get(next));
      for (int reader : readers.get(next)) {
        if (--missing[reader] == 0) {
          ready.add(reader);
        }
      }
    }
    if (sorted.size() < nodes.size()) {
      throw cycle();
    }
    return sorted;
  }

  /// Every node left over waits for another one left over; following those leads into a cycle.
  private ModelException cycle() {
    int node = 0;
    while (missing[node] == 0) {
      node++;
    }
    var path = new LinkedHashSet<Integer>();
    while (path.add(node)) {
      node = unfinishedProducer(nodes.get(node));
    }
    var onCycle = new ArrayList<>(path);
    List<Integer> cycle = onCycle.subList(onCycle.indexOf(node), onCycle.size()).reversed();
    String names =
        cycle.stream()
            .limit(MAX_NAMED)
            .map(i -> Names.quoted(nodes.get(i).name()))
            .collect(Collectors.joining(" -> "));
    String more = cycle.size() > MAX_NAMED ? " and " + (cycle.size() - MAX_NAMED) + " more" : "";
    return new ModelException("graph has a cycle through the nodes " + names + more);
  }

  private int unfinishedProducer(Node node) {
    return node.inputs().stream()
        .filter(producers::containsKey)
        .mapToInt(producers::get)
        .filter(producer -> missing[producer] > 0)
        .findFirst()
        .orElseThrow();
  }

  private static ModelException dangling(Node node, String input) {
    return new ModelException(
        "%s: input %s is not defined by any input, initializer or node"
            .formatted(Names.node(node.name(), node.operator()), Names.quoted(input)));
  }
}
