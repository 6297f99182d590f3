package dev.certosina.compiler.onnx;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.compiler.base.Names;
import dev.certosina.compiler.graph.Graph.Attribute;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.graph.Graph.Node;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.BiConsumer;

/// Turns a `Constant` node into an initializer named after the node's output.
final class ConstantNode {
  private ConstantNode() {}

  static Initializer toInitializer(Node node) {
    String where = "node " + Names.quoted(node.name()) + " (Constant)";
    if (node.outputs().size() != 1 || node.output().isEmpty() || !node.inputs().isEmpty()) {
      throw new ModelException(where + " needs no input and one output");
    }
    if (node.attributes().size() != 1) {
      throw new ModelException(
          where + " has " + node.attributes().size() + " attributes, needs one value");
    }
    var attribute = node.attributes().entrySet().iterator().next();
    return switch (attribute.getValue()) {
      case Attribute.TensorValue(Initializer tensor) when attribute.getKey().equals("value") ->
          new Initializer(node.output(), tensor.type(), tensor.shape(), tensor.data());
      case Attribute.IntValue(long value) when attribute.getKey().equals("value_int") ->
          ints(node, List.of(), List.of(value));
      case Attribute.Ints(List<Long> values) when attribute.getKey().equals("value_ints") ->
          ints(node, List.of((long) values.size()), values);
      case Attribute.FloatValue(float value) when attribute.getKey().equals("value_float") ->
          floats(node, List.of(), List.of(value));
      case Attribute.Floats(List<Float> values) when attribute.getKey().equals("value_floats") ->
          floats(node, List.of((long) values.size()), values);
      case Attribute.StringValue _ when attribute.getKey().equals("value_string") ->
          strings(node, List.of());
      case Attribute.Strings(List<String> values) when attribute.getKey().equals("value_strings") ->
          strings(node, List.of((long) values.size()));
      case Attribute.IntValue _,
          Attribute.FloatValue _,
          Attribute.StringValue _,
          Attribute.TensorValue _,
          Attribute.Ints _,
          Attribute.Floats _,
          Attribute.Strings _,
          Attribute.Other _ ->
          throw new ModelException(
              "%s has the attribute %s, which is not a supported value"
                  .formatted(where, Names.quoted(attribute.getKey())));
    };
  }

  private static Initializer ints(Node node, List<Long> shape, List<Long> values) {
    return encoded(node, ElementType.INT64, shape, values, ByteBuffer::putLong);
  }

  private static Initializer floats(Node node, List<Long> shape, List<Float> values) {
    return encoded(node, ElementType.FLOAT32, shape, values, ByteBuffer::putFloat);
  }

  private static Initializer strings(Node node, List<Long> shape) {
    return new Initializer(node.output(), ElementType.STRING, shape, MemorySegment.NULL);
  }

  private static <T> Initializer encoded(
      Node node,
      ElementType type,
      List<Long> shape,
      List<T> values,
      BiConsumer<ByteBuffer, T> put) {
    ByteBuffer bytes =
        ByteBuffer.allocate(values.size() * type.byteSize()).order(ByteOrder.LITTLE_ENDIAN);
    values.forEach(value -> put.accept(bytes, value));
    return new Initializer(node.output(), type, shape, MemorySegment.ofArray(bytes.array()));
  }
}
