package dev.certosina.compiler.graph;

import dev.certosina.compiler.graph.Graph.Attribute;
import dev.certosina.compiler.graph.Graph.Node;
import dev.certosina.compiler.graph.Graph.ValueInfo;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Finds the inputs whose integers index constant tables, so that made-up inputs stay inside them.
///
/// An input indexes the data of a `Gather` when its integers reach the node's indices unchanged:
/// directly or through casts and changes of shape.
public final class IndexLimits {
  private static final String INFO_PREFIX = "indexLimit.";

  private static final Set<String> VALUE_PRESERVING =
      Set.of("Cast", "Identity", "Reshape", "Unsqueeze", "Squeeze", "Flatten", "Transpose");

  private final Graph graph;
  private final Map<String, Node> producers = new HashMap<>();

  private IndexLimits(Graph graph) {
    this.graph = graph;
    for (Node node : graph.nodes()) {
      node.outputs().forEach(output -> producers.put(output, node));
    }
  }

  /// The extent of the smallest constant table that each input indexes, by input name; inputs that
  /// index none are left out. Extents are at least 1.
  public static Map<String, Long> of(Graph graph) {
    return new IndexLimits(graph).limits();
  }

  /// Limits as texts for an executable, under one key per input.
  public static Map<String, String> toInfo(Map<String, Long> limits) {
    var info = new LinkedHashMap<String, String>();
    limits.forEach((input, limit) -> info.put(INFO_PREFIX + input, Long.toString(limit)));
    return info;
  }

  /// The limits among the texts of an executable.
  public static Map<String, Long> fromInfo(Map<String, String> info) {
    var limits = new LinkedHashMap<String, Long>();
    info.forEach((key, value) -> {
      if (key.startsWith(INFO_PREFIX)) {
        limits.put(key.substring(INFO_PREFIX.length()), Long.parseLong(value));
      }
    });
    return limits;
  }

  private Map<String, Long> limits() {
    var found = new HashMap<String, Long>();
    for (Node node : graph.nodes()) {
      if (node.operator().equals("Gather") && node.domain().isEmpty()) {
        addTable(node, found);
      }
    }
    var ordered = new LinkedHashMap<String, Long>();
    for (ValueInfo input : graph.inputs()) {
      Long limit = found.get(input.name());
      if (limit != null) {
        ordered.put(input.name(), limit);
      }
    }
    return ordered;
  }

  private void addTable(Node gather, Map<String, Long> found) {
    if (gather.inputs().size() != 2) {
      return;
    }
    List<Long> table = constantShape(gather.inputs().get(0));
    int axis = axis(gather, table.size());
    if (axis >= 0 && axis < table.size() && table.get(axis) > 0) {
      found.merge(source(gather.inputs().get(1)), table.get(axis), Math::min);
    }
  }

  private static int axis(Node gather, int rank) {
    long axis =
        gather.attributes().get("axis") instanceof Attribute.IntValue(long value) ? value : 0;
    return (int) (axis < 0 ? axis + rank : axis);
  }

  /// The shape of a constant; empty for anything else.
  private List<Long> constantShape(String name) {
    Graph.Initializer initializer = graph.initializers().get(name);
    return initializer == null ? List.of() : initializer.shape();
  }

  /// The value that `name` holds the integers of.
  private String source(String name) {
    String source = name;
    Node producer = producers.get(source);
    while (producer != null && VALUE_PRESERVING.contains(producer.operator())) {
      source = producer.inputs().getFirst();
      producer = producers.get(source);
    }
    return source;
  }
}
