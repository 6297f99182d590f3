package dev.certosina.compiler.graph;

import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.graph.Graph.Node;
import java.util.Map;

/// Computes a node whose inputs are all constants.
@FunctionalInterface
public interface ConstantEvaluator {

  /// The node's outputs by name, or an empty map when this evaluator cannot compute the node.
  ///
  /// @param inputs the node's inputs by name; absent optional ones are not in it
  Map<String, Initializer> evaluate(Node node, Map<String, Initializer> inputs);
}
