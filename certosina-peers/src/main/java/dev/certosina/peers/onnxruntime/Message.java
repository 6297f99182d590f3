package dev.certosina.peers.onnxruntime;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/// Writes one protocol buffer message.
final class Message {
  private static final int VARINT = 0;
  private static final int BYTES = 2;
  private static final int FIXED32 = 5;

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  Message varint(int field, long value) {
    raw((long) field << 3 | VARINT);
    raw(value);
    return this;
  }

  Message bytes(int field, byte[] bytes) {
    raw((long) field << 3 | BYTES);
    raw(bytes.length);
    out.writeBytes(bytes);
    return this;
  }

  Message text(int field, String text) {
    return bytes(field, text.getBytes(StandardCharsets.UTF_8));
  }

  Message message(int field, Message nested) {
    return bytes(field, nested.toBytes());
  }

  Message float32(int field, float value) {
    raw((long) field << 3 | FIXED32);
    out.writeBytes(
        ByteBuffer.allocate(Float.BYTES).order(ByteOrder.LITTLE_ENDIAN).putFloat(value).array());
    return this;
  }

  byte[] toBytes() {
    return out.toByteArray();
  }

  private void raw(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      out.write((int) ((rest & 0x7f) | 0x80));
      rest >>>= 7;
    }
    out.write((int) rest);
  }
}
