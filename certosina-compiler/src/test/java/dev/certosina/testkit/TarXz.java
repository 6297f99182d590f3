package dev.certosina.testkit;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BiConsumer;
import org.tukaani.xz.XZInputStream;

/// Reads the regular files of a `.tar.xz` archive.
final class TarXz {
  private static final int BLOCK_BYTES = 512;
  private static final int NAME_BYTES = 100;
  private static final int SIZE_OFFSET = 124;
  private static final int SIZE_BYTES = 12;
  private static final int TYPE_OFFSET = 156;
  private static final int PREFIX_OFFSET = 345;
  private static final int PREFIX_BYTES = 155;

  private TarXz() {}

  /// Calls `action` with the path and the bytes of each file, in the archive's order.
  static void forEachFile(Path archive, BiConsumer<String, byte[]> action) {
    try (InputStream in =
        new XZInputStream(new BufferedInputStream(Files.newInputStream(archive)))) {
      String longName = "";
      byte[] header = block(in, BLOCK_BYTES);
      while (header[0] != 0) {
        int size = Integer.parseInt(text(header, SIZE_OFFSET, SIZE_BYTES).strip(), 8);
        byte[] content = block(in, size);
        block(in, (BLOCK_BYTES - size % BLOCK_BYTES) % BLOCK_BYTES);
        switch (header[TYPE_OFFSET]) {
          case 'L' -> longName = text(content, 0, size);
          case 'x' -> longName = path(new String(content, StandardCharsets.UTF_8));
          case '0', 0 -> {
            action.accept(longName.isEmpty() ? name(header) : longName, content);
            longName = "";
          }
          default -> longName = "";
        }
        header = block(in, BLOCK_BYTES);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(archive + " cannot be read", e);
    }
  }

  /// The path among extended header records, each `LENGTH KEY=VALUE` on a line; empty if none.
  private static String path(String records) {
    return records
        .lines()
        .map(line -> line.substring(line.indexOf(' ') + 1))
        .filter(record -> record.startsWith("path="))
        .map(record -> record.substring("path=".length()))
        .findFirst()
        .orElse("");
  }

  private static String name(byte[] header) {
    String prefix = text(header, PREFIX_OFFSET, PREFIX_BYTES);
    String name = text(header, 0, NAME_BYTES);
    return prefix.isEmpty() ? name : prefix + "/" + name;
  }

  private static String text(byte[] bytes, int start, int length) {
    int end = start;
    while (end < start + length && bytes[end] != 0) {
      end++;
    }
    return new String(bytes, start, end - start, StandardCharsets.UTF_8);
  }

  private static byte[] block(InputStream in, int size) throws IOException {
    byte[] bytes = in.readNBytes(size);
    if (bytes.length < size) {
      throw new EOFException("the archive is cut off");
    }
    return bytes;
  }
}
