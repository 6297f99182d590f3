package dev.certosina.compiler.graph;

import dev.certosina.compiler.graph.Graph.Node;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.exec.Program.Check;
import dev.certosina.runtime.exec.Program.Guard;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A graph with the type and symbolic shape of every value.
///
/// @param graph the same nodes; [Graph#values] is complete. Shapes in [Graph#inputs] are as
///   declared, those in [Graph#values] have every assumed or required equality applied
/// @param contents the elements of integer and boolean tensors of rank 0 or 1 with at most
///   [Contents#MAX_ELEMENTS] elements, where they follow from constants, extents and elements of
///   inputs; `false` is 0 and `true` is 1
/// @param guards equalities that were assumed; empty unless asked for
/// @param checks what else must hold of the dims for the model to be valid
public record InferredGraph(
    Graph graph, Map<String, List<Dim>> contents, List<Guard> guards, List<Check> checks) {

  public InferredGraph {
    contents = Collections.unmodifiableMap(new LinkedHashMap<>(contents));
    guards = List.copyOf(guards);
    checks = List.copyOf(checks);
  }

  /// The elements of a value that needs no computation: they follow from constants and extents
  /// alone. What follows from elements of inputs may shape other values, but where it is read as
  /// data it is computed as data.
  public Optional<List<Dim>> solved(String value) {
    return Optional.ofNullable(contents.get(value))
        .filter(elements -> elements.stream().noneMatch(Choices::dependsOnData));
  }

  /// True when lowering `node` needs the data of its input `position`, not only its elements as
  /// dims.
  public boolean readsData(Node node, int position) {
    String input = node.inputs().get(position);
    boolean asDims = contents.containsKey(input) && ShapeInputs.isShapeOperand(node, position);
    return !asDims && solved(input).isEmpty();
  }

  /// One of the graph's nodes with what is known of its inputs.
  public NodeView view(Node node) {
    return new NodeView(node, graph.values(), contents);
  }
}
