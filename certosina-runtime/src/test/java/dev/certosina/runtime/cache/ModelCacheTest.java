package dev.certosina.runtime.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.DeviceException;
import dev.certosina.Options;
import dev.certosina.spi.CompilationCounter;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class ModelCacheTest {
  private final FakeCompiler compiler = new FakeCompiler();

  @TempDir Path folder;
  private Path model;
  private Path cache;

  @BeforeEach
  void writeModel() throws IOException {
    model = Files.createDirectory(folder.resolve("model")).resolve("model.txt");
    Files.writeString(model, "tiny");
    cache = folder.resolve("cache").resolve("certosina");
  }

  private String load() {
    return load(Options.defaults());
  }

  private String load(Options options) {
    return new ModelCache(cache, Long.MAX_VALUE).load(model, options, compiler, FakeCompiler::load);
  }

  private int compilations() throws IOException {
    return Files.readAllLines(FakeCompiler.log(model)).size();
  }

  private List<Path> executables() throws IOException {
    try (Stream<Path> files = Files.list(cache)) {
      return files.filter(file -> file.toString().endsWith(ModelCache.SUFFIX)).toList();
    }
  }

  @Test
  void compilesOnce() throws IOException {
    long before = CompilationCounter.count();
    assertThat(load()).isEqualTo("TINY");
    assertThat(load()).isEqualTo("TINY");
    assertThat(compilations()).isEqualTo(1);
    assertThat(CompilationCounter.count() - before).isEqualTo(1);
  }

  @Test
  void compilesAgainWhatCannotBeRead() throws IOException {
    load();
    Path unreadable = executables().getFirst();
    Files.delete(unreadable);
    Files.createDirectory(unreadable);
    ModelCache cacheOfFiles = new ModelCache(cache, Long.MAX_VALUE);
    for (int start = 0; start < 2; start++) {
      String loaded =
          cacheOfFiles.load(model, Options.defaults(), compiler, ModelCacheTest::loadFromDevice);
      assertThat(loaded).isEqualTo("TINY");
    }
  }

  @Test
  void compilesElsewhereWhereTheCacheIsFull() {
    ModelCache full = new ModelCache(cache, Long.MAX_VALUE);
    String loaded =
        full.load(
            model,
            Options.defaults(),
            compiler,
            file -> {
              if (file.startsWith(cache)) {
                throw new DeviceException("cannot write it", new IOException("no space left"));
              }
              return FakeCompiler.load(file);
            });
    assertThat(loaded).isEqualTo("TINY");
  }

  private static String loadFromDevice(Path executable) {
    if (Files.isDirectory(executable)) {
      throw new DeviceException("cannot read it", new IOException("is a directory"));
    }
    return FakeCompiler.load(executable);
  }

  @Test
  void compilesAgainForOtherContentOptionsOrVersion() throws IOException {
    load();
    load(Options.builder().threads(7).build());
    assertThat(compilations()).as("threads do not matter").isEqualTo(1);
    load(Options.builder().checked(true).build());
    load(Options.builder().target("x86-64-v3").build());
    assertThat(compilations()).isEqualTo(3);
    compiler.version = "2";
    load();
    assertThat(compilations()).isEqualTo(4);
    Files.writeString(model, "Tiny");
    load();
    assertThat(compilations()).isEqualTo(5);
    assertThat(executables()).hasSize(5);
  }

  @Test
  void compilesAgainWhatIsDamaged() throws IOException {
    load();
    Files.writeString(executables().getFirst(), "damage");
    assertThat(load()).isEqualTo("TINY");
    assertThat(load()).isEqualTo("TINY");
    assertThat(compilations()).isEqualTo(2);
  }

  @Test
  void leavesNoTemporaryFilesAndClearsThoseOfTheDead() throws IOException {
    Files.createDirectories(cache);
    Path left = Files.writeString(cache.resolve("1-1" + CacheFolder.TEMPORARY_SUFFIX), "x");
    Files.setLastModifiedTime(left, FileTime.from(Instant.now().minus(Duration.ofDays(1))));
    load();
    try (Stream<Path> files = Files.list(cache)) {
      assertThat(files.filter(file -> file.toString().endsWith(".tmp"))).isEmpty();
    }
  }

  @Test
  void deletesTheLeastRecentlyUsedFiles() throws IOException {
    ModelCache small = new ModelCache(cache, 40);
    List<Path> written = new ArrayList<>();
    for (String content : List.of("one", "two", "six")) {
      Files.writeString(model, content + " some text to fill");
      small.load(model, Options.defaults(), compiler, FakeCompiler::load);
      for (Path file : executables()) {
        if (!written.contains(file)) {
          written.add(file);
          Instant age = Instant.now().minus(Duration.ofHours(10L - written.size()));
          Files.setLastModifiedTime(file, FileTime.from(age));
        }
      }
    }
    assertThat(executables()).containsExactly(written.getLast());
  }

  @Test
  void letsOneThreadCompileWhileOthersWait() throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(4)) {
      List<Future<String>> results = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        results.add(threads.submit(() -> load()));
      }
      for (Future<String> result : results) {
        assertThat(result.get()).isEqualTo("TINY");
      }
    }
    assertThat(compilations()).isEqualTo(1);
  }

  @Test
  void letsOneProcessCompileWhileOthersWait() throws Exception {
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      processes.add(startProcess());
    }
    for (Process process : processes) {
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(output).isZero();
      assertThat(output).contains("TINY");
    }
    assertThat(compilations()).isEqualTo(1);
  }

  private Process startProcess() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            LoadInProcess.class.getName(),
            model.toString(),
            cache.toString())
        .redirectErrorStream(true)
        .start();
  }

  /// What a child process does.
  static final class LoadInProcess {
    public static void main(String[] arguments) {
      ModelCache cache = new ModelCache(Path.of(arguments[1]), Long.MAX_VALUE);
      Path model = new File(arguments[0]).toPath();
      System.out.println(
          cache.load(model, Options.defaults(), new FakeCompiler(), FakeCompiler::load));
    }
  }

  @Test
  void worksWithoutAFolderToWriteTo() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "in the way");
    cache = file.resolve("certosina");
    assertThat(load()).isEqualTo("TINY");
  }

  @Test
  void liesInTheUsersCacheFolder() {
    assertThat(ModelCache.defaultFolder(Map.of("XDG_CACHE_HOME", "/x")))
        .isEqualTo(Path.of("/x", "certosina"));
    assertThat(ModelCache.defaultFolder(Map.of()))
        .isEqualTo(Path.of(System.getProperty("user.home"), ".cache", "certosina"));
  }
}
