package dev.certosina.compiler.graph;

import dev.certosina.compiler.base.Names;
import java.util.List;
import java.util.Set;

/// An implemented operator of the standard domain.
///
/// @param minOpset the first version of the standard domain whose meaning is implemented
/// @param inputs how many inputs it takes
/// @param outputs how many outputs it has
/// @param attributes the names it accepts in any version
record Operator(
    String name,
    int minOpset,
    Arity inputs,
    Arity outputs,
    Set<String> attributes,
    Inference inference) {

  /// Inclusive bounds.
  record Arity(int min, int max) {
    static Arity exactly(int count) {
      return new Arity(count, count);
    }

    boolean accepts(int count) {
      return count >= min && count <= max;
    }

    String text() {
      return min == max ? String.valueOf(min) : min + " to " + max;
    }
  }

  /// Checks arity and attribute names, then infers.
  List<Inference.Result> infer(NodeView node, DimRelations dims) {
    checkArity(node, "inputs", inputs, node.inputCount());
    checkArity(node, "outputs", outputs, node.node().outputs().size());
    for (int i = 0; i < inputs.min(); i++) {
      node.input(i);
    }
    for (String attribute : node.node().attributes().keySet()) {
      if (!attributes.contains(attribute) && !attribute.startsWith("__")) {
        throw node.error("attribute " + Names.quoted(attribute) + " is not one of " + attributes);
      }
    }
    return inference.infer(node, dims);
  }

  private static void checkArity(NodeView node, String what, Arity arity, int count) {
    if (!arity.accepts(count)) {
      throw node.error("has %d %s, needs %s".formatted(count, what, arity.text()));
    }
  }
}
