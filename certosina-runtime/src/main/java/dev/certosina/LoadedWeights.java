package dev.certosina;

import dev.certosina.runtime.exec.ExecutableReader;
import dev.certosina.runtime.internal.Mapping;
import dev.certosina.runtime.internal.NativeMemory;
import dev.certosina.runtime.plan.MemoryBudget;
import java.lang.foreign.Arena;

/// The weights of a model in memory: copied once into one mapping with 2 MB pages, or, when a
/// memory limit leaves no room for a copy, mapped from the file.
///
/// @param address of the first weight
/// @param close gives the memory back
record LoadedWeights(long address, Runnable close) {
  /// From this size on, 2 MB pages are asked for.
  private static final long HUGE_PAGES_FROM_BYTES = 4L << 20;

  static LoadedWeights load(ExecutableReader reader, MemoryBudget budget) {
    long byteSize = reader.weights().totalBytes();
    if (byteSize == 0) {
      return new LoadedWeights(0, () -> {});
    }
    boolean hugePages = byteSize >= HUGE_PAGES_FROM_BYTES;
    long unit = hugePages ? NativeMemory.HUGE_PAGE_BYTES : NativeMemory.PAGE_BYTES;
    boolean copied = budget.tryTake(NativeMemory.roundUp(byteSize, unit));
    return copied ? copy(reader, byteSize, hugePages) : map(reader);
  }

  private static LoadedWeights copy(ExecutableReader reader, long byteSize, boolean hugePages) {
    Mapping mapping = NativeMemory.map(byteSize, hugePages);
    try {
      reader.readWeights(mapping.segment());
    } catch (RuntimeException | Error failure) {
      mapping.close();
      throw failure;
    }
    return new LoadedWeights(mapping.address(), mapping::close);
  }

  @SuppressWarnings("MustBeClosedChecker") // the caller closes it by running `close`
  private static LoadedWeights map(ExecutableReader reader) {
    Arena arena = Arena.ofShared();
    try {
      return new LoadedWeights(reader.mapWeights(arena).address(), arena::close);
    } catch (RuntimeException | Error failure) {
      arena.close();
      throw failure;
    }
  }
}
