package dev.certosina.peers.internal;

import dev.certosina.ModelException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/// A library that is loaded in this process already, for functions that no binding offers.
public final class LoadedLibrary {
  private static final Path MAPS = Path.of("/proc/self/maps");

  private final SymbolLookup symbols;

  /// @param fileName of the loaded library
  /// @throws ModelException where no such library is loaded
  @SuppressWarnings("restricted") // finds functions of a library that is loaded already
  public LoadedLibrary(String fileName) {
    symbols = SymbolLookup.libraryLookup(path(fileName), Arena.global());
  }

  /// A function, by its name in C.
  ///
  /// @throws java.util.NoSuchElementException where there is none
  @SuppressWarnings("restricted") // the callers state the types of the library's own headers
  public MethodHandle function(String name, FunctionDescriptor type) {
    return Linker.nativeLinker().downcallHandle(symbols.findOrThrow(name), type);
  }

  private static Path path(String fileName) {
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
