package dev.certosina.cli.inspect;

import dev.certosina.compiler.graph.Graph;
import dev.certosina.compiler.graph.Graph.Attribute;
import dev.certosina.compiler.graph.Graph.Node;
import dev.certosina.compiler.graph.Graph.ValueInfo;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Counts the multiply-adds of a graph's matrix products, as a formula in its symbolic dims.
public final class MultiplyAdds {
  private MultiplyAdds() {}

  /// The sum over every `MatMul` and `Gemm` of `graph`, whose value shapes have been inferred;
  /// nodes with an operand of unknown shape count nothing.
  public static Dim of(Graph graph) {
    var terms = new ArrayList<Dim>();
    terms.add(Dims.constant(0));
    for (Node node : graph.nodes()) {
      reductionExtent(graph, node)
          .ifPresent(k -> {
            var factors = new ArrayList<>(shape(graph, node.output()));
            factors.add(k);
            terms.add(Dims.multiply(factors));
          });
    }
    return Dims.add(terms);
  }

  /// How many products are summed for one element of the node's output; empty for nodes that are
  /// not matrix products.
  private static Optional<Dim> reductionExtent(Graph graph, Node node) {
    if (!node.domain().isEmpty() || !graph.values().containsKey(node.output())) {
      return Optional.empty();
    }
    List<Dim> left = shape(graph, node.inputs().getFirst());
    if (left.isEmpty()) {
      return Optional.empty();
    }
    return switch (node.operator()) {
      case "MatMul" -> Optional.of(left.getLast());
      case "Gemm" -> Optional.of(isTransposed(node) ? left.getFirst() : left.getLast());
      default -> Optional.empty();
    };
  }

  private static boolean isTransposed(Node gemm) {
    return gemm.attributes().get("transA") instanceof Attribute.IntValue(long value) && value != 0;
  }

  private static List<Dim> shape(Graph graph, String name) {
    Graph.Initializer initializer = graph.initializers().get(name);
    if (initializer != null) {
      return initializer.shape().stream().map(Dims::constant).toList();
    }
    ValueInfo value = graph.values().get(name);
    return value == null ? List.of() : value.shape();
  }
}
