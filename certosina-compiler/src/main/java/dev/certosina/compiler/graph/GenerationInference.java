package dev.certosina.compiler.graph;

import dev.certosina.ElementType;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.graph.Inference.Result;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.Program.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Operators that make tensors from shapes and scalars, and the cast.
final class GenerationInference {
  private GenerationInference() {}

  static List<Result> shape(NodeView node, DimRelations dims) {
    List<Dim> shape = node.shape(0);
    int start = bound(node, "start", 0);
    int end = Math.max(start, bound(node, "end", shape.size()));
    List<Dim> extents = shape.subList(start, end);
    return Result.of(
        ElementType.INT64, List.of(Dims.constant(extents.size())), Optional.of(extents));
  }

  /// A bound from opset 15 on: negative ones count from the end, and all are clamped.
  private static int bound(NodeView node, String attribute, int otherwise) {
    int rank = node.rank(0);
    long value = node.intAttribute(attribute, otherwise);
    return (int) Math.clamp(value < 0 ? value + rank : value, 0L, rank);
  }

  static List<Result> size(NodeView node, DimRelations dims) {
    return Result.of(
        ElementType.INT64, List.of(), Optional.of(List.of(Dims.multiply(node.shape(0)))));
  }

  static List<Result> constantOfShape(NodeView node, DimRelations dims) {
    Types.requireShape(node, 0);
    List<Dim> shape =
        node.knownContents(0, "shape").stream()
            .map(extent -> ViewInference.nonNegative(node, dims, extent))
            .toList();
    Optional<Initializer> value = node.tensorAttribute("value");
    if (value.isEmpty()) {
      return Result.of(ElementType.FLOAT32, shape);
    }
    if (value.get().shape().stream().anyMatch(extent -> extent != 1)) {
      throw node.error(
          "its value has the shape %s, needs 1 element".formatted(value.get().shape()));
    }
    return Result.of(
        value.get().type(), shape, SelectionInference.repeated(Contents.of(value.get()), shape));
  }

  static List<Result> range(NodeView node, DimRelations dims) {
    ElementType type = Types.requireNumeric(node, 0);
    Types.requireSame(node, 1);
    Types.requireSame(node, 2);
    if (!Contents.isTracked(type)) {
      throw node.error("its element type is %s, only i64 and i32 are supported".formatted(type));
    }
    Dim start = scalar(node, 0, "start");
    Dim limit = scalar(node, 1, "limit");
    Dim delta = scalar(node, 2, "delta");
    if (delta.equals(Dims.constant(Long.MIN_VALUE))) {
      throw node.error("its delta is " + Dims.print(delta));
    }
    Dim zero = Dims.constant(0);
    Dim one = Dims.constant(1);
    dims.check(
        Dims.choice(delta, zero, zero, one),
        Relation.EQUAL,
        one,
        node.where() + ": its delta is 0");
    Dim up = Dims.ceilDiv(Dims.subtract(limit, start), Dims.max(delta, one));
    Dim back = Dims.max(Dims.multiply(Dims.constant(-1), delta), one);
    Dim down = Dims.ceilDiv(Dims.subtract(start, limit), back);
    Dim count = Dims.max(zero, Choices.ifNegative(delta, down, up));
    return Result.of(type, List.of(count), elements(start, delta, count));
  }

  private static Dim scalar(NodeView node, int position, String role) {
    List<Dim> elements = node.knownContents(position, role);
    if (elements.size() != 1) {
      throw node.error("its %s has %d elements, needs 1".formatted(role, elements.size()));
    }
    return elements.getFirst();
  }

  private static Optional<List<Dim>> elements(Dim start, Dim delta, Dim count) {
    long size = Dims.constantValue(count).orElse(Long.MAX_VALUE);
    if (size > Contents.MAX_ELEMENTS) {
      return Optional.empty();
    }
    var elements = new ArrayList<Dim>();
    for (long i = 0; i < size; i++) {
      elements.add(Dims.add(start, Dims.multiply(delta, Dims.constant(i))));
    }
    return Optional.of(elements);
  }

  /// The type that a Cast's `to` names.
  static ElementType castTarget(NodeView node) {
    long code = node.intAttribute("to");
    return Optional.of(code)
        .filter(value -> value == value.intValue())
        .flatMap(value -> ElementType.fromOnnxCode(value.intValue()))
        .orElseThrow(() -> node.error("casts to the element type number %d".formatted(code)));
  }

  static List<Result> cast(NodeView node, DimRelations dims) {
    return cast(node, castTarget(node));
  }

  private static List<Result> cast(NodeView node, ElementType target) {
    Types.require(node, 0, ElementType::isComputable, "a computable one");
    boolean keeps = node.type(0) != ElementType.BOOL && target != ElementType.BOOL;
    Optional<List<Dim>> contents =
        keeps
            ? node.contents(0)
            : Contents.combinePartly(
                node.contents(0),
                Optional.of(List.of(Dims.constant(0))),
                GenerationInference::truth);
    return Result.of(
        target, node.shape(0), node.type(0) == ElementType.BOOL ? node.contents(0) : contents);
  }

  static List<Result> castLike(NodeView node, DimRelations dims) {
    return cast(node, node.type(1));
  }

  private static Optional<Dim> truth(Dim element, Dim zero) {
    return Contents.equal(element, zero).map(isZero -> Dims.subtract(Dims.constant(1), isZero));
  }
}
