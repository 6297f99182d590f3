package dev.certosina.peers.onnxruntime;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Consumer;

/// The bytes of a small ONNX model with f32 inputs and one f32 output, `y`.
public final class OnnxModel {
  private static final int IR_VERSION = 8;
  private static final int OPSET = 17;
  private static final int FLOAT = 1;
  private static final int INT64 = 7;
  private static final int FLOAT_ATTRIBUTE = 1;
  private static final int INT_ATTRIBUTE = 2;
  private static final int INTS_ATTRIBUTE = 7;

  /// The output of every model here.
  public static final String OUTPUT = "y";

  private final Message graph = new Message().text(2, "operator");

  OnnxModel input(String name, List<Integer> shape) {
    graph.message(11, value(name, shape));
    return this;
  }

  OnnxModel output(List<Integer> shape) {
    graph.message(12, value(OUTPUT, shape));
    return this;
  }

  /// An input `[rows, columns]` with a named number of rows.
  public OnnxModel rows(String name, String rows, int columns) {
    graph.message(11, matrix(name, rows, columns));
    return this;
  }

  /// The output `[rows, columns]`, with a named number of rows.
  public OnnxModel rows(String rows, int columns) {
    graph.message(12, matrix(OUTPUT, rows, columns));
    return this;
  }

  /// A tensor that is known ahead of time.
  public OnnxModel constant(String name, List<Integer> shape, float... values) {
    ByteBuffer data =
        ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    data.asFloatBuffer().put(values);
    return tensor(name, shape, FLOAT, data.array());
  }

  OnnxModel constant(String name, long... values) {
    ByteBuffer data =
        ByteBuffer.allocate(values.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    data.asLongBuffer().put(values);
    return tensor(name, List.of(values.length), INT64, data.array());
  }

  public OnnxModel node(String operator, List<String> inputs, String output) {
    return node(operator, inputs, output, _ -> {});
  }

  OnnxModel node(
      String operator, List<String> inputs, String output, Consumer<Attributes> attributes) {
    var node = new Message();
    inputs.forEach(input -> node.text(1, input));
    node.text(2, output).text(4, operator);
    attributes.accept(new Attributes(node));
    graph.message(1, node);
    return this;
  }

  public byte[] toBytes() {
    var opset = new Message().text(1, "").varint(2, OPSET);
    return new Message().varint(1, IR_VERSION).message(7, graph).message(8, opset).toBytes();
  }

  private OnnxModel tensor(String name, List<Integer> shape, int type, byte[] data) {
    var tensor = new Message();
    shape.forEach(extent -> tensor.varint(1, extent));
    graph.message(5, tensor.varint(2, type).text(8, name).bytes(9, data));
    return this;
  }

  private static Message value(String name, List<Integer> shape) {
    var dims = new Message();
    shape.forEach(extent -> dims.message(1, new Message().varint(1, extent)));
    return typed(name, dims);
  }

  private static Message matrix(String name, String rows, int columns) {
    var dims = new Message();
    dims.message(1, new Message().text(2, rows)).message(1, new Message().varint(1, columns));
    return typed(name, dims);
  }

  private static Message typed(String name, Message dims) {
    var type = new Message().message(1, new Message().varint(1, FLOAT).message(2, dims));
    return new Message().text(1, name).message(2, type);
  }

  /// The attributes of one node.
  record Attributes(Message node) {
    Attributes set(String name, long value) {
      node.message(5, new Message().text(1, name).varint(3, value).varint(20, INT_ATTRIBUTE));
      return this;
    }

    Attributes set(String name, float value) {
      node.message(5, new Message().text(1, name).float32(2, value).varint(20, FLOAT_ATTRIBUTE));
      return this;
    }

    Attributes set(String name, List<Integer> values) {
      var attribute = new Message().text(1, name);
      values.forEach(value -> attribute.varint(8, value));
      node.message(5, attribute.varint(20, INTS_ATTRIBUTE));
      return this;
    }
  }
}
