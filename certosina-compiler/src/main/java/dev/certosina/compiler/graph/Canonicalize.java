package dev.certosina.compiler.graph;

import dev.certosina.ElementType;
import dev.certosina.compiler.graph.Graph.Attribute;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.graph.Graph.Node;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Removes operators that only pass a value on:
///
/// ```
/// 'b' = Identity('a'); 'c' = Relu('b')
/// 'c' = Relu('a')
/// ```
///
/// The same goes for Dropout, which does nothing outside of training; a mask that is read becomes
/// `ConstantOfShape(Shape('a'))` of `true`. An Identity that defines an output of the graph stays,
/// since it gives the output its name. Works before shape inference and forgets inferred values.
public final class Canonicalize {
  private static final Dim FALSE = Dims.constant(0);

  private final Graph graph;
  private final Map<String, String> renamed = new HashMap<>();
  private final Set<String> read = new HashSet<>();
  private final List<Node> nodes = new ArrayList<>();

  private Canonicalize(Graph graph) {
    this.graph = graph;
    read.addAll(graph.outputs());
    graph.nodes().forEach(node -> read.addAll(node.inputs()));
  }

  public static Graph run(Graph graph) {
    return new Canonicalize(graph).run();
  }

  private Graph run() {
    graph.nodes().forEach(this::add);
    return new Graph(
        graph.opsets(), graph.inputs(), graph.outputs(), graph.initializers(), nodes, Map.of());
  }

  private void add(Node node) {
    List<String> inputs =
        node.inputs().stream().map(name -> renamed.getOrDefault(name, name)).toList();
    boolean masked = node.outputs().size() > 1 && read.contains(node.outputs().get(1));
    boolean dropout = isInferenceDropout(node, masked);
    if (dropout && masked) {
      addMask(node, inputs.getFirst());
    }
    boolean passesOn = dropout || isStandard(node, "Identity");
    if (!passesOn || inputs.isEmpty() || node.outputs().isEmpty()) {
      nodes.add(copy(node, node.operator(), inputs, node.outputs(), node.attributes()));
    } else if (graph.outputs().contains(node.output())) {
      nodes.add(
          copy(node, "Identity", inputs.subList(0, 1), node.outputs().subList(0, 1), Map.of()));
    } else {
      renamed.put(node.output(), inputs.getFirst());
    }
  }

  private void addMask(Node node, String input) {
    String mask = node.outputs().get(1);
    String shape = unused(mask + ".shape");
    var one =
        new Initializer("", ElementType.BOOL, List.of(1L), MemorySegment.ofArray(new byte[] {1}));
    nodes.add(copy(node, "Shape", List.of(input), List.of(shape), Map.of()));
    nodes.add(
        copy(
            node,
            "ConstantOfShape",
            List.of(shape),
            List.of(mask),
            Map.of("value", new Attribute.TensorValue(one))));
  }

  private String unused(String name) {
    String candidate = name;
    while (!read.add(candidate)) {
      candidate += "_";
    }
    return candidate;
  }

  /// Dropout takes its training mode as an input, off by default, from opset 12 on; a node that has
  /// this input is left alone unless it is the constant `false`. So is one whose mask is read
  /// before opset 10, where it is not `bool`.
  private boolean isInferenceDropout(Node node, boolean masked) {
    if (!isStandard(node, "Dropout") || (masked && node.opset() < 10)) {
      return false;
    }
    return node.input(2)
        .map(mode ->
            graph
                .initializer(mode)
                .flatMap(Contents::of)
                .filter(elements -> elements.equals(List.of(FALSE)))
                .isPresent())
        .orElse(true);
  }

  private static boolean isStandard(Node node, String operator) {
    return node.domain().isEmpty() && node.operator().equals(operator);
  }

  private static Node copy(
      Node node,
      String operator,
      List<String> inputs,
      List<String> outputs,
      Map<String, Attribute> attributes) {
    return new Node(
        node.name(), node.domain(), operator, node.opset(), inputs, outputs, attributes);
  }
}
