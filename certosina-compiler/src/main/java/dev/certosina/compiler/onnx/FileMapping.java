package dev.certosina.compiler.onnx;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// Maps whole files for reading. A mapping lives as long as a slice of it is reachable.
final class FileMapping {
  private FileMapping() {}

  static MemorySegment map(Path file) throws IOException {
    // Opening a pipe would wait for a writer.
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new IOException("not a regular file");
    }
    try (var channel = FileChannel.open(file, StandardOpenOption.READ)) {
      return channel.map(MapMode.READ_ONLY, 0, channel.size(), Arena.ofAuto());
    }
  }
}
