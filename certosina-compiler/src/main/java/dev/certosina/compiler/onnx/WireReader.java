package dev.certosina.compiler.onnx;

import dev.certosina.ModelException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Reads one protobuf message in place. Nested messages and byte strings are slices of the same
/// memory, so nothing is copied and a message may be larger than 2 GB.
///
/// [#next] moves to the next field; then exactly one of the value methods, or [#skip], consumes it.
/// Whatever is not well-formed is refused with a [ModelException] that gives the byte offset within
/// the message.
final class WireReader {
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private static final int VARINT = 0;
  private static final int FIXED64 = 1;
  private static final int LENGTH_DELIMITED = 2;
  private static final int FIXED32 = 5;

  private final MemorySegment bytes;
  private final String message;
  private long position;
  private int field;
  private int wireType;

  /// @param message the message's name, for errors
  WireReader(MemorySegment bytes, String message) {
    this.bytes = bytes;
    this.message = message;
  }

  /// Moves to the next field; false at the end of the message.
  boolean next() {
    if (position >= bytes.byteSize()) {
      return false;
    }
    long tag = readVarint();
    wireType = (int) (tag & 7);
    long number = tag >>> 3;
    if (number == 0 || number > Integer.MAX_VALUE) {
      throw malformed("field number " + number);
    }
    field = (int) number;
    return true;
  }

  int field() {
    return field;
  }

  boolean isLengthDelimited() {
    return wireType == LENGTH_DELIMITED;
  }

  long varint() {
    require(VARINT);
    return readVarint();
  }

  float float32() {
    require(FIXED32);
    return Float.intBitsToFloat(bytes.get(INT, advance(Integer.BYTES)));
  }

  MemorySegment bytes() {
    require(LENGTH_DELIMITED);
    long length = readVarint();
    return bytes.asSlice(advance(length), length);
  }

  String string() {
    MemorySegment text = bytes();
    if (text.byteSize() > Integer.MAX_VALUE - 8L) {
      throw malformed("string of " + text.byteSize() + " bytes");
    }
    return new String(text.toArray(ValueLayout.JAVA_BYTE), StandardCharsets.UTF_8);
  }

  WireReader message(String name) {
    return new WireReader(bytes(), name);
  }

  /// Adds the values of a repeated integer field, packed or not.
  void varints(List<Long> into) {
    if (wireType != LENGTH_DELIMITED) {
      into.add(varint());
      return;
    }
    var packed = message(message);
    while (packed.position < packed.bytes.byteSize()) {
      into.add(packed.readVarint());
    }
  }

  /// Adds the values of a repeated float field, packed or not.
  void floats(List<Float> into) {
    if (wireType != LENGTH_DELIMITED) {
      into.add(float32());
      return;
    }
    var packed = message(message);
    while (packed.position < packed.bytes.byteSize()) {
      into.add(Float.intBitsToFloat(packed.bytes.get(INT, packed.advance(Integer.BYTES))));
    }
  }

  /// The bytes of a repeated field of `width`-byte numbers: one packed run, or one number.
  MemorySegment fixed(int width) {
    if (wireType == LENGTH_DELIMITED) {
      return bytes();
    }
    require(width == Long.BYTES ? FIXED64 : FIXED32);
    return bytes.asSlice(advance(width), width);
  }

  /// Passes over the field's value.
  void skip() {
    switch (wireType) {
      case VARINT -> readVarint();
      case FIXED64 -> advance(Long.BYTES);
      case LENGTH_DELIMITED -> bytes();
      case FIXED32 -> advance(Integer.BYTES);
      default -> throw malformed("wire type " + wireType);
    }
  }

  private long readVarint() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      byte next = bytes.get(ValueLayout.JAVA_BYTE, advance(1));
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw malformed("integer of more than 10 bytes");
  }

  /// Returns the position and moves it on by `length` bytes.
  private long advance(long length) {
    if (length < 0 || length > bytes.byteSize() - position) {
      throw malformed("truncated value");
    }
    long start = position;
    position += length;
    return start;
  }

  private void require(int expected) {
    if (wireType != expected) {
      throw malformed("wire type " + wireType + " instead of " + expected);
    }
  }

  private ModelException malformed(String what) {
    return new ModelException(
        "malformed protobuf: %s in field %d of %s at byte %d"
            .formatted(what, field, message, position));
  }
}
