package dev.certosina.compiler.graph;

import dev.certosina.ElementType;
import dev.certosina.runtime.dim.Dim;
import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A model: operators in topological order that refer to values by name.
///
/// A value is a graph input, an initializer, or one output of one node; every name is defined once,
/// before its first use. A dim is a constant or an expression over the dynamic extents of the
/// inputs.
///
/// @param opsets the version of each imported operator domain; the standard domain is `""`
/// @param inputs what a call must supply
/// @param outputs names of values, in the model's order; duplicates and inputs are allowed
/// @param initializers constants by name
/// @param nodes in topological order
/// @param values element type and shape of each value, once inferred; empty right after import
///   except for what the file states
public record Graph(
    Map<String, Integer> opsets,
    List<ValueInfo> inputs,
    List<String> outputs,
    Map<String, Initializer> initializers,
    List<Node> nodes,
    Map<String, ValueInfo> values) {

  public Graph {
    opsets = unmodifiable(opsets);
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
    initializers = unmodifiable(initializers);
    nodes = List.copyOf(nodes);
    values = unmodifiable(values);
  }

  private static <V> Map<String, V> unmodifiable(Map<String, V> map) {
    return java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(map));
  }

  /// The constant called `name`, if that is one.
  public Optional<Initializer> initializer(String name) {
    return Optional.ofNullable(initializers.get(name));
  }

  /// Type and shape of the value called `name`, where known.
  public Optional<ValueInfo> value(String name) {
    return Optional.ofNullable(values.get(name));
  }

  /// Name, element type and symbolic shape of a value.
  public record ValueInfo(String name, ElementType type, List<Dim> shape) {
    public ValueInfo {
      shape = List.copyOf(shape);
    }
  }

  /// A constant tensor, row-major little-endian, in place in the mapped model file where possible.
  public record Initializer(String name, ElementType type, List<Long> shape, MemorySegment data) {
    public Initializer {
      shape = List.copyOf(shape);
    }
  }

  /// One operator call.
  ///
  /// @param name the node's name in the file, or a made-up one; for messages only
  /// @param domain `""` for the standard domain
  /// @param opset the version of the domain that the model imports
  /// @param inputs value names; `""` marks an optional input that is left out
  /// @param outputs value names; `""` marks an output nobody reads
  public record Node(
      String name,
      String domain,
      String operator,
      int opset,
      List<String> inputs,
      List<String> outputs,
      Map<String, Attribute> attributes) {
    public Node {
      inputs = List.copyOf(inputs);
      outputs = List.copyOf(outputs);
      attributes = unmodifiable(attributes);
    }

    /// The input at `position`, or empty when it is absent or left out.
    public Optional<String> input(int position) {
      return position < inputs.size() && !inputs.get(position).isEmpty()
          ? Optional.of(inputs.get(position))
          : Optional.empty();
    }

    public String output() {
      return outputs.getFirst();
    }
  }

  /// An attribute's value.
  public sealed interface Attribute {
    record IntValue(long value) implements Attribute {}

    record FloatValue(float value) implements Attribute {}

    record StringValue(String value) implements Attribute {}

    record TensorValue(Initializer value) implements Attribute {}

    record Ints(List<Long> values) implements Attribute {}

    record Floats(List<Float> values) implements Attribute {}

    record Strings(List<String> values) implements Attribute {}

    /// A kind that no implemented operator takes (graphs, sparse tensors, type protos).
    record Other(String kind) implements Attribute {}
  }
}
