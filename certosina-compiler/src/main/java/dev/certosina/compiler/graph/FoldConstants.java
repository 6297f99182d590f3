package dev.certosina.compiler.graph;

import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.graph.Graph.Node;
import dev.certosina.compiler.graph.Graph.ValueInfo;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/// Replaces nodes that read only constants by their results:
///
/// ```
/// 'y': f32[2] = Add('a', 'b')        with initializers 'a' and 'b'
/// initializer 'y': f32[2]
/// ```
///
/// A result is kept only when it has at most [#MAX_BYTES] bytes or is no larger than the node's
/// inputs together, so that an executable does not grow by what is cheap to compute. Afterwards the
/// folded nodes are gone; their inputs stay, for [RemoveDeadNodes] to drop.
public final class FoldConstants {
  /// The largest result that is kept whatever the inputs are.
  public static final long MAX_BYTES = 1 << 16;

  private final InferredGraph inferred;
  private final ConstantEvaluator evaluator;
  private final Map<String, Initializer> initializers;

  private FoldConstants(InferredGraph inferred, ConstantEvaluator evaluator) {
    this.inferred = inferred;
    this.evaluator = evaluator;
    this.initializers = new LinkedHashMap<>(inferred.graph().initializers());
  }

  public static InferredGraph run(InferredGraph inferred, ConstantEvaluator evaluator) {
    return new FoldConstants(inferred, evaluator).run();
  }

  private InferredGraph run() {
    var kept = new ArrayList<Node>();
    for (Node node : inferred.graph().nodes()) {
      if (!fold(node)) {
        kept.add(node);
      }
    }
    return InferredGraphs.with(inferred, initializers, kept);
  }

  private boolean fold(Node node) {
    var inputs = new LinkedHashMap<String, Initializer>();
    for (String name : node.inputs()) {
      Initializer constant = initializers.get(name);
      if (constant != null) {
        inputs.put(name, constant);
      } else if (!name.isEmpty()) {
        return false;
      }
    }
    if (!isWorthwhile(node, inputs)) {
      return false;
    }
    Map<String, Initializer> results = evaluator.evaluate(node, inputs);
    if (results.isEmpty()) {
      return false;
    }
    initializers.putAll(results);
    return true;
  }

  private boolean isWorthwhile(Node node, Map<String, Initializer> inputs) {
    long before = inputs.values().stream().mapToLong(input -> input.data().byteSize()).sum();
    long after = 0;
    for (String output : node.outputs()) {
      OptionalLong bytes = output.isEmpty() ? OptionalLong.of(0) : byteSize(output);
      if (bytes.isEmpty()) {
        return false;
      }
      after += bytes.getAsLong();
    }
    return after <= Math.max(before, MAX_BYTES);
  }

  private OptionalLong byteSize(String name) {
    ValueInfo value = inferred.graph().value(name).orElseThrow();
    List<Dim> factors = new ArrayList<>(value.shape());
    factors.add(Dims.constant(value.type().byteSize()));
    return Dims.constantValue(Dims.multiply(factors));
  }
}
