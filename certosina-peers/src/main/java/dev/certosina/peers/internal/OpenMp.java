package dev.certosina.peers.internal;

import dev.certosina.ModelException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// An OpenMP runtime that some library of this process brought along. Engines each bring their own,
/// under different file names.
public final class OpenMp {
  private static final Path MAPS = Path.of("/proc/self/maps");

  private final MethodHandle setThreads;
  private final MethodHandle mostThreads;

  /// @param fileName of the loaded library
  /// @throws ModelException where no such library is loaded
  @SuppressWarnings("restricted") // finds two functions of a library that is loaded already
  public OpenMp(String fileName) {
    SymbolLookup library = SymbolLookup.libraryLookup(loaded(fileName), Arena.global());
    Linker linker = Linker.nativeLinker();
    setThreads =
        linker.downcallHandle(
            library.findOrThrow("omp_set_num_threads"),
            FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT));
    mostThreads =
        linker.downcallHandle(
            library.findOrThrow("omp_get_max_threads"),
            FunctionDescriptor.of(ValueLayout.JAVA_INT));
  }

  /// Sets how many threads a parallel region that this thread starts has.
  public void setThreads(int threads) {
    try {
      setThreads.invokeExact(threads);
    } catch (Throwable e) {
      throw new IllegalStateException("omp_set_num_threads failed", e);
    }
  }

  /// How many threads a parallel region that this thread starts has.
  public int threads() {
    try {
      return (int) mostThreads.invokeExact();
    } catch (Throwable e) {
      throw new IllegalStateException("omp_get_max_threads failed", e);
    }
  }

  private static Path loaded(String fileName) {
    try (Stream<String> lines = Files.lines(MAPS)) {
      return lines
          .filter(line -> line.endsWith("/" + fileName))
          .map(line -> Path.of(line.substring(line.indexOf('/'))))
          .findFirst()
          .orElseThrow(() -> new ModelException(fileName + " is not loaded in this process"));
    } catch (IOException e) {
      throw new ModelException("cannot read " + MAPS + ": " + e.getMessage(), e);
    }
  }
}
