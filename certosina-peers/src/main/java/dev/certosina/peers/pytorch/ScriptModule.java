package dev.certosina.peers.pytorch;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/// The file of a TorchScript module without attributes, written from the source of its methods.
///
/// It is an uncompressed ZIP archive with the source of the class, a pickled object of it, no
/// constants, and the version of the format.
final class ScriptModule {
  private static final String FORMAT_VERSION = "3\n";

  /// Pickle, protocol 2: an object of `__torch__.M` whose only member `training` is false.
  private static final byte[] OBJECT =
      "\u0080\2c__torch__\nM\n)\u0081}(X\b\0\0\0training\u0089ub."
          .getBytes(StandardCharsets.ISO_8859_1);

  /// Pickle, protocol 2: an empty tuple.
  private static final byte[] NO_CONSTANTS = "\u0080\2).".getBytes(StandardCharsets.ISO_8859_1);

  private static final String CLASS =
      """
      class M(Module):
        __parameters__ = []
        __buffers__ = []
        training : bool
      """;

  private ScriptModule() {}

  /// @param methods the source of methods of class `__torch__.M`, indented by two spaces
  static byte[] file(String methods) {
    var bytes = new ByteArrayOutputStream();
    try (var archive = new ZipOutputStream(bytes)) {
      archive.setMethod(ZipOutputStream.STORED);
      put(archive, "m/data.pkl", OBJECT);
      put(archive, "m/constants.pkl", NO_CONSTANTS);
      put(archive, "m/code/__torch__.py", (CLASS + methods).getBytes(StandardCharsets.UTF_8));
      put(archive, "m/version", FORMAT_VERSION.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static void put(ZipOutputStream archive, String name, byte[] content) throws IOException {
    var checksum = new CRC32();
    checksum.update(content);
    var entry = new ZipEntry(name);
    entry.setSize(content.length);
    entry.setCompressedSize(content.length);
    entry.setCrc(checksum.getValue());
    archive.putNextEntry(entry);
    archive.write(content);
    archive.closeEntry();
  }
}
