package dev.certosina.runtime.internal;

import dev.certosina.DeviceException;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.util.Locale;

/// Anonymous memory from the operating system, through the C library of Linux and macOS.
public final class NativeMemory {
  /// Mappings are multiples of this; the operating system rounds up where its pages are larger.
  public static final long PAGE_BYTES = 16384;

  /// Size and alignment of a huge page on x86-64, and on AArch64 with 4 KB pages.
  public static final long HUGE_PAGE_BYTES = 2L << 20;

  static final long PROTECT_READ = 1;
  static final long PROTECT_WRITE = 2;
  static final long PROTECT_EXECUTE = 4;

  private static final boolean LINUX = operatingSystem().contains("linux");
  private static final boolean MAC = operatingSystem().contains("mac");
  private static final long MAP_PRIVATE = 2;
  private static final long MAP_ANONYMOUS = MAC ? 0x1000 : 0x20;
  private static final long ADVICE_HUGE_PAGE = 14;
  private static final long MAP_FAILED = -1;

  private NativeMemory() {}

  /// Addresses of the C library's functions, looked up on first use.
  private static final class Functions {
    static final MemorySegment MMAP = find("mmap");
    static final MemorySegment MUNMAP = find("munmap");
    static final MemorySegment MPROTECT = find("mprotect");
    static final MemorySegment MADVISE = find("madvise");

    private static MemorySegment find(String name) {
      if (!LINUX && !MAC) {
        throw new DeviceException(
            "native code runs on linux and macos only, found " + operatingSystem());
      }
      SymbolLookup lookup = Linker.nativeLinker().defaultLookup();
      return lookup
          .find(name)
          .orElseThrow(() -> new DeviceException("the C library has no function " + name));
    }
  }

  /// Links the native functions in the background: the JDK's part of that takes some 60 ms, which a
  /// caller that has a file to read first need not wait for. Failures show when it is its turn.
  public static void linkInBackground() {
    Thread.ofPlatform().daemon().name("certosina-link").start(NativeMemory::link);
  }

  private static void link() {
    if (LINUX || MAC) {
      map(1, false).close();
    }
  }

  /// Maps at least `byteSize` bytes of zeroed memory, readable and writable.
  ///
  /// @param hugePages asks for 2 MB pages: the mapping is then aligned to and a multiple of
  ///   [#HUGE_PAGE_BYTES], and advised before anyone touches it
  /// @throws DeviceException when the operating system refuses
  @SuppressWarnings("restricted") // the address and size come from mmap
  public static Mapping map(long byteSize, boolean hugePages) {
    long unit = hugePages ? HUGE_PAGE_BYTES : PAGE_BYTES;
    long size = roundUp(Math.max(byteSize, 1), unit);
    long address = hugePages ? mapAligned(size) : mapPages(size);
    if (hugePages && LINUX) {
      // Advice only: where it is refused the memory has small pages and is slower, no more.
      NativeCall.call(Functions.MADVISE, address, size, ADVICE_HUGE_PAGE);
    }
    return new Mapping(MemorySegment.ofAddress(address).reinterpret(size));
  }

  private static long mapAligned(long size) {
    long start = mapPages(Math.addExact(size, HUGE_PAGE_BYTES));
    long aligned = roundUp(start, HUGE_PAGE_BYTES);
    long end = start + size + HUGE_PAGE_BYTES;
    if (aligned > start) {
      unmap(start, aligned - start);
    }
    if (end > aligned + size) {
      unmap(aligned + size, end - aligned - size);
    }
    return aligned;
  }

  private static long mapPages(long size) {
    long address =
        NativeCall.call(
            Functions.MMAP,
            0,
            size,
            PROTECT_READ | PROTECT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS,
            -1,
            0);
    if (address == MAP_FAILED) {
      throw new DeviceException("the operating system refused " + size + " bytes of memory");
    }
    return address;
  }

  /// Replaces the protection of a whole mapping.
  static void protect(Mapping mapping, long protection) {
    long result =
        NativeCall.call(Functions.MPROTECT, mapping.address(), mapping.byteSize(), protection);
    if ((int) result != 0) {
      throw new DeviceException(
          "the operating system refused to make "
              + mapping.byteSize()
              + " bytes of machine code executable");
    }
  }

  static void unmap(long address, long byteSize) {
    NativeCall.call(Functions.MUNMAP, address, byteSize, 0);
  }

  /// The smallest multiple of `unit` that is at least `value`.
  ///
  /// @throws ArithmeticException when it exceeds 64 bits
  public static long roundUp(long value, long unit) {
    return Math.multiplyExact(Math.ceilDiv(value, unit), unit);
  }

  private static String operatingSystem() {
    return System.getProperty("os.name", "unknown").toLowerCase(Locale.ROOT);
  }
}
