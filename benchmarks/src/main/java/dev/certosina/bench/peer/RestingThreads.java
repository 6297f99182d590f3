package dev.certosina.bench.peer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/// Waits for the threads of another process to sleep. Each engine has its own idea of how long its
/// workers spin after a call (OpenBLAS for 2^26 cycles, GNU OpenMP and ONNX Runtime for less), and
/// settings that make them spin less would make some of them slower.
final class RestingThreads {
  private static final long LONGEST_NANOS = 500_000_000;
  private static final long PAUSE_MILLIS = 1;

  private RestingThreads() {}

  /// Returns as soon as no thread of the process runs, or after half a second, or where the system
  /// does not tell.
  static void await(long pid) {
    Path tasks = Path.of("/proc", Long.toString(pid), "task");
    long start = System.nanoTime();
    while (anyRuns(tasks) && System.nanoTime() - start < LONGEST_NANOS) {
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      }
    }
  }

  private static boolean anyRuns(Path tasks) {
    if (!Files.isDirectory(tasks)) {
      return false;
    }
    try (DirectoryStream<Path> all = Files.newDirectoryStream(tasks)) {
      for (Path task : all) {
        if (runs(task)) {
          return true;
        }
      }
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// The state stands after the name, which is in parentheses and may hold any character.
  private static boolean runs(Path task) {
    try {
      String stat = Files.readString(task.resolve("stat"));
      return stat.startsWith(") R", stat.lastIndexOf(')'));
    } catch (IOException _) {
      return false; // the thread has ended
    }
  }
}
