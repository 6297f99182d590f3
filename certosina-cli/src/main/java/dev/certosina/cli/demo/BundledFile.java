package dev.certosina.cli.demo;

import dev.certosina.DeviceException;
import dev.certosina.ModelException;
import java.io.IOException;
import java.io.InputStream;
import java.net.JarURLConnection;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.jar.JarEntry;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;

/// A file inside a jar on the class path, unpacked once into a folder. The unpacked file's name
/// carries the size and checksum that the jar states, so another version of the jar gives another
/// file.
final class BundledFile {
  private BundledFile() {}

  /// The unpacked file; it is written where it is not there yet.
  ///
  /// @throws ModelException where no jar on the class path has `resource`
  /// @throws DeviceException where the unpacked bytes do not have the checksum that the jar states
  static Path unpack(String resource, Path folder) throws IOException {
    JarURLConnection connection = connect(resource);
    try (InputStream content = connection.getInputStream()) {
      JarEntry entry = connection.getJarEntry();
      Path file = folder.resolve("%08x-%d-%s".formatted(entry.getCrc(), entry.getSize(), resource));
      if (!Files.exists(file) || Files.size(file) != entry.getSize()) {
        Files.createDirectories(folder);
        write(content, entry, file);
      }
      return file;
    }
  }

  /// Opens a file that is small enough to be read in place.
  static InputStream open(String resource) throws IOException {
    return connect(resource).getInputStream();
  }

  private static JarURLConnection connect(String resource) throws IOException {
    URL url = BundledFile.class.getResource("/" + resource);
    if (url != null && url.openConnection() instanceof JarURLConnection connection) {
      connection.setUseCaches(false);
      return connection;
    }
    throw new ModelException("no jar on the class path holds '%s'".formatted(resource));
  }

  /// Several processes may do this at once: each writes a file of its own and renames it.
  private static void write(InputStream content, JarEntry entry, Path file) throws IOException {
    Path temporary = Files.createTempFile(file.getParent(), "unpacking-", ".tmp");
    try {
      var checked = new CheckedInputStream(content, new CRC32());
      long size = Files.copy(checked, temporary, StandardCopyOption.REPLACE_EXISTING);
      if (size != entry.getSize() || checked.getChecksum().getValue() != entry.getCrc()) {
        throw new DeviceException(
            "'%s' in its jar is damaged: wrong size or checksum".formatted(entry.getName()));
      }
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}
