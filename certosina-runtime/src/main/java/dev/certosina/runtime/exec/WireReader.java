package dev.certosina.runtime.exec;

import dev.certosina.ModelException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// Reads what [WireWriter] wrote. Any malformed byte is a [ModelException]; no count is believed
/// that the remaining bytes could not hold.
final class WireReader {
  private static final int PAYLOAD_BITS = 7;
  private static final int PAYLOAD_MASK = 0x7f;
  private static final int CONTINUATION = 0x80;

  private final String section;
  private final byte[] bytes;
  private int position;

  /// @param section named in error messages
  WireReader(String section, byte[] bytes) {
    this.section = section;
    this.bytes = bytes;
  }

  long unsigned() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += PAYLOAD_BITS) {
      int next = nextByte();
      value |= (long) (next & PAYLOAD_MASK) << shift;
      if ((next & CONTINUATION) == 0) {
        return value;
      }
    }
    throw damage("a number has too many bytes");
  }

  long signed() {
    long value = unsigned();
    return (value >>> 1) ^ -(value & 1);
  }

  /// A number of elements that follow, each at least one byte long.
  int count() {
    long count = unsigned();
    if (count < 0 || count > bytes.length - position) {
      throw damage("count " + count + " exceeds the bytes left");
    }
    return (int) count;
  }

  /// A number from 0 to `bound - 1`.
  int index(int bound, String what) {
    long index = unsigned();
    if (index < 0 || index >= bound) {
      throw damage(what + " " + index + " is not in 0.." + (bound - 1));
    }
    return (int) index;
  }

  String text() {
    int length = count();
    ByteBuffer utf8 = ByteBuffer.wrap(bytes, position, length);
    position += length;
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(utf8).toString();
    } catch (CharacterCodingException _) {
      throw damage("a name is not valid utf-8");
    }
  }

  boolean flag() {
    return index(2, "flag") == 1;
  }

  /// Refuses bytes after the last element.
  void finish() {
    if (position != bytes.length) {
      throw damage((bytes.length - position) + " bytes follow the end");
    }
  }

  ModelException damage(String what) {
    return new ModelException(section + " section is damaged near byte " + position + ": " + what);
  }

  private int nextByte() {
    if (position == bytes.length) {
      throw damage("it ends too early");
    }
    return Byte.toUnsignedInt(bytes[position++]);
  }
}
