package dev.certosina.runtime.exec;

import dev.certosina.runtime.exec.ExecutableFormat.Section;
import dev.certosina.runtime.exec.ExecutableFormat.SectionKind;
import dev.certosina.runtime.internal.NativeMemory;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/// Writes the sections of an executable one after another, then the header that describes them.
final class SectionChannel {
  private static final long CHUNK_BYTES = 16L << 20;

  private final FileChannel channel;
  private final List<Section> sections = new ArrayList<>();
  private final CRC32C crc = new CRC32C();
  private SectionKind kind = SectionKind.INFO;
  private long sectionStart;

  SectionChannel(FileChannel channel) {
    this.channel = channel;
  }

  /// Leaves room for the header and the section table, which are written last.
  void reserveHeader(int sectionCount) throws IOException {
    int bytes = ExecutableFormat.HEADER_BYTES + sectionCount * ExecutableFormat.SECTION_ENTRY_BYTES;
    writeFully(ByteBuffer.allocate(bytes));
  }

  void section(SectionKind sectionKind, byte[] content) throws IOException {
    beginSection(sectionKind);
    append(ByteBuffer.wrap(content));
    endSection();
  }

  void beginSection(SectionKind sectionKind) throws IOException {
    kind = sectionKind;
    long position = channel.position();
    sectionStart = NativeMemory.roundUp(position, ExecutableFormat.alignmentOf(sectionKind));
    writeFully(ByteBuffer.allocate((int) (sectionStart - position)));
    crc.reset();
  }

  void appendZeros(int count) throws IOException {
    append(ByteBuffer.allocate(count));
  }

  void append(WeightPiece piece) throws IOException {
    if (piece.byteSize() == 0) {
      return;
    }
    try (Arena arena = Arena.ofConfined()) {
      long size = piece.byteSize();
      MemorySegment bytes = arena.allocate(size, ExecutableFormat.WEIGHT_ALIGNMENT);
      piece.writeTo(bytes);
      for (long offset = 0; offset < size; offset += CHUNK_BYTES) {
        append(bytes.asSlice(offset, Math.min(CHUNK_BYTES, size - offset)).asByteBuffer());
      }
    }
  }

  private void append(ByteBuffer bytes) throws IOException {
    crc.update(bytes.duplicate());
    writeFully(bytes);
  }

  Section endSection() throws IOException {
    long length = channel.position() - sectionStart;
    Section section = new Section(kind, (int) crc.getValue(), sectionStart, length);
    sections.add(section);
    return section;
  }

  void writeHeader() throws IOException {
    int tableBytes = sections.size() * ExecutableFormat.SECTION_ENTRY_BYTES;
    ByteBuffer header = ExecutableFormat.newBuffer(ExecutableFormat.HEADER_BYTES + tableBytes);
    ExecutableFormat.putMagic(header);
    header.putInt(ExecutableFormat.HEADER_VERSION, ExecutableFormat.VERSION);
    header.putInt(ExecutableFormat.HEADER_ABI_VERSION, NativeAbi.VERSION);
    header.putInt(ExecutableFormat.HEADER_SECTION_COUNT, sections.size());
    header.putLong(ExecutableFormat.HEADER_FILE_SIZE, channel.position());
    int entry = ExecutableFormat.HEADER_BYTES;
    for (Section section : sections) {
      header.putInt(
          entry + ExecutableFormat.ENTRY_KIND, ExecutableFormat.KINDS.indexOf(section.kind()));
      header.putInt(entry + ExecutableFormat.ENTRY_CRC, section.crc());
      header.putLong(entry + ExecutableFormat.ENTRY_OFFSET, section.offset());
      header.putLong(entry + ExecutableFormat.ENTRY_LENGTH, section.length());
      entry += ExecutableFormat.SECTION_ENTRY_BYTES;
    }
    header.putInt(ExecutableFormat.HEADER_CRC, ExecutableFormat.headerCrc(header));
    channel.position(0);
    writeFully(header);
  }

  private void writeFully(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }
}
