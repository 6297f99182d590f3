package dev.certosina.compiler.graph;

import dev.certosina.ElementType;
import dev.certosina.compiler.graph.Inference.Result;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;

/// Operators that compute each output element from the elements at the same place.
final class ElementwiseInference {
  private ElementwiseInference() {}

  /// One operand of a type that `accepted` holds for; same type and shape.
  static Inference unary(Predicate<ElementType> accepted, String needed) {
    return (node, dims) -> {
      ElementType type = Types.require(node, 0, accepted, needed);
      return Result.of(type, node.shape(0));
    };
  }

  static List<Result> not(NodeView node, DimRelations dims) {
    ElementType type = Types.require(node, 0, Types::isBool, "bool");
    return Result.of(
        type,
        node.shape(0),
        Contents.map(node.contents(0), element -> Dims.subtract(Dims.constant(1), element)));
  }

  static List<Result> negate(NodeView node, DimRelations dims) {
    ElementType type = Types.require(node, 0, Types::isSignedNumeric, "a signed numeric one");
    return Result.of(
        type,
        node.shape(0),
        Contents.map(node.contents(0), element -> Dims.multiply(Dims.constant(-1), element)));
  }

  /// Two numeric operands of one type.
  static Inference arithmetic(BinaryOperator<Dim> onContents) {
    return (node, dims) ->
        binary(node, dims, Contents.combine(node.contents(0), node.contents(1), onContents));
  }

  static List<Result> divide(NodeView node, DimRelations dims) {
    return binary(
        node, dims, Contents.combinePartly(node.contents(0), node.contents(1), Contents::divide));
  }

  private static List<Result> binary(
      NodeView node, DimRelations dims, Optional<List<Dim>> contents) {
    ElementType type = Types.requireNumeric(node, 0);
    Types.requireSame(node, 1);
    return Result.of(type, broadcastPair(node, dims), contents);
  }

  /// The exponent's type may differ from the base's from opset 12 on.
  static List<Result> power(NodeView node, DimRelations dims) {
    ElementType type = Types.requireNumeric(node, 0);
    Types.requireNumeric(node, 1);
    return Result.of(type, broadcastPair(node, dims));
  }

  /// Two operands that `accepted` holds for, of one type; the result is bool.
  static Inference comparison(
      Predicate<ElementType> accepted, String needed, Contents.PartialOperator onContents) {
    return (node, dims) -> {
      Types.require(node, 0, accepted, needed);
      Types.requireSame(node, 1);
      return Result.of(
          ElementType.BOOL,
          broadcastPair(node, dims),
          Contents.combinePartly(node.contents(0), node.contents(1), onContents));
    };
  }

  private static List<Dim> broadcastPair(NodeView node, DimRelations dims) {
    return LegacyBroadcast.applies(node)
        ? LegacyBroadcast.infer(node, dims)
        : dims.broadcast(node, node.shape(0), node.shape(1));
  }

  /// Any number of numeric operands of one type. Before opset 8 their shapes must be equal.
  static Inference variadic(BinaryOperator<Dim> onContents) {
    return (node, dims) -> {
      ElementType type = Types.requireNumeric(node, 0);
      List<Dim> shape = node.shape(0);
      Optional<List<Dim>> contents = node.contents(0);
      for (int i = 1; i < node.inputCount(); i++) {
        node.input(i);
        Types.requireSame(node, i);
        shape = dims.broadcast(node, shape, node.shape(i));
        contents = Contents.combine(contents, node.contents(i), onContents);
      }
      return Result.of(type, shape, contents);
    };
  }

  static List<Result> mean(NodeView node, DimRelations dims) {
    Types.require(node, 0, ElementType::isFloat, "a float one");
    return variadic(Dims::add).infer(node, dims).stream()
        .map(sum -> new Result(sum.type(), sum.shape()))
        .toList();
  }

  /// Bounds are attributes before opset 11, scalar inputs from then on.
  static List<Result> clip(NodeView node, DimRelations dims) {
    ElementType type = Types.requireNumeric(node, 0);
    for (int i = 1; i < node.inputCount(); i++) {
      Types.requireSame(node, i);
      if (node.hasInput(i) && node.rank(i) != 0 && !isOneElement(node.shape(i))) {
        throw node.error(
            "bound %s is not a scalar".formatted(GraphPrinter.typeText(node.input(i))));
      }
    }
    node.floatAttribute("min", 0);
    node.floatAttribute("max", 0);
    return Result.of(type, node.shape(0));
  }

  private static boolean isOneElement(List<Dim> shape) {
    return shape.size() == 1 && shape.getFirst().equals(Dims.constant(1));
  }

  static List<Result> where(NodeView node, DimRelations dims) {
    Types.require(node, 0, Types::isBool, "bool");
    ElementType type = Types.require(node, 1, ElementType::isComputable, "a computable one");
    if (node.type(2) != type) {
      throw node.error(
          "input 2 has the element type %s, needs %s as input 1".formatted(node.type(2), type));
    }
    List<Dim> shape =
        dims.broadcast(node, dims.broadcast(node, node.shape(0), node.shape(1)), node.shape(2));
    return Result.of(type, shape, chosen(node));
  }

  private static Optional<List<Dim>> chosen(NodeView node) {
    if (node.contents(0).isEmpty() || node.contents(1).isEmpty() || node.contents(2).isEmpty()) {
      return Optional.empty();
    }
    List<Dim> conditions = node.contents(0).get();
    List<Dim> left = node.contents(1).get();
    List<Dim> right = node.contents(2).get();
    int size = conditions.size() == 1 ? left.size() : conditions.size();
    size = size == 1 ? right.size() : size;
    var elements = new ArrayList<Dim>();
    for (int i = 0; i < size; i++) {
      elements.add(
          Dims.choice(
              repeated(conditions, i), Dims.constant(0), repeated(right, i), repeated(left, i)));
    }
    return Optional.of(elements);
  }

  private static Dim repeated(List<Dim> elements, int position) {
    return elements.get(elements.size() == 1 ? 0 : position);
  }
}
