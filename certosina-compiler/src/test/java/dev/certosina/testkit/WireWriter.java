package dev.certosina.testkit;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Writes one protobuf message, field by field.
public final class WireWriter {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  public WireWriter varint(int field, long value) {
    raw(field, 0);
    writeVarint(value);
    return this;
  }

  public WireWriter float32(int field, float value) {
    raw(field, 5);
    out.writeBytes(
        ByteBuffer.allocate(Float.BYTES).order(ByteOrder.LITTLE_ENDIAN).putFloat(value).array());
    return this;
  }

  public WireWriter bytes(int field, byte[] value) {
    raw(field, 2);
    writeVarint(value.length);
    out.writeBytes(value);
    return this;
  }

  public WireWriter string(int field, String value) {
    return bytes(field, value.getBytes(StandardCharsets.UTF_8));
  }

  public WireWriter message(int field, WireWriter value) {
    return bytes(field, value.toBytes());
  }

  /// Writes a tag alone.
  public WireWriter raw(int field, int wireType) {
    writeVarint((long) field << 3 | wireType);
    return this;
  }

  public byte[] toBytes() {
    return out.toByteArray();
  }

  private void writeVarint(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) ((rest & 0x7f) | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }
}
