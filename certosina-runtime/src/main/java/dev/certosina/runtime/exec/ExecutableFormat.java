package dev.certosina.runtime.exec;

import dev.certosina.runtime.internal.NativeMemory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.CRC32C;

/// The layout of an executable file. All fixed-size numbers are little-endian.
///
/// ```
/// header, 64 bytes:  magic (8 bytes), format version (4), native ABI version (4),
///                    section count (4), CRC-32C of header and section table with this field
///                    as 0 (4), file size (8), zeros
/// section table:     per section 32 bytes: kind (4), CRC-32C (4), offset (8), length (8), zeros
/// sections:          in the order of the table, each aligned; gaps are zeros
/// ```
///
/// Sections, in this order: info (texts), program ([ProgramEncoder]), targets (name, CPU flags and
/// entry points of each), one code section per target, weight table (sizes), weights. Each weight
/// starts at the next multiple of [#WEIGHT_ALIGNMENT].
public final class ExecutableFormat {
  /// Raised when the layout changes.
  public static final int VERSION = 2;

  /// Weights start at multiples of this, in the file and in memory.
  public static final int WEIGHT_ALIGNMENT = 64;

  static final int HEADER_BYTES = 64;
  static final int SECTION_ENTRY_BYTES = 32;
  static final int SECTION_ALIGNMENT = 64;
  static final int WEIGHTS_SECTION_ALIGNMENT = 4096;

  static final int HEADER_VERSION = 8;
  static final int HEADER_ABI_VERSION = 12;
  static final int HEADER_SECTION_COUNT = 16;
  static final int HEADER_CRC = 20;
  static final int HEADER_FILE_SIZE = 24;

  static final int ENTRY_KIND = 0;
  static final int ENTRY_CRC = 4;
  static final int ENTRY_OFFSET = 8;
  static final int ENTRY_LENGTH = 16;

  private static final byte[] MAGIC = {'C', 'R', 'T', 'S', 'N', '\r', '\n', 0x1a};

  private ExecutableFormat() {}

  /// The kinds of section in file order; the number of a kind in the file is its position here.
  static final List<SectionKind> KINDS =
      List.of(
          SectionKind.INFO,
          SectionKind.PROGRAM,
          SectionKind.TARGETS,
          SectionKind.CODE,
          SectionKind.WEIGHT_TABLE,
          SectionKind.WEIGHTS);

  /// Sections that every executable has; there is one more per target.
  static final int FIXED_SECTIONS = KINDS.size() - 1;

  /// Position of the first code section.
  static final int FIRST_CODE_SECTION = KINDS.indexOf(SectionKind.CODE);

  /// What a section holds.
  enum SectionKind {
    INFO,
    PROGRAM,
    TARGETS,
    CODE,
    WEIGHT_TABLE,
    WEIGHTS;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /// Where a section lies and what its bytes sum to.
  record Section(SectionKind kind, int crc, long offset, long length) {
    long end() {
      return offset + length;
    }
  }

  /// True when the file starts like an executable, intact or not.
  public static boolean isExecutable(Path file) throws IOException {
    byte[] start = new byte[MAGIC.length];
    try (ReadableByteChannel channel = Files.newByteChannel(file)) {
      return Channels.newInputStream(channel).readNBytes(start, 0, start.length) == start.length
          && Arrays.equals(start, MAGIC);
    }
  }

  static ByteBuffer newBuffer(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  static void putMagic(ByteBuffer header) {
    header.put(0, MAGIC);
  }

  static boolean hasMagic(ByteBuffer header) {
    return header.slice(0, MAGIC.length).equals(ByteBuffer.wrap(MAGIC));
  }

  /// The checksum of header and section table, whose checksum field counts as 0.
  static int headerCrc(ByteBuffer header) {
    byte[] copy = new byte[header.capacity()];
    header.get(0, copy);
    ByteBuffer.wrap(copy).putInt(HEADER_CRC, 0);
    return crc(copy);
  }

  static int crc(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return (int) crc.getValue();
  }

  static long alignmentOf(SectionKind kind) {
    return kind == SectionKind.WEIGHTS ? WEIGHTS_SECTION_ALIGNMENT : SECTION_ALIGNMENT;
  }

  /// The table of weights with the given sizes: each starts at the next aligned offset.
  ///
  /// @throws ArithmeticException when the total exceeds 64 bits
  static WeightTable weightTable(long[] byteSizes) {
    long[] offsets = new long[byteSizes.length];
    long end = 0;
    for (int i = 0; i < byteSizes.length; i++) {
      offsets[i] = NativeMemory.roundUp(end, WEIGHT_ALIGNMENT);
      end = Math.addExact(offsets[i], byteSizes[i]);
    }
    return new WeightTable(offsets, byteSizes, end);
  }
}
