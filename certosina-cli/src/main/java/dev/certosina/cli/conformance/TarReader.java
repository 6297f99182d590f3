package dev.certosina.cli.conformance;

import dev.certosina.ModelException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// Reads the regular files of a tar stream, one after the other, in POSIX (ustar, pax) or GNU form.
/// Links and devices are passed over.
final class TarReader {
  private static final int BLOCK_BYTES = 512;
  private static final int NAME_BYTES = 100;
  private static final int SIZE_OFFSET = 124;
  private static final int SIZE_BYTES = 12;
  private static final int TYPE_OFFSET = 156;
  private static final int MAGIC_OFFSET = 257;
  private static final int PREFIX_OFFSET = 345;
  private static final int PREFIX_BYTES = 155;

  /// No test case comes near this; a larger claim is a damaged or hostile archive.
  private static final long LARGEST_FILE_BYTES = 1L << 30;

  private final InputStream input;
  private final String source;

  /// @param source the archive's name for messages
  TarReader(InputStream input, String source) {
    this.input = input;
    this.source = source;
  }

  /// A regular file.
  record Entry(String name, ByteBuffer content) {}

  /// The next regular file, or empty at the end of the archive.
  Optional<Entry> next() throws IOException {
    String longName = "";
    while (true) {
      byte[] header = input.readNBytes(BLOCK_BYTES);
      if (header.length < BLOCK_BYTES || isZero(header)) {
        return Optional.empty();
      }
      byte[] content = content(size(header));
      switch (header[TYPE_OFFSET]) {
        case '0', 0 -> {
          return Optional.of(
              new Entry(longName.isEmpty() ? name(header) : longName, ByteBuffer.wrap(content)));
        }
        case 'x' -> longName = paxPath(content).orElse(longName);
        case 'L' -> longName = text(content, 0, content.length);
        case 'g' -> {}
        default -> longName = "";
      }
    }
  }

  private byte[] content(long size) throws IOException {
    byte[] content = input.readNBytes((int) size);
    long padding = (BLOCK_BYTES - size % BLOCK_BYTES) % BLOCK_BYTES;
    if (content.length < size || input.skip(padding) < padding) {
      throw new ModelException(source + ": the archive ends in the middle of a file");
    }
    return content;
  }

  private long size(byte[] header) {
    String digits = text(header, SIZE_OFFSET, SIZE_BYTES).strip();
    try {
      long size = digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
      if (size >= 0 && size <= LARGEST_FILE_BYTES) {
        return size;
      }
    } catch (NumberFormatException e) {
      throw new ModelException(source + ": not a tar archive", e);
    }
    throw new ModelException(
        "%s: an entry of %s octal bytes, more than a test case can need".formatted(source, digits));
  }

  private static String name(byte[] header) {
    String name = text(header, 0, NAME_BYTES);
    boolean posix = text(header, MAGIC_OFFSET, 6).equals("ustar");
    String prefix = posix ? text(header, PREFIX_OFFSET, PREFIX_BYTES) : "";
    return prefix.isEmpty() ? name : prefix + "/" + name;
  }

  /// The path among the records `LENGTH KEY=VALUE\n` of an extended header.
  private static Optional<String> paxPath(byte[] records) {
    return text(records, 0, records.length)
        .lines()
        .map(line -> line.substring(line.indexOf(' ') + 1))
        .filter(record -> record.startsWith("path="))
        .map(record -> record.substring("path=".length()))
        .reduce((first, second) -> second);
  }

  private static String text(byte[] bytes, int offset, int length) {
    int end = offset;
    while (end < offset + length && bytes[end] != 0) {
      end++;
    }
    return new String(bytes, offset, end - offset, StandardCharsets.UTF_8);
  }

  private static boolean isZero(byte[] block) {
    return Arrays.equals(block, new byte[BLOCK_BYTES]);
  }
}
