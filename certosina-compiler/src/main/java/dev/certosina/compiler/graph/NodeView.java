package dev.certosina.compiler.graph;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.compiler.base.Names;
import dev.certosina.compiler.graph.Graph.Attribute;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.graph.Graph.Node;
import dev.certosina.compiler.graph.Graph.ValueInfo;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/// A node together with what is known of its inputs. Every accessor that does not find what it
/// needs refuses with a [ModelException] that names the node.
public final class NodeView {
  private final Node node;
  private final Map<String, ValueInfo> values;
  private final Map<String, List<Dim>> contents;

  NodeView(Node node, Map<String, ValueInfo> values, Map<String, List<Dim>> contents) {
    this.node = node;
    this.values = values;
    this.contents = contents;
  }

  public Node node() {
    return node;
  }

  public int opset() {
    return node.opset();
  }

  /// The number of inputs, absent ones in between included.
  public int inputCount() {
    return node.inputs().size();
  }

  public boolean hasInput(int position) {
    return node.input(position).isPresent();
  }

  public ValueInfo input(int position) {
    String name = node.input(position).orElseThrow(() -> error("lacks input " + position));
    ValueInfo value = values.get(name);
    if (value == null) {
      throw error("input " + Names.quoted(name) + " is not defined before it is used");
    }
    return value;
  }

  public ElementType type(int position) {
    return input(position).type();
  }

  public List<Dim> shape(int position) {
    return input(position).shape();
  }

  public int rank(int position) {
    return shape(position).size();
  }

  /// The elements of an input, where they are known; empty for an absent input.
  public Optional<List<Dim>> contents(int position) {
    return node.input(position).map(contents::get);
  }

  /// The elements of an input that must be known when the model is compiled.
  public List<Dim> knownContents(int position, String role) {
    input(position);
    return contents(position)
        .orElseThrow(() ->
            error(
                "its %s %s depends on the data of the inputs, needs to follow from constants"
                        .formatted(role, Names.quoted(node.inputs().get(position)))
                    + " and shapes"));
  }

  /// The elements of an input that must be constant.
  public List<Long> constantContents(int position, String role) {
    return knownContents(position, role).stream()
        .map(element ->
            Dims.constantValue(element)
                .orElseThrow(() ->
                    error(
                        "its %s is %s, needs to be constant".formatted(role, Dims.print(element)))))
        .toList();
  }

  public boolean hasAttribute(String name) {
    return node.attributes().containsKey(name);
  }

  public long intAttribute(String name, long otherwise) {
    return switch (node.attributes().get(name)) {
      case null -> otherwise;
      case Attribute.IntValue(long value) -> value;
      case Attribute other -> throw wrongKind(name, other, "an int");
    };
  }

  /// The value of an attribute that the operator requires.
  public long intAttribute(String name) {
    if (!hasAttribute(name)) {
      throw error("lacks the attribute " + Names.quoted(name));
    }
    return intAttribute(name, 0);
  }

  /// An attribute that is 0 or 1.
  public boolean flag(String name, boolean otherwise) {
    long value = intAttribute(name, otherwise ? 1 : 0);
    if (value != 0 && value != 1) {
      throw error("attribute %s is %d, needs to be 0 or 1".formatted(Names.quoted(name), value));
    }
    return value == 1;
  }

  public float floatAttribute(String name, float otherwise) {
    return switch (node.attributes().get(name)) {
      case null -> otherwise;
      case Attribute.FloatValue(float value) -> value;
      case Attribute other -> throw wrongKind(name, other, "a float");
    };
  }

  public String stringAttribute(String name, String otherwise) {
    return switch (node.attributes().get(name)) {
      case null -> otherwise;
      case Attribute.StringValue(String value) -> value;
      case Attribute other -> throw wrongKind(name, other, "a string");
    };
  }

  public Optional<List<Long>> intsAttribute(String name) {
    return switch (node.attributes().get(name)) {
      case null -> Optional.empty();
      case Attribute.Ints(List<Long> list) -> Optional.of(list);
      case Attribute other -> throw wrongKind(name, other, "a list of ints");
    };
  }

  public Optional<Initializer> tensorAttribute(String name) {
    return switch (node.attributes().get(name)) {
      case null -> Optional.empty();
      case Attribute.TensorValue(Initializer tensor) -> Optional.of(tensor);
      case Attribute other -> throw wrongKind(name, other, "a tensor");
    };
  }

  /// `axis` counted from the front; axes below 0 count from the back of `rank` axes.
  public int axis(long axis, int rank) {
    if (axis < -rank || axis >= rank) {
      throw error("axis %d is out of range for rank %d".formatted(axis, rank));
    }
    return (int) (axis < 0 ? axis + rank : axis);
  }

  /// `axes` counted from the front, in ascending order; a repeated one is refused.
  public List<Integer> axes(List<Long> axes, int rank) {
    List<Integer> sorted = axes.stream().map(axis -> axis(axis, rank)).sorted().toList();
    if (sorted.stream().distinct().count() != sorted.size()) {
      throw error("axes " + axes + " name an axis twice");
    }
    return sorted;
  }

  /// A refusal that starts with the node's name and operator.
  public ModelException error(String what) {
    return new ModelException(where() + ": " + what);
  }

  /// The node's name and operator, for messages.
  public String where() {
    return Names.node(node.name(), node.operator());
  }

  /// Types and shapes of all inputs, for messages.
  String inputsText() {
    return String.join(
        ", ",
        IntStream.range(0, inputCount())
            .mapToObj(i -> hasInput(i) ? GraphPrinter.typeText(input(i)) : "none")
            .toList());
  }

  private ModelException wrongKind(String name, Attribute found, String needed) {
    return error(
        "attribute %s is %s, needs %s"
            .formatted(Names.quoted(name), GraphPrinter.kindText(found), needed));
  }
}
