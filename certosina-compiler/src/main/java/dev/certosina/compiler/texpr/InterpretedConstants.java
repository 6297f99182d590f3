package dev.certosina.compiler.texpr;

import dev.certosina.compiler.graph.ConstantEvaluator;
import dev.certosina.compiler.graph.Graph;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.graph.Graph.Node;
import dev.certosina.compiler.graph.InferredGraph;
import dev.certosina.compiler.graph.Operators;
import dev.certosina.compiler.graph.ShapeInference;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Computes nodes whose inputs are all constants by lowering and interpreting them.
///
/// Reductions are accumulated in f64, so a folded node may be more exact than the same node run by
/// a kernel.
public final class InterpretedConstants implements ConstantEvaluator {

  @Override
  public Map<String, Initializer> evaluate(Node node, Map<String, Initializer> inputs) {
    if (!Operators.isImplemented(node)) {
      return Map.of();
    }
    List<String> outputs = node.outputs().stream().filter(output -> !output.isEmpty()).toList();
    Graph graph =
        new Graph(
            Map.of(node.domain(), node.opset()),
            List.of(),
            outputs,
            inputs,
            List.of(node),
            Map.of());
    InferredGraph inferred = ShapeInference.infer(graph, false);
    List<TensorValue> values = TensorProgramInterpreter.run(LowerGraph.lower(inferred), Map.of());
    Map<String, Initializer> results = new LinkedHashMap<>();
    for (int i = 0; i < outputs.size(); i++) {
      TensorValue value = values.get(i);
      results.put(
          outputs.get(i),
          new Initializer(outputs.get(i), value.type(), value.shape(), value.data()));
    }
    return results;
  }
}
