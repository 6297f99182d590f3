package dev.certosina.compiler.onnx;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.compiler.base.Names;
import dev.certosina.compiler.graph.Graph.Initializer;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads one `TensorProto`.
///
/// The data of the result is a slice of the input wherever the file stores it as it lies in memory
/// (raw data, packed floats and doubles, external data), and then has no alignment beyond one byte;
/// otherwise it is decoded into an array. Strings are counted but not kept: a string tensor has
/// empty data.
public final class TensorProtoReader {
  private static final int MAX_RANK = 64;
  private static final int EXTERNAL = 1;

  private final String owner;
  private final Optional<ExternalData> external;
  private final List<Long> shape = new ArrayList<>();
  private final TensorData data = new TensorData();
  private final List<WireReader> externalEntries = new ArrayList<>();
  private String name = "";
  private long typeCode;
  private long location;

  private TensorProtoReader(String owner, Optional<ExternalData> external) {
    this.owner = owner;
    this.external = external;
  }

  /// Reads a file that holds one tensor, such as the conformance suite's inputs and outputs.
  ///
  /// @throws ModelException when it holds a sequence, an optional or a map, when it refers to
  ///   external data, or when it is malformed
  public static Initializer read(MemorySegment file) {
    return read(new WireReader(file, "TensorProto"), "tensor", Optional.empty());
  }

  /// @param owner what the tensor belongs to, for errors
  static Initializer read(WireReader reader, String owner, Optional<ExternalData> external) {
    var tensor = new TensorProtoReader(owner, external);
    while (reader.next()) {
      tensor.readField(reader);
    }
    return tensor.build();
  }

  private void readField(WireReader reader) {
    switch (reader.field()) {
      case 1 -> reader.varints(shape);
      case 2 -> typeCode = reader.varint();
      case 3 ->
          throw error("is a sequence, an optional, a map or a segment, needs to be a whole tensor");
      case 4 -> data.addFloats(reader);
      case 5 -> data.addIntegers(TensorData.Field.INT32, reader);
      case 6 -> data.addString(reader);
      case 7 -> data.addIntegers(TensorData.Field.INT64, reader);
      case 8 -> name = reader.string();
      case 9 -> data.setRaw(reader.bytes());
      case 10 -> data.addDoubles(reader);
      case 11 -> data.addIntegers(TensorData.Field.UINT64, reader);
      case 13 -> externalEntries.add(reader.message("StringStringEntryProto"));
      case 14 -> location = reader.varint();
      default -> reader.skip();
    }
  }

  private Initializer build() {
    ElementType type = elementType(typeCode).orElseThrow(() -> unknownType(typeCode));
    long byteSize = byteSize(type, elements());
    MemorySegment bytes =
        location == EXTERNAL
            ? readExternal(byteSize)
            : data.bytes(type).orElseThrow(this::wrongField);
    if (type == ElementType.STRING) {
      if (data.strings() != elements()) {
        throw error(
            "holds %d strings, its shape %s needs %d".formatted(data.strings(), shape, elements()));
      }
    } else if (bytes.byteSize() != byteSize) {
      throw error(
          "holds %d bytes of data, %s%s needs %d"
              .formatted(bytes.byteSize(), type, shape, byteSize));
    }
    return new Initializer(name, type, shape, bytes);
  }

  private long elements() {
    if (shape.size() > MAX_RANK) {
      throw error("has rank %d, at most %d is supported".formatted(shape.size(), MAX_RANK));
    }
    long count = 1;
    for (long extent : shape) {
      if (extent < 0) {
        throw error("has the negative extent " + extent);
      }
      try {
        count = Math.multiplyExact(count, extent);
      } catch (ArithmeticException e) {
        throw new ModelException(where() + " has a shape that overflows 64 bits: " + shape, e);
      }
    }
    return count;
  }

  /// Bytes of `count` elements; elements narrower than a byte are packed.
  private long byteSize(ElementType type, long count) {
    if (type.byteSize() > 0) {
      try {
        return Math.multiplyExact(count, type.byteSize());
      } catch (ArithmeticException e) {
        throw new ModelException(where() + " has a shape that overflows 64 bits: " + shape, e);
      }
    }
    return Math.ceilDiv(count, TensorData.elementsPerByte(type));
  }

  private MemorySegment readExternal(long byteSize) {
    if (external.isEmpty()) {
      throw error("refers to external data, which has no folder to be found in here");
    }
    return external.get().read(where(), externalEntries, byteSize);
  }

  /// The element type with ONNX's number `code`, where that is one.
  static Optional<ElementType> elementType(long code) {
    return code == (int) code ? ElementType.fromOnnxCode((int) code) : Optional.empty();
  }

  private ModelException unknownType(long code) {
    return error("has the element type number " + code + ", which ONNX does not define");
  }

  private ModelException wrongField() {
    return error("stores its data in a field that does not fit its element type");
  }

  private String where() {
    return name.isEmpty() ? owner : owner + " " + Names.quoted(name);
  }

  private ModelException error(String what) {
    return new ModelException(where() + " " + what);
  }
}
