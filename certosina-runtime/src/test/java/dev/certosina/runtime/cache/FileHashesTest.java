package dev.certosina.runtime.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ModelException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileHashesTest {
  private static final String SUM_OF_ABC =
      "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  private static final long SETTLED_MILLIS = 2100;

  @TempDir Path folder;
  private Path cache;
  private Path file;
  private FileHashes hashes;

  @BeforeEach
  void write() throws IOException {
    cache = folder.resolve("cache");
    hashes = new FileHashes(cache);
    file = Files.writeString(folder.resolve("file"), "abc");
  }

  private List<Path> records() throws IOException {
    if (!Files.exists(cache)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(cache)) {
      return files.toList();
    }
  }

  @Test
  void sumsAFileThatWasJustWrittenEveryTime() throws IOException {
    assertThat(hashes.sha256(file)).isEqualTo(SUM_OF_ABC);
    assertThat(records()).isEmpty();
    Files.writeString(file, "abd");
    assertThat(hashes.sha256(file)).isNotEqualTo(SUM_OF_ABC);
  }

  @Test
  void remembersAFileUntilItIsWritten() throws IOException, InterruptedException {
    Thread.sleep(SETTLED_MILLIS);
    assertThat(hashes.sha256(file)).isEqualTo(SUM_OF_ABC);
    Path record = records().getFirst();
    List<String> lines = Files.readAllLines(record);
    Files.write(record, List.of(lines.get(0), lines.get(1), "remembered"));
    assertThat(hashes.sha256(file)).isEqualTo("remembered");
    FileTime modified = Files.getLastModifiedTime(file);
    Files.writeString(file, "abd");
    Files.setLastModifiedTime(file, modified);
    assertThat(hashes.sha256(file)).hasSize(SUM_OF_ABC.length()).isNotEqualTo(SUM_OF_ABC);
  }

  @Test
  void ignoresDamagedRecords() throws IOException, InterruptedException {
    Thread.sleep(SETTLED_MILLIS);
    hashes.sha256(file);
    Files.writeString(records().getFirst(), "damage");
    assertThat(hashes.sha256(file)).isEqualTo(SUM_OF_ABC);
  }

  @Test
  void refusesAFileThatCannotBeRead() {
    assertThatThrownBy(() -> hashes.sha256(folder.resolve("none")))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("cannot be read");
  }

  @Test
  void givesTextsSixteenDigits() {
    assertThat(TextHash.of("")).isEqualTo("cbf29ce484222325");
    assertThat(TextHash.of("a")).isEqualTo("af63dc4c8601ec8c");
  }
}
