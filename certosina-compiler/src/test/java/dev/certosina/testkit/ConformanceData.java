package dev.certosina.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The ONNX backend test data, unpacked on first use below the module's build folder.
public final class ConformanceData {
  private static final String ARCHIVE = "data/onnx-conformance.tar.xz";

  private ConformanceData() {}

  /// The folder of each case: `model.onnx` and folders `test_data_set_N` with `input_I.pb` and
  /// `output_I.pb`. Skips the test where the archive is absent.
  public static List<Path> cases() {
    Path archive = SharedData.require(ARCHIVE);
    Path folder = Path.of("target", "onnx-conformance");
    try {
      if (!Files.exists(folder)) {
        unpack(archive, folder);
      }
      try (Stream<Path> files = Files.walk(folder)) {
        return files
            .filter(file -> file.endsWith("model.onnx"))
            .map(Path::getParent)
            .sorted()
            .toList();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void unpack(Path archive, Path folder) throws IOException {
    Path unpacking = Files.createTempDirectory(Files.createDirectories(folder.getParent()), "data");
    var tar =
        new ProcessBuilder("tar", "-xJf", archive.toAbsolutePath().toString())
            .directory(unpacking.toFile())
            .inheritIO()
            .start();
    try {
      if (tar.waitFor() != 0) {
        throw new IOException("cannot unpack " + archive);
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    Files.move(unpacking, folder);
  }
}
