package dev.certosina.compiler.graph;

import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.graph.Graph.Node;
import dev.certosina.compiler.graph.Graph.ValueInfo;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/// Inputs whose data, not only whose shape, decides the shapes of other values: a model that takes
/// the target of a `Reshape` as an input can be compiled only for a given target.
public final class ShapeInputs {
  private ShapeInputs() {}

  /// The names of all such inputs, in the order of [Graph#inputs].
  public static Set<String> find(Graph graph) {
    Set<String> needed = new LinkedHashSet<>();
    for (Node node : graph.nodes().reversed()) {
      boolean whole = node.outputs().stream().anyMatch(needed::contains);
      for (int i = 0; i < node.inputs().size(); i++) {
        if ((whole && !readsShapeOnly(node)) || isShapeOperand(node, i)) {
          needed.add(node.inputs().get(i));
        }
      }
    }
    var names = new LinkedHashSet<String>();
    for (ValueInfo input : graph.inputs()) {
      if (needed.contains(input.name())) {
        names.add(input.name());
      }
    }
    return names;
  }

  /// The same graph with some inputs made constants.
  ///
  /// @param constants the data by input name; other names are ignored
  public static Graph fix(Graph graph, Map<String, Initializer> constants) {
    var initializers = new LinkedHashMap<>(graph.initializers());
    var inputs = new ArrayList<ValueInfo>();
    for (ValueInfo input : graph.inputs()) {
      Initializer constant = constants.get(input.name());
      if (constant == null) {
        inputs.add(input);
      } else {
        initializers.put(
            input.name(),
            new Initializer(input.name(), constant.type(), constant.shape(), constant.data()));
      }
    }
    return new Graph(
        graph.opsets(), inputs, graph.outputs(), initializers, graph.nodes(), Map.of());
  }

  private static boolean readsShapeOnly(Node node) {
    return node.operator().equals("Shape") || node.operator().equals("Size");
  }

  /// True for an input whose elements shape inference must know, and nobody else reads.
  static boolean isShapeOperand(Node node, int position) {
    return switch (node.operator()) {
      case "ConstantOfShape", "Range" -> true;
      case "Reshape", "Expand", "Squeeze", "Unsqueeze", "Slice", "Split" -> position > 0;
      case "Dropout" -> position == 2;
      default -> AxisArguments.REDUCTIONS.contains(node.operator()) && position > 0;
    };
  }
}
