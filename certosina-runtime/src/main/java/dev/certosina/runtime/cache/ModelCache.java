package dev.certosina.runtime.cache;

import dev.certosina.DeviceException;
import dev.certosina.ModelException;
import dev.certosina.Options;
import dev.certosina.runtime.exec.IoFailures;
import dev.certosina.spi.ModelCompiler;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Compiled models on disk, by content. Safe for several threads and processes: one compiles, the
/// others wait and then load what it wrote.
///
/// Files appear under their names only when complete. A file that does not load is compiled again.
/// The least recently used files are deleted when all together exceed a bound.
public final class ModelCache {
  static final String SUFFIX = ".executable";

  private static final Logger LOGGER = System.getLogger(ModelCache.class.getName());
  private static final long DEFAULT_LIMIT_BYTES = 8L << 30;
  private static final AtomicLong TEMPORARIES = new AtomicLong();

  private final Path folder;
  private final CacheFolder files;

  /// @param folder made when it does not exist
  /// @param limitBytes bound on all files together; the newest one may exceed it alone
  ModelCache(Path folder, long limitBytes) {
    this.folder = folder;
    this.files = new CacheFolder(folder, limitBytes);
  }

  /// The cache that `options` names, or that of the user: `certosina` below `XDG_CACHE_HOME`, or
  /// below `.cache` in the home folder.
  public static ModelCache of(Options options) {
    return new ModelCache(folder(options), DEFAULT_LIMIT_BYTES);
  }

  /// Where compiled models and unpacked libraries are kept under `options`.
  public static Path folder(Options options) {
    return options.cacheFolder().orElseGet(() -> defaultFolder(System.getenv()));
  }

  static Path defaultFolder(Map<String, String> environment) {
    String cacheHome = environment.getOrDefault("XDG_CACHE_HOME", "");
    Path base =
        cacheHome.isEmpty()
            ? Path.of(System.getProperty("user.home", "."), ".cache")
            : Path.of(cacheHome);
    return base.resolve("certosina");
  }

  /// Loads the executable of `model`, compiling it first when the cache does not hold it.
  ///
  /// @param loader throws [ModelException] when the file is damaged, and [DeviceException] because
  ///   of an [IOException] when it cannot be read
  /// @throws ModelException when the model is invalid or unsupported
  public <T> T load(Path model, Options options, ModelCompiler compiler, Function<Path, T> loader) {
    String key = CacheKey.of(model, options, compiler, new FileHashes(folder));
    Path file = folder.resolve(key + SUFFIX);
    T cached = tryLoad(file, loader, Level.DEBUG);
    if (cached != null) {
      return cached;
    }
    try {
      Files.createDirectories(folder);
    } catch (IOException failure) {
      return compileWithoutCache(model, options, compiler, loader, failure);
    }
    try (CacheLock _ = CacheLock.acquire(folder, key)) {
      // Another process may have compiled the model before this one got the lock.
      T compiledMeanwhile = tryLoad(file, loader, Level.WARNING);
      return compiledMeanwhile != null
          ? compiledMeanwhile
          : compile(model, options, compiler, file, loader);
    } catch (IOException failure) {
      return compileWithoutCache(model, options, compiler, loader, failure);
    } catch (DeviceException failure) {
      return compileWithoutCache(model, options, compiler, loader, causeOf(failure));
    }
  }

  /// The failed access to a file behind `failure`; throws `failure` when there is none.
  private static IOException causeOf(DeviceException failure) {
    if (failure.getCause() instanceof IOException cause) {
      return cause;
    }
    throw failure;
  }

  private static <T> @Nullable T tryLoad(Path file, Function<Path, T> loader, Level level) {
    if (!Files.exists(file)) {
      return null;
    }
    try {
      T loaded = loader.apply(file);
      markUsed(file);
      return loaded;
    } catch (ModelException damage) {
      LOGGER.log(level, "compiling again: {0}", damage.getMessage());
      return null;
    } catch (DeviceException failure) {
      LOGGER.log(level, "compiling again: {0}", causeOf(failure).toString());
      return null;
    }
  }

  private static void markUsed(Path file) {
    try {
      Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
    } catch (IOException failure) {
      // A cache that is only readable still serves; its owner decides what is deleted.
      LOGGER.log(Level.DEBUG, "cannot mark as used: {0}", failure.toString());
    }
  }

  private <T> T compile(
      Path model, Options options, ModelCompiler compiler, Path file, Function<Path, T> loader)
      throws IOException {
    String unique = ProcessHandle.current().pid() + "-" + TEMPORARIES.incrementAndGet();
    Path temporary = folder.resolve(unique + CacheFolder.TEMPORARY_SUFFIX);
    try {
      compiler.compile(model, options, temporary);
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
    try {
      files.evict(file);
    } catch (IOException | UncheckedIOException failure) {
      // Others may be deleting the same files; the next compile tries again.
      LOGGER.log(Level.DEBUG, "cannot tidy the cache: {0}", failure.toString());
    }
    return loader.apply(file);
  }

  /// The way on where no cache can be kept: compile, load, forget.
  private static <T> T compileWithoutCache(
      Path model,
      Options options,
      ModelCompiler compiler,
      Function<Path, T> loader,
      IOException reason) {
    LOGGER.log(
        Level.WARNING,
        "compiled model is not cached: {0}; set Options.cacheFolder to a writable folder",
        reason.toString());
    try {
      Path temporary = Files.createTempFile("certosina", SUFFIX);
      try {
        compiler.compile(model, options, temporary);
        return loader.apply(temporary);
      } finally {
        Files.deleteIfExists(temporary);
      }
    } catch (IOException failure) {
      throw new DeviceException(
          "no place for the compiled model: " + IoFailures.describe(failure), failure);
    }
  }
}
