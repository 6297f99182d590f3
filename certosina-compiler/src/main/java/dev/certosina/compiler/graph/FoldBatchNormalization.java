package dev.certosina.compiler.graph;

import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.graph.Graph.Node;
import dev.certosina.compiler.graph.Graph.ValueInfo;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Puts a BatchNormalization into the weights and the bias of the convolution before it:
///
/// ```
/// 'c' = Conv('x', 'w', 'b'); 'y' = BatchNormalization('c', …)
/// 'y' = Conv('x', 'w.scaled', 'w.shift')
/// ```
///
/// Where all constants are f32 and nothing else reads the convolution's result. New constants are
/// computed in f64 and rounded once.
public final class FoldBatchNormalization {
  private final InferredGraph inferred;
  private final Map<String, Initializer> initializers;
  private final Map<String, ValueInfo> values;
  private final Map<String, Integer> reads = new HashMap<>();

  private FoldBatchNormalization(InferredGraph inferred) {
    this.inferred = inferred;
    this.initializers = new LinkedHashMap<>(inferred.graph().initializers());
    this.values = new LinkedHashMap<>(inferred.graph().values());
    inferred.graph().outputs().forEach(output -> reads.merge(output, 1, Integer::sum));
    inferred
        .graph()
        .nodes()
        .forEach(node -> node.inputs().forEach(input -> reads.merge(input, 1, Integer::sum)));
  }

  public static InferredGraph run(InferredGraph inferred) {
    return new FoldBatchNormalization(inferred).run();
  }

  private InferredGraph run() {
    var nodes = new ArrayList<Node>();
    for (Node node : inferred.graph().nodes()) {
      Optional<Integer> producer = convolution(node, nodes);
      Optional<ChannelScale> scale =
          producer.flatMap(_ -> ChannelScale.of(node, inferred.graph().initializers()));
      if (producer.isPresent() && scale.isPresent()) {
        int position = producer.get();
        nodes.set(position, scaled(nodes.get(position), node.output(), scale.get()));
      } else {
        nodes.add(node);
      }
    }
    Graph graph = inferred.graph();
    return new InferredGraph(
        new Graph(graph.opsets(), graph.inputs(), graph.outputs(), initializers, nodes, values),
        inferred.contents(),
        inferred.guards(),
        inferred.checks());
  }

  /// Which of the nodes so far is a convolution with constant weights that only `node`, a
  /// BatchNormalization, reads.
  private Optional<Integer> convolution(Node node, List<Node> nodes) {
    if (!isStandard(node, "BatchNormalization")
        || node.input(0).filter(input -> reads.getOrDefault(input, 0) == 1).isEmpty()) {
      return Optional.empty();
    }
    String input = node.inputs().getFirst();
    for (int i = nodes.size() - 1; i >= 0; i--) {
      if (nodes.get(i).outputs().contains(input)) {
        return isStandard(nodes.get(i), "Conv") && isConstant(nodes.get(i))
            ? Optional.of(i)
            : Optional.empty();
      }
    }
    return Optional.empty();
  }

  private boolean isConstant(Node convolution) {
    return floats(convolution, 1).isPresent()
        && (convolution.input(2).isEmpty() || floats(convolution, 2).isPresent());
  }

  private Optional<float[]> floats(Node node, int position) {
    return node.input(position).map(initializers::get).flatMap(ChannelScale::floats);
  }

  private static boolean isStandard(Node node, String operator) {
    return node.domain().isEmpty() && node.operator().equals(operator);
  }

  private Node scaled(Node convolution, String output, ChannelScale scale) {
    Initializer weights = Objects.requireNonNull(initializers.get(convolution.inputs().get(1)));
    float[] old = floats(convolution, 1).orElseThrow();
    float[] bias = floats(convolution, 2).orElseGet(() -> new float[scale.factors().size()]);
    double[] shift = new double[bias.length];
    double[] values = new double[old.length];
    int each = bias.length == 0 ? 0 : old.length / bias.length;
    for (int c = 0; c < shift.length; c++) {
      shift[c] = bias[c] * scale.factors().get(c) + scale.shifts().get(c);
      for (int i = c * each; i < (c + 1) * each; i++) {
        values[i] = old[i] * scale.factors().get(c);
      }
    }
    String name = weights.name();
    List<String> inputs =
        List.of(
            convolution.inputs().getFirst(),
            declare(ChannelScale.tensor(unused(name + ".scaled"), weights.shape(), values)),
            declare(ChannelScale.vector(unused(name + ".shift"), shift)));
    return new Node(
        convolution.name(),
        convolution.domain(),
        convolution.operator(),
        convolution.opset(),
        inputs,
        List.of(output),
        convolution.attributes());
  }

  private String unused(String wanted) {
    String name = wanted;
    while (values.containsKey(name)) {
      name += "_";
    }
    return name;
  }

  private String declare(Initializer constant) {
    initializers.put(constant.name(), constant);
    values.put(
        constant.name(),
        new ValueInfo(
            constant.name(),
            constant.type(),
            constant.shape().stream().map(Dims::constant).toList()));
    return constant.name();
  }
}
