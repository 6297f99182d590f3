package dev.certosina.compiler.llvm.internal;

import dev.certosina.DeviceException;
import dev.certosina.InternalCompilerException;
import dev.certosina.runtime.exec.IoFailures;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// The process-wide LLVM library: found in its jar on the class path, unpacked once into a cache
/// folder, loaded on first use.
///
/// All functions are called through one method handle of seven 64-bit words and a 64-bit result:
/// every shape of downcall costs the JVM tens of milliseconds to link. In the calling conventions
/// of Linux and macOS a function ignores argument registers that it does not declare, and a
/// narrower result leaves the upper bits of the result unspecified, so callers narrow results of C
/// type `int` ([#callInt]).
@SuppressWarnings("restricted")
public final class LlvmLibrary {
  private static final String RESOURCE = "org/bytedeco/llvm/linux-x86_64/libLLVM.so";
  private static final int ARGUMENT_WORDS = 7;
  private static final List<String> PARTS =
      List.of("TargetInfo", "Target", "TargetMC", "AsmPrinter", "AsmParser");

  private static volatile @Nullable LlvmLibrary instance;

  private final SymbolLookup symbols;
  private final MethodHandle call;
  private final Map<String, MemorySegment> functions = new ConcurrentHashMap<>();

  private LlvmLibrary(Path file) {
    symbols = SymbolLookup.libraryLookup(file, Arena.global());
    FunctionDescriptor descriptor = FunctionDescriptor.of(ValueLayout.JAVA_LONG);
    for (int i = 0; i < ARGUMENT_WORDS; i++) {
      descriptor = descriptor.appendArgumentLayouts(ValueLayout.JAVA_LONG);
    }
    call = Linker.nativeLinker().downcallHandle(descriptor);
    for (String processor : new String[] {"X86", "AArch64"}) {
      for (String part : PARTS) {
        call("LLVMInitialize" + processor + part);
      }
    }
  }

  /// True once this process has loaded LLVM.
  public static boolean isLoaded() {
    return instance != null;
  }

  /// Loads LLVM unless this process has done so already.
  ///
  /// @param cacheFolder where the library is unpacked when it is not there yet; where it cannot be
  ///   written, a temporary folder serves this process
  /// @throws DeviceException when there is no place for the library
  public static LlvmLibrary load(Path cacheFolder) {
    LlvmLibrary loaded = instance;
    if (loaded == null) {
      synchronized (LlvmLibrary.class) {
        loaded = instance;
        if (loaded == null) {
          loaded = new LlvmLibrary(unpack(cacheFolder));
          instance = loaded;
        }
      }
    }
    return loaded;
  }

  /// Calls the function `name`; the result is meaningless for `void` functions.
  long call(String name, long... arguments) {
    MemorySegment function = functions.computeIfAbsent(name, this::find);
    long[] a = Arrays.copyOf(arguments, ARGUMENT_WORDS);
    try {
      return (long) call.invokeExact(function, a[0], a[1], a[2], a[3], a[4], a[5], a[6]);
    } catch (Throwable thrown) {
      throw new InternalCompilerException("calling " + name, thrown);
    }
  }

  /// Calls a function whose C result type is `int` or `LLVMBool`.
  int callInt(String name, long... arguments) {
    return (int) call(name, arguments);
  }

  /// The text at an address, up to its final zero.
  static String string(long address) {
    return MemorySegment.ofAddress(address).reinterpret(Long.MAX_VALUE).getString(0);
  }

  private MemorySegment find(String name) {
    return symbols
        .find(name)
        .orElseThrow(() -> new InternalCompilerException("the LLVM library has no " + name));
  }

  /// The unpacked library. Its file name holds the checksum from the jar, so that versions do not
  /// mix; a file of another process is found whole or not at all, because it is renamed into place.
  static Path unpack(Path cacheFolder) {
    URL resource = LlvmLibrary.class.getClassLoader().getResource(RESOURCE);
    if (resource == null) {
      throw new InternalCompilerException(
          "the LLVM library is not on the class path: needed org.bytedeco:llvm, linux-x86_64");
    }
    try {
      URLConnection connection = resource.openConnection();
      if (!(connection instanceof JarURLConnection jar)) {
        return Path.of(resource.toURI());
      }
      return unpack(jar, cacheFolder);
    } catch (IOException failure) {
      throw new DeviceException(
          "no place to unpack the LLVM library: " + IoFailures.describe(failure), failure);
    } catch (URISyntaxException exception) {
      throw new InternalCompilerException("the LLVM library is at " + resource, exception);
    }
  }

  private static Path unpack(JarURLConnection jar, Path cacheFolder) throws IOException {
    try {
      return unpackInto(cacheFolder, jar);
    } catch (IOException unwritable) {
      // A folder of its own: what lies under a known name for all users could be anyone's.
      Path folder = Files.createTempDirectory("certosina-llvm");
      folder.toFile().deleteOnExit();
      try {
        Path file = unpackInto(folder, jar);
        file.toFile().deleteOnExit();
        return file;
      } catch (IOException failure) {
        failure.addSuppressed(unwritable);
        throw failure;
      }
    }
  }

  private static Path unpackInto(Path folder, JarURLConnection jar) throws IOException {
    Path file = folder.resolve("libLLVM-%08x.so".formatted(jar.getJarEntry().getCrc()));
    if (!Files.exists(file) || Files.size(file) != jar.getJarEntry().getSize()) {
      copy(jar, folder, file);
    }
    return file;
  }

  private static void copy(JarURLConnection jar, Path folder, Path file) throws IOException {
    Files.createDirectories(folder);
    Path temporary = Files.createTempFile(folder, "libLLVM-", ".tmp");
    try {
      try (InputStream in = jar.getInputStream()) {
        Files.copy(in, temporary, StandardCopyOption.REPLACE_EXISTING);
      }
      Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}
