package dev.certosina.runtime.cache;

import dev.certosina.ModelException;
import dev.certosina.Options;
import dev.certosina.runtime.exec.CpuFeatures;
import dev.certosina.runtime.exec.ExecutableFormat;
import dev.certosina.runtime.exec.NativeAbi;
import dev.certosina.spi.ModelCompiler;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The name under which a compiled model is cached: a SHA-256 of everything that its executable
/// depends on.
final class CacheKey {
  private static final int CHUNK_BYTES = 1 << 20;

  private final MessageDigest digest;

  private CacheKey() {
    try {
      digest = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every jdk has sha-256", impossible);
    }
  }

  /// The key of `model` compiled by `compiler` with `options` for this machine, in hexadecimal.
  ///
  /// @throws ModelException when a file of the model cannot be read
  static String of(Path model, Options options, ModelCompiler compiler) {
    CacheKey key = new CacheKey();
    key.add("format " + ExecutableFormat.VERSION + " abi " + NativeAbi.VERSION);
    key.add(compiler.version());
    key.add("precision " + options.precision());
    key.add("target " + options.target().orElse(""));
    key.add("checked " + options.checked());
    key.add("strict convolution " + options.strictConvolution());
    key.add("atomic reductions " + options.atomicReductions());
    key.add(String.join(" ", CpuFeatures.flags()));
    for (Path file : compiler.inputs(model)) {
      key.add(file);
    }
    return HexFormat.of().formatHex(key.digest.digest());
  }

  private void add(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    addLength(bytes.length);
    digest.update(bytes);
  }

  private void add(Path file) {
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      addLength(channel.size());
      while (channel.read(chunk) >= 0) {
        digest.update(chunk.flip());
        chunk.clear();
      }
    } catch (IOException failure) {
      throw new ModelException(
          "model file '" + file + "' cannot be read: " + failure.getMessage(), failure);
    }
  }

  /// Lengths keep neighbouring parts apart.
  private void addLength(long length) {
    digest.update(ByteBuffer.allocate(Long.BYTES).putLong(length).flip());
  }
}
