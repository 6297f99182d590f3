package dev.certosina.testkit;

import dev.certosina.ElementType;
import dev.certosina.compiler.graph.Graph;
import dev.certosina.compiler.onnx.OnnxReader;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/// Builds the bytes of small ONNX models for tests.
///
/// ```java
/// Graph graph =
///     new OnnxBuilder(17)
///         .input("x", ElementType.FLOAT32, "batch", 3)
///         .floats("w", List.of(3L), 1, 2, 3)
///         .node("Add", List.of("x", "w"), List.of("y"))
///         .output("y")
///         .graph();
/// ```
public final class OnnxBuilder {
  private static final int IR_VERSION = 10;

  private final WireWriter graph = new WireWriter();
  private final WireWriter imports = new WireWriter();
  private int nodes;

  /// @param opset the version of the standard operators to import
  public OnnxBuilder(int opset) {
    importing("", opset);
  }

  public OnnxBuilder importing(String domain, int version) {
    imports.message(8, new WireWriter().string(1, domain).varint(2, version));
    return this;
  }

  /// Declares an input; a dim is a number or, for a dynamic extent, a string.
  public OnnxBuilder input(String name, ElementType type, Object... dims) {
    graph.message(11, valueInfo(name, type, dims));
    return this;
  }

  public OnnxBuilder output(String name) {
    graph.message(12, new WireWriter().string(1, name));
    return this;
  }

  public OnnxBuilder floats(String name, List<Long> shape, float... values) {
    graph.message(5, floatTensor(name, shape, values));
    return this;
  }

  public OnnxBuilder longs(String name, List<Long> shape, long... values) {
    graph.message(5, longTensor(name, shape, values));
    return this;
  }

  /// Adds an initializer given as a `TensorProto`.
  public OnnxBuilder initializer(WireWriter tensor) {
    graph.message(5, tensor);
    return this;
  }

  public OnnxBuilder node(String operator, List<String> inputs, List<String> outputs) {
    return node(operator, inputs, outputs, _ -> {});
  }

  /// Adds a node named `OPERATOR_POSITION` of the standard domain.
  public OnnxBuilder node(
      String operator, List<String> inputs, List<String> outputs, Consumer<Attributes> attributes) {
    return node("", operator, inputs, outputs, attributes);
  }

  public OnnxBuilder node(
      String domain,
      String operator,
      List<String> inputs,
      List<String> outputs,
      Consumer<Attributes> attributes) {
    var node = new WireWriter();
    inputs.forEach(input -> node.string(1, input));
    outputs.forEach(output -> node.string(2, output));
    node.string(3, operator + "_" + nodes++).string(4, operator).string(7, domain);
    attributes.accept(new Attributes(node));
    graph.message(1, node);
    return this;
  }

  public byte[] bytes() {
    byte[] header = new WireWriter().varint(1, IR_VERSION).message(7, graph).toBytes();
    byte[] rest = imports.toBytes();
    return ByteBuffer.allocate(header.length + rest.length).put(header).put(rest).array();
  }

  /// The model as the reader sees it.
  public Graph graph() {
    return OnnxReader.read(MemorySegment.ofArray(bytes()), Path.of("."));
  }

  public static WireWriter valueInfo(String name, ElementType type, Object... dims) {
    var shape = new WireWriter();
    for (Object dim : dims) {
      var extent = new WireWriter();
      if (dim instanceof Number number) {
        extent.varint(1, number.longValue());
      } else {
        extent.string(2, dim.toString());
      }
      shape.message(1, extent);
    }
    var tensor = new WireWriter().varint(1, type.onnxCode()).message(2, shape);
    return new WireWriter().string(1, name).message(2, new WireWriter().message(1, tensor));
  }

  public static WireWriter floatTensor(String name, List<Long> shape, float... values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : values) {
      bytes.putFloat(value);
    }
    return tensor(name, ElementType.FLOAT32, shape, bytes.array());
  }

  public static WireWriter longTensor(String name, List<Long> shape, long... values) {
    ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (long value : values) {
      bytes.putLong(value);
    }
    return tensor(name, ElementType.INT64, shape, bytes.array());
  }

  /// A `TensorProto` with raw data.
  public static WireWriter tensor(String name, ElementType type, List<Long> shape, byte[] raw) {
    var tensor = new WireWriter();
    shape.forEach(extent -> tensor.varint(1, extent));
    return tensor.varint(2, type.onnxCode()).string(8, name).bytes(9, raw);
  }

  /// Adds attributes to a node.
  public static final class Attributes {
    private final WireWriter node;

    private Attributes(WireWriter node) {
      this.node = node;
    }

    public Attributes set(String name, long value) {
      return add(new WireWriter().string(1, name).varint(3, value).varint(20, 2));
    }

    public Attributes set(String name, float value) {
      return add(new WireWriter().string(1, name).float32(2, value).varint(20, 1));
    }

    public Attributes set(String name, String value) {
      return add(new WireWriter().string(1, name).string(4, value).varint(20, 3));
    }

    public Attributes setInts(String name, long... values) {
      var attribute = new WireWriter().string(1, name).varint(20, 7);
      for (long value : values) {
        attribute.varint(8, value);
      }
      return add(attribute);
    }

    public Attributes setTensor(String name, WireWriter tensor) {
      return add(new WireWriter().string(1, name).message(5, tensor).varint(20, 4));
    }

    /// Adds an attribute given as an `AttributeProto`.
    public Attributes add(WireWriter attribute) {
      node.message(5, attribute);
      return this;
    }
  }
}
