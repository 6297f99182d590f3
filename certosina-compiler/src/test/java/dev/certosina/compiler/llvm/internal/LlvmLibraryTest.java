package dev.certosina.compiler.llvm.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LlvmLibraryTest {
  @TempDir Path folder;

  @Test
  void unpacksElsewhereWhereTheCacheCannotBeWritten() throws IOException {
    Path file = Files.writeString(folder.resolve("cache"), "no folder");
    Path library = LlvmLibrary.unpack(file.resolve("certosina"));
    assertThat(library).isRegularFile();
    Files.delete(library);
  }

  @Test
  void replacesAnIncompleteLibrary() throws IOException {
    Path library = LlvmLibrary.unpack(folder);
    long size = Files.size(library);
    Files.write(library, new byte[100]);
    assertThat(LlvmLibrary.unpack(folder)).isEqualTo(library).hasSize(size);
    assertThat(folder).isDirectoryNotContaining("glob:**.tmp");
  }
}
