package dev.certosina.compiler.graph;

import dev.certosina.ElementType;
import java.util.function.Predicate;

/// Checks of element types, with refusals that name the node and the input.
final class Types {
  private Types() {}

  /// A float or an integer type.
  static boolean isNumeric(ElementType type) {
    return type.isFloat() || type.isInteger();
  }

  static boolean isSignedNumeric(ElementType type) {
    return type.isFloat() || type.isSignedInteger();
  }

  static boolean isBool(ElementType type) {
    return type == ElementType.BOOL;
  }

  /// The type of an input, which `accepted` must hold for.
  ///
  /// @param needed what `accepted` stands for, in words
  static ElementType require(
      NodeView node, int position, Predicate<ElementType> accepted, String needed) {
    ElementType type = node.type(position);
    if (!accepted.test(type)) {
      throw node.error(
          "input %d has the element type %s, needs %s".formatted(position, type, needed));
    }
    return type;
  }

  static ElementType requireNumeric(NodeView node, int position) {
    return require(node, position, Types::isNumeric, "a numeric one");
  }

  /// Refuses an input whose type differs from that of input 0; absent inputs pass.
  static void requireSame(NodeView node, int position) {
    if (node.hasInput(position) && node.type(position) != node.type(0)) {
      throw node.error(
          "input %d has the element type %s, needs %s as input 0"
              .formatted(position, node.type(position), node.type(0)));
    }
  }

  /// Refuses an input that is not a vector of integers; shapes are given so.
  static void requireShape(NodeView node, int position) {
    requireIndices(node, position);
    if (node.rank(position) != 1) {
      throw node.error("input %d is a scalar, needs to be a vector".formatted(position));
    }
  }

  /// Refuses an input that is not a scalar or a vector of integers used as axes, extents or the
  /// like.
  static void requireIndices(NodeView node, int position) {
    require(
        node,
        position,
        type -> type == ElementType.INT64 || type == ElementType.INT32,
        "i64 or i32");
    if (node.rank(position) > 1) {
      throw node.error(
          "input %d has rank %d, needs 0 or 1".formatted(position, node.rank(position)));
    }
  }
}
