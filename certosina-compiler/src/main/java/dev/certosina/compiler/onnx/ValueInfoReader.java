package dev.certosina.compiler.onnx;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.compiler.base.Names;
import dev.certosina.compiler.graph.Graph.ValueInfo;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Reads `ValueInfoProto`, the declaration of a graph input or output.
final class ValueInfoReader {

  /// What a declaration says. `problem` is why it cannot be an input of a call, or empty.
  record Declared(String name, Optional<ElementType> type, List<Dim> shape, String problem) {
    ValueInfo required() {
      if (!problem.isEmpty()) {
        throw new ModelException("input " + Names.quoted(name) + " " + problem);
      }
      return new ValueInfo(name, type.orElseThrow(), shape);
    }
  }

  private static final int MAX_RANK = 64;

  private String name = "";
  private Optional<ElementType> type = Optional.empty();
  private String problem = "has no type";
  private final List<OptionalLong> extents = new ArrayList<>();
  private boolean hasShape;

  private ValueInfoReader() {}

  static String readName(WireReader reader) {
    String name = "";
    while (reader.next()) {
      if (reader.field() == 1) {
        name = reader.string();
      } else {
        reader.skip();
      }
    }
    return name;
  }

  static Declared read(WireReader reader) {
    var declaration = new ValueInfoReader();
    while (reader.next()) {
      switch (reader.field()) {
        case 1 -> declaration.name = reader.string();
        case 2 -> declaration.readType(reader.message("TypeProto"));
        default -> reader.skip();
      }
    }
    return declaration.build();
  }

  private void readType(WireReader reader) {
    while (reader.next()) {
      switch (reader.field()) {
        case 1 -> readTensorType(reader.message("TypeProto.Tensor"));
        case 4 -> refuse("sequence", reader);
        case 5 -> refuse("map", reader);
        case 7 -> refuse("opaque value", reader);
        case 8 -> refuse("sparse tensor", reader);
        case 9 -> refuse("optional", reader);
        default -> reader.skip();
      }
    }
  }

  private void refuse(String kind, WireReader reader) {
    problem = "is a " + kind + ", only tensors are supported";
    reader.skip();
  }

  private void readTensorType(WireReader reader) {
    problem = "has no element type";
    while (reader.next()) {
      switch (reader.field()) {
        case 1 -> {
          type =
              Optional.of(GraphReader.elementType(reader.varint(), "value " + Names.quoted(name)));
          problem = "";
        }
        case 2 -> readShape(reader.message("TensorShapeProto"));
        default -> reader.skip();
      }
    }
  }

  private void readShape(WireReader reader) {
    hasShape = true;
    extents.clear();
    while (reader.next()) {
      if (reader.field() == 1) {
        extents.add(readExtent(reader.message("TensorShapeProto.Dimension")));
      } else {
        reader.skip();
      }
    }
  }

  private static OptionalLong readExtent(WireReader reader) {
    OptionalLong extent = OptionalLong.empty();
    while (reader.next()) {
      if (reader.field() == 1) {
        extent = OptionalLong.of(reader.varint());
      } else {
        reader.skip();
      }
    }
    return extent;
  }

  private Declared build() {
    var shape = new ArrayList<Dim>();
    for (OptionalLong extent : extents) {
      if (extent.isPresent() && extent.getAsLong() < 0) {
        problem =
            "has the negative extent %d on axis %d".formatted(extent.getAsLong(), shape.size());
      }
      shape.add(
          extent.isPresent()
              ? Dims.constant(extent.getAsLong())
              : Dims.symbol(name + "." + shape.size()));
    }
    if (problem.isEmpty() && name.isEmpty()) {
      problem = "has no name";
    }
    if (problem.isEmpty() && !hasShape) {
      problem = "has no shape, its rank must be known";
    }
    if (shape.size() > MAX_RANK) {
      problem = "has rank %d, at most %d is supported".formatted(shape.size(), MAX_RANK);
    }
    return new Declared(name, type, shape, problem);
  }
}
