package dev.certosina.compiler.llvm;

import dev.certosina.InternalCompilerException;
import java.nio.ByteBuffer;

/// Writes references between places of one blob, for the processors that code is generated for.
///
/// Only references relative to the referring place can be settled without knowing where the blob
/// will be. Sources: System V ABI, AMD64 supplement, section 4.4; ELF for the Arm 64-bit
/// Architecture, section 5.7.
enum ElfRelocations {
  X86_64(62) {
    @Override
    boolean apply(ByteBuffer blob, int type, int place, long distance) {
      switch (type) {
        case R_X86_64_PC32, R_X86_64_PLT32 -> blob.putInt(place, Math.toIntExact(distance));
        case R_X86_64_PC64 -> blob.putLong(place, distance);
        default -> {
          return false;
        }
      }
      return true;
    }
  },
  AARCH64(183) {
    @Override
    boolean apply(ByteBuffer blob, int type, int place, long distance) {
      switch (type) {
        case R_AARCH64_PREL64 -> blob.putLong(place, distance);
        case R_AARCH64_PREL32 -> blob.putInt(place, Math.toIntExact(distance));
        case R_AARCH64_ADR_PREL_LO21 -> {
          putBits(blob, place, 29, 2, distance & 3);
          putBits(blob, place, 5, 19, signed(distance >> 2, 19));
        }
        case R_AARCH64_LD_PREL_LO19, R_AARCH64_CONDBR19 ->
            putBits(blob, place, 5, 19, signed(words(distance), 19));
        case R_AARCH64_TSTBR14 -> putBits(blob, place, 5, 14, signed(words(distance), 14));
        case R_AARCH64_JUMP26, R_AARCH64_CALL26 ->
            putBits(blob, place, 0, 26, signed(words(distance), 26));
        default -> {
          return false;
        }
      }
      return true;
    }
  };

  private static final int R_X86_64_PC32 = 2;
  private static final int R_X86_64_PLT32 = 4;
  private static final int R_X86_64_PC64 = 24;
  private static final int R_AARCH64_PREL64 = 260;
  private static final int R_AARCH64_PREL32 = 261;
  private static final int R_AARCH64_LD_PREL_LO19 = 273;
  private static final int R_AARCH64_ADR_PREL_LO21 = 274;
  private static final int R_AARCH64_TSTBR14 = 279;
  private static final int R_AARCH64_CONDBR19 = 280;
  private static final int R_AARCH64_JUMP26 = 282;
  private static final int R_AARCH64_CALL26 = 283;

  private final int machine;

  ElfRelocations(int machine) {
    this.machine = machine;
  }

  /// @param machine ELF's number of the processor
  static ElfRelocations of(int machine) {
    for (ElfRelocations relocations : values()) {
      if (relocations.machine == machine) {
        return relocations;
      }
    }
    throw new InternalCompilerException("object code: found machine " + machine);
  }

  /// Writes the reference at `place`, and says whether it could: not for types that need more than
  /// the distance.
  ///
  /// @param distance in bytes from `place` to what it refers to
  abstract boolean apply(ByteBuffer blob, int type, int place, long distance);

  /// The distance in instructions.
  private static long words(long distance) {
    if (distance % 4 != 0) {
      throw new InternalCompilerException("object code: distance " + distance + " is not aligned");
    }
    return distance / 4;
  }

  /// The low `width` bits of a number that fits them.
  private static long signed(long value, int width) {
    long limit = 1L << (width - 1);
    if (value < -limit || value >= limit) {
      throw new InternalCompilerException(
          "object code: a reference spans %d units, needed less than %d".formatted(value, limit));
    }
    return value & ((1L << width) - 1);
  }

  private static void putBits(ByteBuffer blob, int place, int shift, int width, long value) {
    int mask = (int) ((1L << width) - 1) << shift;
    blob.putInt(place, (blob.getInt(place) & ~mask) | ((int) value << shift));
  }
}
