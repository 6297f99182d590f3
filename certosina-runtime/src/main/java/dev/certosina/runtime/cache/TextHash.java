package dev.certosina.runtime.cache;

import java.nio.charset.StandardCharsets;

/// A 64-bit hash of a text, for names of files that nobody tries to forge: FNV-1a. Unlike a
/// cryptographic hash it costs nothing at start-up.
final class TextHash {
  private static final long OFFSET_BASIS = 0xcbf29ce484222325L;
  private static final long PRIME = 0x100000001b3L;
  private static final int DIGITS = 16;

  private TextHash() {}

  /// Sixteen hexadecimal digits.
  static String of(String text) {
    long hash = OFFSET_BASIS;
    for (byte next : text.getBytes(StandardCharsets.UTF_8)) {
      hash = (hash ^ (next & 0xff)) * PRIME;
    }
    String digits = Long.toHexString(hash);
    return "0".repeat(DIGITS - digits.length()) + digits;
  }
}
