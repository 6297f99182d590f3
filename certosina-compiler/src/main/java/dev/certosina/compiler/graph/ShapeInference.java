package dev.certosina.compiler.graph;

import dev.certosina.ModelException;
import dev.certosina.compiler.base.Names;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.graph.Graph.Node;
import dev.certosina.compiler.graph.Graph.ValueInfo;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Infers the type and symbolic shape of every value, and solves shape arithmetic.
///
/// Small integer tensors that follow from constants, extents and the elements of small integer
/// inputs (`Shape`, `Gather`, `Concat`, `Slice`, … over them) are computed symbolically on the way,
/// so that a `Reshape` or `Slice` whose target comes from them has a symbolic shape.
///
/// Each equality that a node states or that is assumed replaces one dim by another in the whole
/// graph, also before the node; inference then starts over, until nothing changes.
public final class ShapeInference {
  private static final int MAX_PASSES = 200;

  private final Graph graph;
  private final DimRelations dims;
  private final Map<String, ValueInfo> values = new LinkedHashMap<>();
  private final Map<String, List<Dim>> contents = new LinkedHashMap<>();

  private ShapeInference(Graph graph, boolean assumeJoinedEqual) {
    this.graph = graph;
    var symbols = new LinkedHashSet<String>();
    graph.inputs().forEach(in -> in.shape().forEach(dim -> symbols.addAll(Dims.symbolsOf(dim))));
    this.dims = new DimRelations(assumeJoinedEqual, List.copyOf(symbols));
  }

  /// Infers all values of `graph`.
  ///
  /// @param assumeJoinedEqual whether two extents that broadcast against each other, neither of
  ///   them known to be 1, are taken to be equal, with a guard; otherwise the result is
  ///   [Dim.Joined], with a check that they are equal or one of them is 1
  /// @throws dev.certosina.ModelException when a node is invalid or unsupported, when a shape
  ///   depends on the data of the inputs, or when the assumed equalities contradict each other
  public static InferredGraph infer(Graph graph, boolean assumeJoinedEqual) {
    UnsupportedOperators.refuse(graph);
    var inference = new ShapeInference(graph, assumeJoinedEqual);
    inference.run();
    return inference.result();
  }

  private void run() {
    for (int pass = 0; pass < MAX_PASSES; pass++) {
      dims.startPass();
      values.clear();
      contents.clear();
      graph.inputs().forEach(this::addInput);
      graph.initializers().values().forEach(this::addInitializer);
      graph.nodes().forEach(this::inferNode);
      if (!dims.isChanged()) {
        return;
      }
    }
    throw new ModelException("the equalities between dims do not settle");
  }

  private InferredGraph result() {
    var inferred =
        new Graph(
            graph.opsets(),
            graph.inputs(),
            graph.outputs(),
            graph.initializers(),
            graph.nodes(),
            values);
    return new InferredGraph(inferred, contents, dims.guards(), dims.checks());
  }

  private void addInput(ValueInfo input) {
    if (!input.type().isComputable()) {
      throw new ModelException(
          "input %s has the element type %s, which is not supported"
              .formatted(Names.quoted(input.name()), input.type()));
    }
    values.put(
        input.name(), new ValueInfo(input.name(), input.type(), dims.normalized(input.shape())));
    addElements(input);
  }

  /// The elements of a small integer input are numbers of the call, like its extents.
  private void addElements(ValueInfo input) {
    if (!input.type().isInteger() || !Contents.isTracked(input.type(), input.shape())) {
      return;
    }
    long count =
        input.shape().isEmpty() ? 1 : Dims.constantValue(input.shape().getFirst()).orElseThrow();
    var elements = new ArrayList<Dim>();
    for (int i = 0; i < count; i++) {
      elements.add(Dims.element(input.name(), i));
    }
    contents.put(input.name(), dims.normalized(elements));
  }

  private void addInitializer(Initializer initializer) {
    var shape = initializer.shape().stream().map(Dims::constant).toList();
    values.put(initializer.name(), new ValueInfo(initializer.name(), initializer.type(), shape));
    Contents.of(initializer).ifPresent(elements -> contents.put(initializer.name(), elements));
  }

  private void inferNode(Node node) {
    var view = new NodeView(node, values, contents);
    List<Inference.Result> results = infer(view);
    for (int i = 0; i < node.outputs().size(); i++) {
      String name = node.outputs().get(i);
      if (!name.isEmpty()) {
        addResult(view, name, results.get(i));
      }
    }
  }

  /// A refusal from the arithmetic of dims does not know the node.
  private List<Inference.Result> infer(NodeView view) {
    try {
      return Operators.of(view.node()).infer(view, dims);
    } catch (ModelException e) {
      String message = String.valueOf(e.getMessage());
      throw message.startsWith(view.where()) ? e : view.error(message);
    }
  }

  private void addResult(NodeView node, String name, Inference.Result result) {
    if (!result.type().isComputable()) {
      throw node.error("its element type %s is not supported".formatted(result.type()));
    }
    List<Dim> shape = dims.normalized(result.shape());
    values.put(name, new ValueInfo(name, result.type(), shape));
    if (Contents.isTracked(result.type(), shape)) {
      Optional<List<Dim>> elements = result.contents().map(dims::normalized);
      elements
          .filter(known -> known.stream().allMatch(element -> fits(result, element)))
          .ifPresent(known -> contents.put(name, new ArrayList<>(known)));
    }
  }

  /// A 32-bit element that would wrap, or might because it is calculated with numbers of any size,
  /// is not known.
  private static boolean fits(Inference.Result result, Dim element) {
    return result.type().byteSize() != Integer.BYTES
        || (Dims.constantValue(element).stream().allMatch(value -> value == (int) value)
            && (!Choices.dependsOnData(element) || Choices.isSelection(element)));
  }
}
