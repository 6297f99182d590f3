package dev.certosina.cli.accelerator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AcceleratorChoiceTest {
  @TempDir Path folder;

  @Test
  void tellsFilesFromNames() {
    assertThat(AcceleratorChoice.isFile("x86-avx2")).isFalse();
    assertThat(List.of("mine.yaml", "mine.yml", "folder/mine")).allMatch(AcceleratorChoice::isFile);
  }

  @Test
  void tellsFilesWithOtherContentsApart() throws IOException {
    Path file = Files.writeString(folder.resolve("mine.yaml"), "accelerator: one");
    List<String> names = List.of("x86-avx2", file.toString());
    String first = AcceleratorChoice.fileDigest(names);
    assertThat(first).isNotEmpty().isEqualTo(AcceleratorChoice.fileDigest(names));
    Files.writeString(file, "accelerator: two");
    assertThat(AcceleratorChoice.fileDigest(names)).isNotEqualTo(first);
  }

  @Test
  void needsNoDigestForBuiltInAccelerators() {
    assertThat(AcceleratorChoice.fileDigest(List.of("x86-avx2", "nvidia-sm70"))).isEmpty();
  }
}
