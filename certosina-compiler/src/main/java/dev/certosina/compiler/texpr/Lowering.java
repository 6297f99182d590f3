package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;
import dev.certosina.InternalCompilerException;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.graph.Graph.ValueInfo;
import dev.certosina.compiler.graph.InferredGraph;
import dev.certosina.compiler.graph.NodeView;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.runtime.dim.Dim;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is known about the values of a graph while its nodes are lowered one after another.
///
/// A value is either a view of a tensor or one scalar repeated; solved integer contents become
/// tensors only when something reads them as data.
final class Lowering {
  private final InferredGraph inferred;
  private final ProgramBuilder program = new ProgramBuilder();
  private final Map<String, View> views = new LinkedHashMap<>();
  private final Map<String, Payload> scalars = new LinkedHashMap<>();
  private final Map<String, Integer> remainingUses;

  Lowering(InferredGraph inferred, Map<String, Integer> uses) {
    this.inferred = inferred;
    this.remainingUses = new LinkedHashMap<>(uses);
  }

  ProgramBuilder program() {
    return program;
  }

  InferredGraph inferred() {
    return inferred;
  }

  ValueInfo info(String value) {
    ValueInfo info = inferred.graph().values().get(value);
    if (info == null) {
      throw new InternalCompilerException("no shape was inferred for value '" + value + "'");
    }
    return info;
  }

  /// The shape of a node's first output.
  List<Dim> shape(NodeView node) {
    return info(node.node().output()).shape();
  }

  /// The element type of a node's first output.
  ElementType type(NodeView node) {
    return info(node.node().output()).type();
  }

  /// The type in which values of `type` are computed: f32 for the 16-bit floats.
  static ElementType computeType(ElementType type) {
    return type == ElementType.FLOAT16 || type == ElementType.BFLOAT16 ? ElementType.FLOAT32 : type;
  }

  /// `payload`, whose type is `computeType(type)`, as a `type`.
  static Payload narrow(Payload payload, ElementType type) {
    return computeType(type) == type ? payload : new Payload.Convert(type, payload);
  }

  private static Payload widen(Payload payload, ElementType type) {
    return computeType(type) == type ? payload : new Payload.Convert(computeType(type), payload);
  }

  /// The element of `value` at `position` in the type that it is computed in.
  Payload element(String value, List<IndexExpr> position) {
    return scalar(value).orElseGet(() -> widen(load(value, position), info(value).type()));
  }

  /// The element of `value` at `position` in its own type.
  Payload storedElement(String value, List<IndexExpr> position) {
    return scalar(value)
        .map(scalar -> narrow(scalar, info(value).type()))
        .orElseGet(() -> load(value, position));
  }

  private Payload load(String value, List<IndexExpr> position) {
    View view = view(value);
    return new Payload.Load(view.root(), view.at(position));
  }

  /// The one number that every element of `value` is, in its compute type, where that is known and
  /// the value has an element or more.
  Optional<Payload> scalar(String value) {
    Payload scalar = scalars.get(value);
    if (scalar != null) {
      return Optional.of(scalar);
    }
    Initializer initializer = inferred.graph().initializers().get(value);
    if (initializer != null) {
      return Literals.single(initializer);
    }
    return inferred
        .solved(value)
        .filter(contents -> contents.size() == 1)
        .map(contents -> Literals.ofDim(contents.getFirst(), info(value).type()));
  }

  /// Where the elements of `value` are; makes a tensor of them where they are only known.
  View view(String value) {
    View known = views.get(value);
    if (known != null) {
      return known;
    }
    View made = materialise(value);
    views.put(value, made);
    return made;
  }

  private View materialise(String value) {
    ValueInfo info = info(value);
    Payload scalar = scalars.get(value);
    if (scalar != null) {
      String tensor = program.declare(value, info.type(), info.shape());
      program.compute(
          tensor,
          ProgramBuilder.parallelAxes(info.shape()),
          View.axes(info.shape().size()),
          Combiner.NONE,
          narrow(scalar, info.type()));
      return View.of(program.tensor(tensor));
    }
    Initializer initializer = inferred.graph().initializers().get(value);
    if (initializer != null) {
      return View.of(program.tensor(program.constant(value, initializer)));
    }
    Optional<List<Dim>> contents = inferred.solved(value);
    if (contents.isPresent()) {
      return materialise(info, contents.get());
    }
    throw new InternalCompilerException("value '" + value + "' is read before it is lowered");
  }

  private View materialise(ValueInfo info, List<Dim> contents) {
    Optional<Initializer> literal = Literals.tensor(info, contents);
    if (literal.isPresent()) {
      return View.of(program.tensor(program.constant(info.name(), literal.get())));
    }
    String tensor = program.declare(info.name(), info.type(), info.shape());
    for (int element = 0; element < contents.size(); element++) {
      // Solved contents have rank 0 or 1.
      List<IndexExpr> write =
          info.shape().isEmpty() ? List.of() : List.of(IndexExpr.constant(element));
      program.compute(
          tensor,
          List.of(),
          write,
          Combiner.NONE,
          Literals.ofDim(contents.get(element), info.type()));
    }
    return View.of(program.tensor(tensor));
  }

  void defineView(String value, View view) {
    views.put(value, view);
  }

  /// Makes `value` stand for `scalar` everywhere; `scalar` has the value's compute type.
  void defineScalar(String value, Payload scalar) {
    scalars.put(value, scalar);
  }

  /// Declares the tensor of a node's output and makes the output a whole view of it.
  String declareOutput(String value) {
    ValueInfo info = info(value);
    String tensor = program.declare(value, info.type(), info.shape());
    views.put(value, View.of(program.tensor(tensor)));
    return tensor;
  }

  /// Writes every element of the node output `value`: `payload` over the axes `d0, d1, …` of its
  /// dims, in its compute type.
  void elementwise(String value, Payload payload) {
    storeElementwise(value, narrow(payload, info(value).type()));
  }

  /// As [#elementwise], for a payload of the value's own type.
  void storeElementwise(String value, Payload payload) {
    List<Dim> shape = info(value).shape();
    program.compute(
        declareOutput(value),
        ProgramBuilder.parallelAxes(shape),
        View.axes(shape.size()),
        Combiner.NONE,
        payload);
  }

  /// A view of the same elements that is all of a tensor; copies them if there is no other way.
  View contiguous(View view, String nameHint) {
    if (view.isWhole(program.tensor(view.root()).shape())) {
      return view;
    }
    String copy = program.declare(nameHint, view.type(), view.shape());
    program.compute(
        copy,
        ProgramBuilder.parallelAxes(view.shape()),
        View.axes(view.rank()),
        Combiner.NONE,
        new Payload.Load(view.root(), view.coordinates()));
    return View.of(program.tensor(copy));
  }

  /// Notes that a node has read `value` for the last time it will.
  void consumed(String value) {
    remainingUses.merge(value, -1, Integer::sum);
  }

  /// True if nothing but one more reader of `value` will ever look at `root`.
  boolean isLastReader(String value, String root) {
    if (remainingUses.getOrDefault(value, 0) != 1 || program.isRead(root)) {
      return false;
    }
    return views.entrySet().stream()
        .filter(entry -> entry.getValue().root().equals(root) && !entry.getKey().equals(value))
        .allMatch(entry -> remainingUses.getOrDefault(entry.getKey(), 0) == 0);
  }
}
