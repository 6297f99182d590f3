package dev.certosina.compiler.texpr;

import dev.certosina.InternalCompilerException;
import dev.certosina.compiler.graph.Graph.Initializer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// Short digests that stand for a constant's data in the printed form.
final class Digests {
  private static final int DIGEST_BYTES = 8;
  private static final long SLICE_BYTES = 1L << 20;

  private Digests() {}

  /// Sixteen hexadecimal digits over element type, shape and bytes.
  static String of(Initializer value) {
    MessageDigest sha256 = sha256();
    sha256.update((value.type() + value.shape().toString()).getBytes(StandardCharsets.UTF_8));
    MemorySegment data = value.data();
    for (long start = 0; start < data.byteSize(); start += SLICE_BYTES) {
      long size = Math.min(SLICE_BYTES, data.byteSize() - start);
      sha256.update(data.asSlice(start, size).toArray(ValueLayout.JAVA_BYTE));
    }
    return HexFormat.of().formatHex(sha256.digest(), 0, DIGEST_BYTES);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new InternalCompilerException("every Java runtime has SHA-256", e);
    }
  }
}
