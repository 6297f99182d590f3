package dev.certosina.runtime.compose.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ModelException;
import dev.certosina.runtime.compose.model.CalibrationFile.Ignored;
import dev.certosina.runtime.compose.model.CalibrationFile.Loaded;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationFileTest {
  @TempDir private Path folder;

  private final CalibrationTable table = ModelledTables.floats512();

  private CalibrationFile.Result read(byte[] bytes) throws IOException {
    Path file = folder.resolve("calibration.bin");
    Files.write(file, bytes);
    return CalibrationFile.read(file, table.engine(), table.cpu());
  }

  @Test
  void readsWhatItWrote() throws IOException {
    Path file = folder.resolve("calibration.bin");
    CalibrationFile.write(file, table);
    assertThat(CalibrationFile.read(file, table.engine(), table.cpu()))
        .isEqualTo(new Loaded(table));
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void ignoresEveryTruncationAndEveryFlippedByteWithOneLine() throws IOException {
    byte[] bytes = CalibrationCodec.encode(table);
    for (int length = 0; length < bytes.length; length += 1 + bytes.length / 150) {
      assertIgnored(read(Arrays.copyOf(bytes, length)), "it is");
    }
    for (int place = 0; place < bytes.length; place += 1 + bytes.length / 150) {
      byte[] damaged = bytes.clone();
      damaged[place] ^= 0x40;
      assertIgnored(read(damaged), "it ");
    }
  }

  @Test
  void ignoresTablesOfOthersAndMissingFiles() throws IOException {
    Path file = folder.resolve("calibration.bin");
    CalibrationFile.write(file, table);
    assertIgnored(CalibrationFile.read(file, "2.0", table.cpu()), "version any, needed 2.0");
    assertIgnored(CalibrationFile.read(file, table.engine(), "other"), "this is other");
    assertIgnored(CalibrationFile.read(folder.resolve("none"), "", ""), "cannot be read");
    assertIgnored(CalibrationFile.read(folder, "", ""), "it ");
  }

  @Test
  void survivesWritersThatRace() throws InterruptedException {
    Path file = folder.resolve("calibration.bin");
    List<Thread> writers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      writers.add(
          Thread.ofPlatform()
              .start(() -> {
                for (int round = 0; round < 20; round++) {
                  try {
                    CalibrationFile.write(file, table);
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                  assertThat(CalibrationFile.read(file, table.engine(), table.cpu()))
                      .isEqualTo(new Loaded(table));
                }
              }));
    }
    for (Thread writer : writers) {
      writer.join();
    }
    assertThat(CalibrationFile.read(file, table.engine(), table.cpu()))
        .isEqualTo(new Loaded(table));
  }

  @Test
  void refusesTablesThatCannotCoverEveryShape() {
    List<KernelModel> tall = table.kernels().subList(1, table.kernels().size());
    assertThatThrownBy(
            () -> new CalibrationTable(table.origin(), "", "", 4, 0.05, table.limits(), tall))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("1 row");
    assertThatThrownBy(() -> new Curve(0, -1, 1, 0, 1)).isInstanceOf(ModelException.class);
  }

  private static void assertIgnored(CalibrationFile.Result result, String reason) {
    assertThat(result).isInstanceOf(Ignored.class);
    String line = ((Ignored) result).reason();
    assertThat(line).contains("is ignored, defaults are used").contains(reason);
    assertThat(line).doesNotContain("\n");
  }
}
