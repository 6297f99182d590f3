package dev.certosina.runtime.exec;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;

/// Writes a file beside its final place and moves it there when it is complete, so that readers,
/// and processes that have an older version mapped, never see a part of it.
final class ReplacingFile {
  private static final AtomicLong COUNTER = new AtomicLong();

  private ReplacingFile() {}

  /// Something that writes an executable.
  @FunctionalInterface
  interface Content {
    void writeTo(SectionChannel channel) throws IOException;
  }

  /// @throws IOException also where `file` is a folder or a device, which nobody means to replace
  static void write(Path file, Content content) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      throw new FileSystemException(file.toString(), null, "it exists and is not a regular file");
    }
    String unique = ProcessHandle.current().pid() + "-" + COUNTER.incrementAndGet();
    Path name = file.toAbsolutePath().getFileName();
    Path temporary = file.toAbsolutePath().resolveSibling("." + name + "." + unique + ".tmp");
    try {
      try (FileChannel channel =
          FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
        content.writeTo(new SectionChannel(channel));
      }
      Files.move(
          temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}
