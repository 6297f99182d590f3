package dev.certosina.compiler.texpr;

import dev.certosina.compiler.graph.Graph;
import dev.certosina.compiler.graph.Graph.Node;
import dev.certosina.compiler.graph.Graph.ValueInfo;
import dev.certosina.compiler.graph.InferredGraph;
import dev.certosina.compiler.graph.NodeView;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Turns a graph with inferred shapes into a tensor program.
///
/// Operators that only rearrange elements become access maps or aliases; the elements of solved
/// integer values become dims; nodes that nobody needs become nothing. Every output of the program
/// is a tensor of its own, written by expressions or an alias of such a tensor, that shares its
/// memory with no input, constant or other output; it is named like the graph's output unless that
/// name is taken by an input, a repeated output, or the tensor that it is a view of.
public final class LowerGraph {
  private final Graph graph;
  private final Lowering lowering;
  private final List<Node> liveNodes;

  private LowerGraph(InferredGraph inferred) {
    this.graph = inferred.graph();
    this.liveNodes = liveNodes(inferred);
    this.lowering = new Lowering(inferred, uses());
  }

  /// Throws [dev.certosina.ModelException] for operators and element types that are not supported,
  /// and for shapes or indices that would have to come from data.
  public static TensorProgram lower(InferredGraph inferred) {
    return new LowerGraph(inferred).lower();
  }

  private TensorProgram lower() {
    for (ValueInfo input : graph.inputs()) {
      String tensor =
          lowering
              .program()
              .declareInput(input.name(), input.type(), lowering.info(input.name()).shape());
      lowering.defineView(input.name(), View.of(lowering.program().tensor(tensor)));
    }
    for (Node node : liveNodes) {
      NodeView view = lowering.inferred().view(node);
      OperatorTable.of(view).lower(lowering, view);
      node.inputs().forEach(lowering::consumed);
    }
    List<String> outputs = outputs();
    TensorProgram program =
        lowering
            .program()
            .build(outputs, lowering.inferred().guards(), lowering.inferred().checks());
    return RemoveDeadStatements.run(program);
  }

  /// Nodes with an output that is needed and not solved already, in the graph's order.
  private static List<Node> liveNodes(InferredGraph inferred) {
    Graph graph = inferred.graph();
    Set<String> needed = new HashSet<>(graph.outputs());
    needed.removeIf(output -> inferred.solved(output).isPresent());
    List<Node> live = new ArrayList<>();
    for (Node node : graph.nodes().reversed()) {
      if (node.outputs().stream().anyMatch(needed::contains)) {
        live.addFirst(node);
        for (int i = 0; i < node.inputs().size(); i++) {
          if (inferred.readsData(node, i)) {
            needed.add(node.inputs().get(i));
          }
        }
      }
    }
    return live;
  }

  private Map<String, Integer> uses() {
    Map<String, Integer> uses = new LinkedHashMap<>();
    for (Node node : liveNodes) {
      node.inputs().forEach(input -> uses.merge(input, 1, Integer::sum));
    }
    graph.outputs().forEach(output -> uses.merge(output, 1, Integer::sum));
    return uses;
  }

  private List<String> outputs() {
    List<String> outputs = new ArrayList<>();
    Set<String> claimed = new HashSet<>();
    for (String output : graph.outputs()) {
      outputs.add(output(output, claimed));
    }
    return outputs;
  }

  private String output(String value, Set<String> claimed) {
    ProgramBuilder program = lowering.program();
    View view = lowering.view(value);
    String base = program.base(view.root());
    if (view.isWhole(program.tensor(view.root()).shape())
        && program.isWritten(base)
        && claimed.add(base)) {
      return program.alias(value, view.root(), view.shape());
    }
    String copy = program.declare(value, view.type(), view.shape());
    program.compute(
        copy,
        ProgramBuilder.parallelAxes(view.shape()),
        View.axes(view.rank()),
        Combiner.NONE,
        new Payload.Load(view.root(), view.coordinates()));
    return copy;
  }
}
