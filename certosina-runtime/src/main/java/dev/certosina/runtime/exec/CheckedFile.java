package dev.certosina.runtime.exec;

import dev.certosina.ModelException;
import dev.certosina.runtime.exec.ExecutableFormat.Section;
import dev.certosina.runtime.exec.ExecutableFormat.SectionKind;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/// The sections of an executable file, each checked against its sum as it is read.
///
/// @param sections in file order: info, program, targets, code of each target, weight table,
///   weights
record CheckedFile(Path path, FileChannel channel, List<Section> sections) {
  private static final int MAX_SECTIONS = 1024;

  /// Large enough to read at full speed, small enough to be summed while still in the cache.
  private static final long CHUNK_BYTES = 1L << 20;

  /// Reads and checks header, section table and gaps.
  static CheckedFile of(Path path, FileChannel channel) throws IOException {
    long size = channel.size();
    require(size >= ExecutableFormat.HEADER_BYTES, "it is truncated: %s bytes", size);
    ByteBuffer header = readAt(channel, 0, ExecutableFormat.HEADER_BYTES);
    require(ExecutableFormat.hasMagic(header), "it is not a certosina executable");
    requireVersion(header, ExecutableFormat.HEADER_VERSION, ExecutableFormat.VERSION, "format");
    requireVersion(header, ExecutableFormat.HEADER_ABI_VERSION, NativeAbi.VERSION, "native abi");
    int count = header.getInt(ExecutableFormat.HEADER_SECTION_COUNT);
    require(
        count >= ExecutableFormat.FIXED_SECTIONS && count <= MAX_SECTIONS,
        "it has %s sections",
        count);
    int headerBytes = ExecutableFormat.HEADER_BYTES + count * ExecutableFormat.SECTION_ENTRY_BYTES;
    require(size >= headerBytes, "it is truncated: %s bytes", size);
    header = readAt(channel, 0, headerBytes);
    require(
        header.getInt(ExecutableFormat.HEADER_CRC) == ExecutableFormat.headerCrc(header),
        "its header is damaged");
    long expected = header.getLong(ExecutableFormat.HEADER_FILE_SIZE);
    require(size == expected, "it is truncated: %s bytes, needed %s", size, expected);
    CheckedFile file = new CheckedFile(path, channel, decodeTable(header, count));
    file.checkLayout(headerBytes, size);
    return file;
  }

  private static void requireVersion(ByteBuffer header, int field, int version, String what) {
    int found = header.getInt(field);
    require(found == version, "it has %s version %s, needed %s", what, found, version);
  }

  private static List<Section> decodeTable(ByteBuffer header, int count) {
    List<SectionKind> kinds = ExecutableFormat.KINDS;
    List<Section> sections = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int entry = ExecutableFormat.HEADER_BYTES + i * ExecutableFormat.SECTION_ENTRY_BYTES;
      int kind = header.getInt(entry + ExecutableFormat.ENTRY_KIND);
      require(kind >= 0 && kind < kinds.size(), "section %s is of unknown kind %s", i, kind);
      sections.add(
          new Section(
              kinds.get(kind),
              header.getInt(entry + ExecutableFormat.ENTRY_CRC),
              header.getLong(entry + ExecutableFormat.ENTRY_OFFSET),
              header.getLong(entry + ExecutableFormat.ENTRY_LENGTH)));
    }
    return List.copyOf(sections);
  }

  private void checkLayout(long headerBytes, long fileSize) throws IOException {
    long end = headerBytes;
    for (int i = 0; i < sections.size(); i++) {
      Section section = sections.get(i);
      require(section.kind() == expectedKind(i), "section %s is %s", i, section.kind());
      long gap = section.offset() - end;
      long alignment = ExecutableFormat.alignmentOf(section.kind());
      boolean placed = gap >= 0 && gap < alignment && section.offset() % alignment == 0;
      boolean fits = section.length() >= 0 && section.length() <= fileSize - section.offset();
      require(placed && fits, "section %s is out of place", i);
      ByteBuffer zeros = readAt(channel, end, (int) gap);
      require(
          zeros.equals(ByteBuffer.allocate((int) gap)), "the gap before section %s is damaged", i);
      end = section.end();
    }
    require(end == fileSize, "bytes follow the last section");
  }

  private SectionKind expectedKind(int position) {
    int firstCode = ExecutableFormat.FIRST_CODE_SECTION;
    int codeSections = sections.size() - ExecutableFormat.FIXED_SECTIONS;
    if (position >= firstCode && position < firstCode + codeSections) {
      return SectionKind.CODE;
    }
    return ExecutableFormat.KINDS.get(
        position < firstCode ? position : position - codeSections + 1);
  }

  /// The checked bytes of a section that fits in an array.
  byte[] read(Section section) throws IOException {
    require(section.length() <= Integer.MAX_VALUE, "%s section is too long", section.kind());
    byte[] bytes = new byte[(int) section.length()];
    readFully(channel, ByteBuffer.wrap(bytes), section.offset());
    require(ExecutableFormat.crc(bytes) == section.crc(), "%s section is damaged", section.kind());
    return bytes;
  }

  /// Copies a section to native memory, summing each chunk while it is in the cache.
  void readInto(Section section, MemorySegment destination) throws IOException {
    CRC32C crc = new CRC32C();
    for (long done = 0; done < section.length(); done += CHUNK_BYTES) {
      long size = Math.min(CHUNK_BYTES, section.length() - done);
      ByteBuffer chunk = destination.asSlice(done, size).asByteBuffer();
      readFully(channel, chunk, section.offset() + done);
      crc.update(chunk.flip());
    }
    require((int) crc.getValue() == section.crc(), "%s section is damaged", section.kind());
  }

  /// Maps a section and sums it.
  MemorySegment map(Section section, Arena arena) throws IOException {
    MemorySegment mapped =
        channel.map(FileChannel.MapMode.READ_ONLY, section.offset(), section.length(), arena);
    CRC32C crc = new CRC32C();
    for (long done = 0; done < section.length(); done += CHUNK_BYTES) {
      long size = Math.min(CHUNK_BYTES, section.length() - done);
      crc.update(mapped.asSlice(done, size).asByteBuffer());
    }
    require((int) crc.getValue() == section.crc(), "%s section is damaged", section.kind());
    return mapped;
  }

  private static ByteBuffer readAt(FileChannel channel, long offset, int length)
      throws IOException {
    ByteBuffer bytes = ExecutableFormat.newBuffer(length);
    readFully(channel, bytes, offset);
    return bytes.flip();
  }

  private static void readFully(FileChannel channel, ByteBuffer bytes, long offset)
      throws IOException {
    long position = offset;
    while (bytes.hasRemaining()) {
      int read = channel.read(bytes, position);
      require(read >= 0, "it is truncated near byte %s", position);
      position += read;
    }
  }

  private static void require(boolean condition, String fault, Object... arguments) {
    if (!condition) {
      throw new ModelException(fault.formatted(arguments));
    }
  }
}
