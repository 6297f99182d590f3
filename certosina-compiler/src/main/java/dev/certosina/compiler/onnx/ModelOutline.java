package dev.certosina.compiler.onnx;

import dev.certosina.ModelException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What an ONNX file says about itself that the graph does not hold: operators of subgraphs and
/// unsupported ones included, the names of symbolic extents, the producer.
///
/// @param operators how often each operator occurs, subgraphs included; the name of one outside the
///   standard domain is `DOMAIN::NAME`
/// @param dimNames of each main-graph input, the symbol of each axis; empty where the axis has a
///   number or no name
public record ModelOutline(
    String producer, Map<String, Integer> operators, Map<String, List<String>> dimNames) {

  /// What is known of a model without its ONNX file.
  public static final ModelOutline UNKNOWN = new ModelOutline("", Map.of(), Map.of());

  /// Reads the outline of `model`.
  ///
  /// @throws ModelException where the file is not an ONNX model
  public static ModelOutline read(Path model) throws IOException {
    var reader = new Reader();
    try {
      reader.model(new WireReader(FileMapping.map(model), "ModelProto"));
    } catch (ModelException e) {
      throw new ModelException(model + ": not an ONNX model, or a damaged one", e);
    }
    String producer = String.join(" ", reader.producer).strip();
    return new ModelOutline(producer, reader.operators, reader.dimNames);
  }

  /// True where some of the model's arithmetic is in 8-bit integers.
  public boolean isQuantized() {
    return operators.keySet().stream()
        .anyMatch(name ->
            name.contains("Integer")
                || name.contains("QuantizeLinear")
                || name.startsWith("QLinear"));
  }

  /// Walks the wire format; the numbers are the field numbers of `onnx.proto`.
  private static final class Reader {
    /// Deeper nesting than any real model's `If` and `Loop` bodies.
    private static final int LARGEST_DEPTH = 64;

    private final Map<String, Integer> operators = new TreeMap<>();
    private final Map<String, List<String>> dimNames = new LinkedHashMap<>();
    private final List<String> producer = new ArrayList<>();
    private int depth;

    void model(WireReader model) {
      while (model.next()) {
        switch (model.field()) {
          case 2, 3 -> producer.add(model.string());
          case 7 -> graph(model.message("GraphProto"));
          default -> model.skip();
        }
      }
    }

    private void graph(WireReader graph) {
      if (++depth > LARGEST_DEPTH) {
        throw new ModelException("subgraphs nested deeper than " + LARGEST_DEPTH);
      }
      while (graph.next()) {
        switch (graph.field()) {
          case 1 -> node(graph.message("NodeProto"));
          case 11 -> input(graph.message("ValueInfoProto"));
          default -> graph.skip();
        }
      }
      depth--;
    }

    private void node(WireReader node) {
      String operator = "";
      String domain = "";
      while (node.next()) {
        switch (node.field()) {
          case 4 -> operator = node.string();
          case 5 -> attribute(node.message("AttributeProto"));
          case 7 -> domain = node.string();
          default -> node.skip();
        }
      }
      boolean standard = domain.isEmpty() || domain.equals("ai.onnx");
      operators.merge(standard ? operator : domain + "::" + operator, 1, Integer::sum);
    }

    private void attribute(WireReader attribute) {
      while (attribute.next()) {
        switch (attribute.field()) {
          case 6, 11 -> graph(attribute.message("GraphProto"));
          default -> attribute.skip();
        }
      }
    }

    private void input(WireReader input) {
      String name = "";
      List<String> dims = new ArrayList<>();
      while (input.next()) {
        switch (input.field()) {
          case 1 -> name = input.string();
          case 2 -> type(input.message("TypeProto"), dims);
          default -> input.skip();
        }
      }
      boolean mainGraph = depth == 1;
      if (mainGraph) {
        dimNames.put(name, List.copyOf(dims));
      }
    }

    private static void type(WireReader type, List<String> dims) {
      while (type.next()) {
        if (type.field() == 1) {
          tensorType(type.message("TypeProto.Tensor"), dims);
        } else {
          type.skip();
        }
      }
    }

    private static void tensorType(WireReader tensor, List<String> dims) {
      while (tensor.next()) {
        if (tensor.field() == 2) {
          shape(tensor.message("TensorShapeProto"), dims);
        } else {
          tensor.skip();
        }
      }
    }

    private static void shape(WireReader shape, List<String> dims) {
      while (shape.next()) {
        if (shape.field() == 1) {
          dims.add(dimName(shape.message("TensorShapeProto.Dimension")));
        } else {
          shape.skip();
        }
      }
    }

    private static String dimName(WireReader dim) {
      String name = "";
      while (dim.next()) {
        if (dim.field() == 2) {
          name = dim.string();
        } else {
          dim.skip();
        }
      }
      return name;
    }
  }
}
