package dev.certosina.runtime.exec;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/// Builds a section of an executable: variable-length integers, strings and bytes.
final class WireWriter {
  private static final int PAYLOAD_BITS = 7;
  private static final int PAYLOAD_MASK = 0x7f;
  private static final int CONTINUATION = 0x80;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /// Writes a number that is usually small and not negative, 7 bits a byte, low bits first.
  void unsigned(long value) {
    long rest = value;
    while ((rest & ~PAYLOAD_MASK) != 0) {
      bytes.write((int) (rest & PAYLOAD_MASK) | CONTINUATION);
      rest >>>= PAYLOAD_BITS;
    }
    bytes.write((int) rest);
  }

  /// Writes a number of either sign so that small magnitudes are short.
  void signed(long value) {
    unsigned((value << 1) ^ (value >> (Long.SIZE - 1)));
  }

  void text(String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    unsigned(utf8.length);
    bytes.writeBytes(utf8);
  }

  void flag(boolean value) {
    bytes.write(value ? 1 : 0);
  }

  byte[] toBytes() {
    return bytes.toByteArray();
  }
}
