package dev.certosina.compiler.llvm;

import dev.certosina.InternalCompilerException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads a relocatable ELF64 object and lays it out as one blob.
///
/// Code comes first, then the read-only data, each section at its alignment. References between
/// sections are relative to the referring place, so they are settled here for good; whatever would
/// need the final address, another library or writable memory is refused.
final class ElfObject {
  private static final int MACHINE = 18;
  private static final int SECTION_HEADER_OFFSET = 40;
  private static final int SECTION_COUNT = 60;
  private static final int SECTION_NAMES = 62;
  private static final int SECTION_HEADER_BYTES = 64;
  private static final int SYMBOL_BYTES = 24;
  private static final int RELOCATION_BYTES = 24;

  private static final int TYPE_PROGRAM_DATA = 1;
  private static final int TYPE_SYMBOLS = 2;
  private static final int TYPE_RELOCATIONS = 4;
  private static final int TYPE_UNWIND = 0x7000_0001;
  private static final long FLAG_WRITE = 1;
  private static final long FLAG_ALLOCATE = 2;
  private static final long FLAG_EXECUTE = 4;
  private static final int SYMBOL_GLOBAL = 1;
  private static final int SYMBOL_FUNCTION = 2;

  private final ByteBuffer file;
  private final ElfRelocations machine;
  private final List<Section> sections = new ArrayList<>();
  private final Map<Integer, Integer> places = new LinkedHashMap<>();

  /// @param link the symbol section of relocations, the string section of symbols
  /// @param info the section that relocations apply to
  private record Section(
      String name,
      int type,
      long flags,
      int offset,
      int byteSize,
      int link,
      int info,
      int alignment) {
    boolean isPlaced() {
      return (flags & FLAG_ALLOCATE) != 0 && byteSize > 0 && type != TYPE_UNWIND;
    }

    boolean isCode() {
      return (flags & FLAG_EXECUTE) != 0;
    }
  }

  private record Symbol(String name, int info, int section, long value) {
    boolean isEntryPoint() {
      return info >> 4 == SYMBOL_GLOBAL && (info & 0xf) == SYMBOL_FUNCTION;
    }
  }

  private ElfObject(byte[] bytes) {
    file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    machine = ElfRelocations.of(file.getShort(MACHINE));
    int headers = Math.toIntExact(file.getLong(SECTION_HEADER_OFFSET));
    int names =
        Math.toIntExact(
            file.getLong(headers + file.getShort(SECTION_NAMES) * SECTION_HEADER_BYTES + 24));
    for (int i = 0; i < Short.toUnsignedInt(file.getShort(SECTION_COUNT)); i++) {
      sections.add(section(headers + i * SECTION_HEADER_BYTES, names));
    }
  }

  /// Lays an object out.
  ///
  /// @throws InternalCompilerException when it is not self-contained
  static MachineCode link(byte[] object) {
    return new ElfObject(object).link();
  }

  private MachineCode link() {
    byte[] bytes = place();
    ByteBuffer blob = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    for (Section section : sections) {
      if (section.type() == TYPE_RELOCATIONS && sections.get(section.info()).isPlaced()) {
        relocate(section, blob);
      }
    }
    Map<String, Integer> entries = new LinkedHashMap<>();
    for (Section section : sections) {
      if (section.type() == TYPE_SYMBOLS) {
        for (int i = 0; i < section.byteSize() / SYMBOL_BYTES; i++) {
          Symbol symbol = symbol(section, i);
          if (symbol.isEntryPoint()) {
            entries.put(symbol.name(), Math.toIntExact(address(symbol)));
          }
        }
      }
    }
    return new MachineCode(bytes, entries);
  }

  /// Copies the sections that are needed at run time, and notes where each one went.
  private byte[] place() {
    int end = 0;
    for (boolean code : new boolean[] {true, false}) {
      for (int i = 0; i < sections.size(); i++) {
        Section section = sections.get(i);
        if (section.isPlaced() && section.isCode() == code) {
          requireReadOnly(section);
          int start = Math.ceilDiv(end, section.alignment()) * section.alignment();
          places.put(i, start);
          end = start + section.byteSize();
        }
      }
    }
    byte[] blob = new byte[end];
    places.forEach((number, start) -> {
      Section section = sections.get(number);
      file.get(section.offset(), blob, start, section.byteSize());
    });
    return blob;
  }

  private static void requireReadOnly(Section section) {
    boolean isData = section.type() == TYPE_PROGRAM_DATA && (section.flags() & FLAG_WRITE) == 0;
    if (!isData || section.alignment() > MachineCode.ALIGNMENT) {
      throw new InternalCompilerException(
          "object code: section '%s' has type %d, flags %#x, alignment %d; needed read-only data"
              .formatted(section.name(), section.type(), section.flags(), section.alignment()));
    }
  }

  private void relocate(Section relocations, ByteBuffer blob) {
    int base = placeOf(relocations.info(), relocations.name());
    Section symbols = sections.get(relocations.link());
    for (int i = 0; i < relocations.byteSize() / RELOCATION_BYTES; i++) {
      int entry = relocations.offset() + i * RELOCATION_BYTES;
      int place = base + Math.toIntExact(file.getLong(entry));
      int type = file.getInt(entry + 8);
      Symbol symbol = symbol(symbols, file.getInt(entry + 12));
      long value = address(symbol) + file.getLong(entry + 16) - place;
      if (!machine.apply(blob, type, place, value)) {
        throw new InternalCompilerException(
            "object code: relocation of type %d against '%s'; needed a relative one"
                .formatted(type, symbol.name()));
      }
    }
  }

  private long address(Symbol symbol) {
    return placeOf(symbol.section(), symbol.name()) + symbol.value();
  }

  private int placeOf(int section, String symbol) {
    Integer place = places.get(section);
    if (place == null) {
      throw new InternalCompilerException(
          "object code: symbol '%s' is not defined in code or read-only data".formatted(symbol));
    }
    return place;
  }

  private Section section(int header, int names) {
    return new Section(
        string(names + file.getInt(header)),
        file.getInt(header + 4),
        file.getLong(header + 8),
        Math.toIntExact(file.getLong(header + 24)),
        Math.toIntExact(file.getLong(header + 32)),
        file.getInt(header + 40),
        file.getInt(header + 44),
        Math.max(1, Math.toIntExact(file.getLong(header + 48))));
  }

  private Symbol symbol(Section symbols, int number) {
    int entry = symbols.offset() + number * SYMBOL_BYTES;
    int strings = sections.get(symbols.link()).offset();
    return new Symbol(
        string(strings + file.getInt(entry)),
        file.get(entry + 4),
        Short.toUnsignedInt(file.getShort(entry + 6)),
        file.getLong(entry + 8));
  }

  private String string(int offset) {
    int end = offset;
    while (file.get(end) != 0) {
      end++;
    }
    byte[] text = new byte[end - offset];
    file.get(offset, text);
    return new String(text, StandardCharsets.UTF_8);
  }
}
