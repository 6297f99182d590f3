package dev.certosina.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// Model cases with inputs and outputs, unpacked on first use below the module's build folder.
///
/// A case is a folder with `model.onnx` and folders `test_data_set_N` with `input_I.pb` and
/// `output_I.pb`.
public final class ConformanceData {

  private ConformanceData() {}

  /// The cases of the ONNX backend test data. Skips the test where the archive is absent.
  public static List<Path> cases() {
    return cases("onnx-conformance");
  }

  /// Small cases after faults that engines of this kind had; the names of those that must be
  /// refused start with `bad_`. Skips the test where the archive is absent.
  public static List<Path> edgeCases() {
    return cases("edge-cases");
  }

  private static List<Path> cases(String name) {
    Path archive = SharedData.require("data/" + name + ".tar.xz");
    Path folder = Path.of("target", name);
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
    TarXz.forEachFile(archive, (name, content) -> write(unpacking.resolve(name), content));
    try {
      Files.move(unpacking, folder);
    } catch (FileAlreadyExistsException | DirectoryNotEmptyException e) {
      System.out.println(folder + " was unpacked by another process meanwhile");
    }
  }

  private static void write(Path file, byte[] content) {
    try {
      Files.createDirectories(file.getParent());
      Files.write(file, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
