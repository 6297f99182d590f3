package dev.certosina.compiler.onnx;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The data fields of a `TensorProto` while it is read. Which one counts depends on the element
/// type, which may come later in the file.
final class TensorData {

  /// The fields that store integers as varints.
  enum Field {
    INT32,
    INT64,
    UINT64
  }

  private final List<MemorySegment> floats = new ArrayList<>();
  private final List<MemorySegment> doubles = new ArrayList<>();
  private final List<Long> integers = new ArrayList<>();
  private Optional<Field> integerField = Optional.empty();
  private Optional<MemorySegment> raw = Optional.empty();
  private long strings;

  void setRaw(MemorySegment bytes) {
    raw = Optional.of(bytes);
  }

  void addFloats(WireReader reader) {
    floats.add(reader.fixed(Float.BYTES));
  }

  void addDoubles(WireReader reader) {
    doubles.add(reader.fixed(Double.BYTES));
  }

  void addString(WireReader reader) {
    reader.bytes();
    strings++;
  }

  void addIntegers(Field field, WireReader reader) {
    if (integerField.isPresent() && integerField.get() != field) {
      throw new ModelException("tensor stores its data in two fields");
    }
    integerField = Optional.of(field);
    reader.varints(integers);
  }

  long strings() {
    return strings;
  }

  /// The elements as they lie in memory, or empty when they are in a field that `type` does not
  /// use.
  Optional<MemorySegment> bytes(ElementType type) {
    if (raw.isPresent()) {
      return raw;
    }
    return switch (type) {
      case FLOAT32, COMPLEX64 -> unless(integerField.isPresent(), joined(floats));
      case FLOAT64, COMPLEX128 -> unless(integerField.isPresent(), joined(doubles));
      case INT64 -> encoded(Field.INT64, Long.BYTES);
      case UINT64, UINT32 -> encoded(Field.UINT64, type.byteSize());
      case STRING -> Optional.of(MemorySegment.NULL);
      case UINT8, INT8, UINT16, INT16, INT32, BOOL, FLOAT16, BFLOAT16 ->
          encoded(Field.INT32, type.byteSize());
      case FLOAT8E4M3FN,
          FLOAT8E4M3FNUZ,
          FLOAT8E5M2,
          FLOAT8E5M2FNUZ,
          FLOAT8E8M0,
          UINT4,
          INT4,
          FLOAT4E2M1,
          UINT2,
          INT2 ->
          encoded(Field.INT32, 1);
    };
  }

  /// How many elements of a type narrower than a byte share one; 1 for all others.
  static int elementsPerByte(ElementType type) {
    return switch (type) {
      case UINT4, INT4, FLOAT4E2M1 -> 2;
      case UINT2, INT2 -> 4;
      case FLOAT32,
          UINT8,
          INT8,
          UINT16,
          INT16,
          INT32,
          INT64,
          STRING,
          BOOL,
          FLOAT16,
          FLOAT64,
          UINT32,
          UINT64,
          COMPLEX64,
          COMPLEX128,
          BFLOAT16,
          FLOAT8E4M3FN,
          FLOAT8E4M3FNUZ,
          FLOAT8E5M2,
          FLOAT8E5M2FNUZ,
          FLOAT8E8M0 ->
          1;
    };
  }

  private static Optional<MemorySegment> unless(boolean misplaced, MemorySegment bytes) {
    return misplaced ? Optional.empty() : Optional.of(bytes);
  }

  private static MemorySegment joined(List<MemorySegment> runs) {
    if (runs.size() == 1) {
      return runs.getFirst();
    }
    var bytes = new ByteArrayOutputStream();
    runs.forEach(run -> bytes.writeBytes(run.toArray(ValueLayout.JAVA_BYTE)));
    return MemorySegment.ofArray(bytes.toByteArray());
  }

  private Optional<MemorySegment> encoded(Field field, int width) {
    boolean misplaced =
        !floats.isEmpty()
            || !doubles.isEmpty()
            || (integerField.isPresent() && integerField.get() != field);
    if (misplaced || integers.size() > Integer.MAX_VALUE / width) {
      return Optional.empty();
    }
    ByteBuffer bytes = ByteBuffer.allocate(integers.size() * width).order(ByteOrder.LITTLE_ENDIAN);
    for (long value : integers) {
      switch (width) {
        case 1 -> bytes.put((byte) value);
        case 2 -> bytes.putShort((short) value);
        case 4 -> bytes.putInt((int) value);
        default -> bytes.putLong(value);
      }
    }
    return Optional.of(MemorySegment.ofArray(bytes.array()));
  }
}
