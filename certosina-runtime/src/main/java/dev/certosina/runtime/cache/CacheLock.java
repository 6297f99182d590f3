package dev.certosina.runtime.cache;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/// Exclusive use of one cache entry, among the threads of this process and all other processes.
///
/// Entries share a few lock files, so that the files need never be deleted: deleting a lock file
/// that somebody waits for would let two in.
final class CacheLock implements AutoCloseable {
  private static final Map<Path, ReentrantLock> THREADS = new ConcurrentHashMap<>();

  private final ReentrantLock threads;
  private final FileChannel channel;
  private final FileLock processes;

  private CacheLock(ReentrantLock threads, FileChannel channel, FileLock processes) {
    this.threads = threads;
    this.channel = channel;
    this.processes = processes;
  }

  /// Waits for the lock of the entry with this key, which starts with a hexadecimal digit.
  static CacheLock acquire(Path folder, String key) throws IOException {
    Path file = folder.resolve("lock-" + key.charAt(0)).toAbsolutePath();
    ReentrantLock threads = THREADS.computeIfAbsent(file, _ -> new ReentrantLock());
    threads.lock();
    try {
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      try {
        return new CacheLock(threads, channel, channel.lock());
      } catch (IOException | RuntimeException failure) {
        channel.close();
        throw failure;
      }
    } catch (IOException | RuntimeException failure) {
      threads.unlock();
      throw failure;
    }
  }

  @Override
  public void close() throws IOException {
    try (channel) {
      processes.release();
    } finally {
      threads.unlock();
    }
  }
}
