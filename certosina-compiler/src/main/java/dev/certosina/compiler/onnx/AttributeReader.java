package dev.certosina.compiler.onnx;

import dev.certosina.ModelException;
import dev.certosina.compiler.base.Names;
import dev.certosina.compiler.graph.Graph.Attribute;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Reads one `AttributeProto`. Values of kinds that no implemented operator takes are passed over
/// and only named.
final class AttributeReader {

  /// The kinds of value, in the order of ONNX's `AttributeType` numbers, which start at 1.
  private enum Kind {
    FLOAT(2),
    INT(3),
    STRING(4),
    TENSOR(5),
    GRAPH(6),
    FLOATS(7),
    INTS(8),
    STRINGS(9),
    TENSORS(10),
    GRAPHS(11),
    SPARSE_TENSOR(22),
    SPARSE_TENSORS(23),
    TYPE(14),
    TYPES(15);

    final int field;

    Kind(int field) {
      this.field = field;
    }

    static Optional<Kind> ofField(int field) {
      return List.of(values()).stream().filter(kind -> kind.field == field).findFirst();
    }
  }

  /// A name and its value.
  record Named(String name, Attribute value) {}

  private final String owner;
  private final Set<Kind> present = EnumSet.noneOf(Kind.class);
  private final List<Float> floats = new ArrayList<>();
  private final List<Long> ints = new ArrayList<>();
  private final List<String> strings = new ArrayList<>();
  private Optional<MemorySegment> tensor = Optional.empty();
  private String name = "";
  private long typeCode;
  private long intValue;
  private float floatValue;
  private String stringValue = "";
  private boolean isReference;

  private AttributeReader(String owner) {
    this.owner = owner;
  }

  static Named read(WireReader reader, String owner, Optional<ExternalData> external) {
    var attribute = new AttributeReader(owner);
    while (reader.next()) {
      attribute.readField(reader);
    }
    return new Named(attribute.name, attribute.build(external));
  }

  private void readField(WireReader reader) {
    Kind.ofField(reader.field()).ifPresent(present::add);
    switch (reader.field()) {
      case 1 -> name = reader.string();
      case 2 -> floatValue = reader.float32();
      case 3 -> intValue = reader.varint();
      case 4 -> stringValue = reader.string();
      case 5 -> tensor = Optional.of(reader.bytes());
      case 7 -> reader.floats(floats);
      case 8 -> reader.varints(ints);
      case 9 -> strings.add(reader.string());
      case 20 -> typeCode = reader.varint();
      case 21 -> {
        isReference = true;
        reader.skip();
      }
      default -> reader.skip();
    }
  }

  private Attribute build(Optional<ExternalData> external) {
    Kind kind = kind();
    return switch (kind) {
      case FLOAT -> new Attribute.FloatValue(floatValue);
      case INT -> new Attribute.IntValue(intValue);
      case STRING -> new Attribute.StringValue(stringValue);
      case TENSOR ->
          new Attribute.TensorValue(
              TensorProtoReader.read(
                  new WireReader(tensor.orElseThrow(() -> error("has no value")), "TensorProto"),
                  where(),
                  external));
      case FLOATS -> new Attribute.Floats(floats);
      case INTS -> new Attribute.Ints(ints);
      case STRINGS -> new Attribute.Strings(strings);
      case GRAPH, TENSORS, GRAPHS, SPARSE_TENSOR, SPARSE_TENSORS, TYPE, TYPES ->
          new Attribute.Other(kind.name().toLowerCase(java.util.Locale.ROOT).replace('_', ' '));
    };
  }

  private Kind kind() {
    if (isReference) {
      throw error("refers to an attribute of a function, outside of any function");
    }
    if (typeCode == 0) {
      if (present.size() != 1) {
        throw error("has no type and " + present.size() + " values");
      }
      return present.iterator().next();
    }
    if (typeCode < 1 || typeCode > Kind.values().length) {
      throw error("has the type number " + typeCode + ", which ONNX does not define");
    }
    Kind kind = Kind.values()[(int) typeCode - 1];
    if (!present.isEmpty() && !present.contains(kind)) {
      throw error("has the type " + kind + " but a value of another one");
    }
    return kind;
  }

  private String where() {
    return owner + ": attribute " + Names.quoted(name);
  }

  private ModelException error(String what) {
    return new ModelException(where() + " " + what);
  }
}
