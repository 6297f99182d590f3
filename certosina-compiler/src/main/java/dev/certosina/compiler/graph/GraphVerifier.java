package dev.certosina.compiler.graph;

import dev.certosina.InternalCompilerException;
import dev.certosina.compiler.base.Names;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.graph.Graph.Node;
import dev.certosina.compiler.graph.Graph.ValueInfo;
import java.util.HashSet;
import java.util.Set;

/// Checks what every pass must preserve. A graph that fails is a fault of the pass before, since
/// the reader refuses such models with a [dev.certosina.ModelException].
public final class GraphVerifier {
  private final Set<String> defined = new HashSet<>();

  private GraphVerifier() {}

  /// Checks that every name is defined once and before its use, and that initializers have the
  /// bytes that their types and shapes ask for.
  ///
  /// @throws InternalCompilerException at the first fault
  public static void verify(Graph graph) {
    new GraphVerifier().check(graph);
  }

  /// Also checks that each value has a type and a shape. A name whose contents are known needs no
  /// definition.
  ///
  /// @throws InternalCompilerException at the first fault
  public static void verify(InferredGraph inferred) {
    var verifier = new GraphVerifier();
    Set<String> solved = new HashSet<>(inferred.contents().keySet());
    inferred.graph().inputs().forEach(input -> solved.remove(input.name()));
    solved.removeAll(inferred.graph().initializers().keySet());
    inferred.graph().nodes().forEach(node -> solved.removeAll(node.outputs()));
    verifier.defined.addAll(solved);
    verifier.check(inferred.graph());
    for (String name : verifier.defined) {
      if (inferred.graph().value(name).isEmpty()) {
        throw new InternalCompilerException("value " + Names.quoted(name) + " has no type");
      }
    }
  }

  private void check(Graph graph) {
    for (ValueInfo input : graph.inputs()) {
      define(input.name(), "input");
    }
    for (var entry : graph.initializers().entrySet()) {
      define(entry.getKey(), "initializer");
      checkInitializer(entry.getKey(), entry.getValue());
    }
    graph.nodes().forEach(this::checkNode);
    for (String output : graph.outputs()) {
      require(defined.contains(output), "output " + Names.quoted(output) + " is not defined");
    }
  }

  private void checkNode(Node node) {
    for (String input : node.inputs()) {
      require(
          input.isEmpty() || defined.contains(input),
          "node %s reads %s, which is not defined before it"
              .formatted(Names.quoted(node.name()), Names.quoted(input)));
    }
    for (String output : node.outputs()) {
      if (!output.isEmpty()) {
        define(output, "node " + Names.quoted(node.name()));
      }
    }
  }

  private static void checkInitializer(String name, Initializer initializer) {
    require(
        name.equals(initializer.name()),
        "initializer %s is listed as %s"
            .formatted(Names.quoted(initializer.name()), Names.quoted(name)));
    long elements = initializer.shape().stream().reduce(1L, Math::multiplyExact);
    require(
        initializer.type().byteSize() == 0
            || initializer.data().byteSize() == elements * initializer.type().byteSize(),
        "initializer %s has %d bytes for %s%s"
            .formatted(
                Names.quoted(name),
                initializer.data().byteSize(),
                initializer.type(),
                initializer.shape()));
  }

  private void define(String name, String by) {
    require(!name.isEmpty(), by + " defines a value without a name");
    require(defined.add(name), by + " defines " + Names.quoted(name) + " again");
  }

  private static void require(boolean condition, String message) {
    if (!condition) {
      throw new InternalCompilerException(message);
    }
  }
}
