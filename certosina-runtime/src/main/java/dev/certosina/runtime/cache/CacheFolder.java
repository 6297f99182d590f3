package dev.certosina.runtime.cache;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Keeps the files of a cache folder under a bound.
final class CacheFolder {
  static final String TEMPORARY_SUFFIX = ".tmp";

  /// No compile takes as long: an older temporary file was left by a process that died.
  private static final Duration TEMPORARY_LIFE = Duration.ofHours(6);

  /// Remembered sums of files are deleted from time to time: they are cheap to make again.
  private static final Duration HASH_LIFE = Duration.ofDays(60);

  private final Path folder;
  private final long limitBytes;

  CacheFolder(Path folder, long limitBytes) {
    this.folder = folder;
    this.limitBytes = limitBytes;
  }

  private record Entry(Path file, long byteSize, Instant lastUsed) {}

  /// Deletes the least recently used files until the rest fits, and temporary files left behind.
  ///
  /// @param newest stays in any case
  void evict(Path newest) throws IOException {
    List<Entry> entries = new ArrayList<>();
    Instant now = Instant.now();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        collect(file, now, entries);
      }
    }
    entries.sort(Comparator.comparing(Entry::lastUsed));
    long total = entries.stream().mapToLong(Entry::byteSize).sum();
    for (Entry entry : entries) {
      if (total > limitBytes && !entry.file().equals(newest)) {
        Files.deleteIfExists(entry.file());
        total -= entry.byteSize();
      }
    }
  }

  private static void collect(Path file, Instant now, List<Entry> entries) throws IOException {
    String name = file.getFileName().toString();
    if (!Files.exists(file)) {
      return;
    }
    BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
    Instant modified = attributes.lastModifiedTime().toInstant();
    if (name.endsWith(ModelCache.SUFFIX)) {
      entries.add(new Entry(file, attributes.size(), modified));
      return;
    }
    boolean abandoned =
        name.endsWith(TEMPORARY_SUFFIX) && modified.isBefore(now.minus(TEMPORARY_LIFE));
    boolean forgotten =
        name.startsWith(FileHashes.PREFIX) && modified.isBefore(now.minus(HASH_LIFE));
    if (abandoned || forgotten) {
      Files.deleteIfExists(file);
    }
  }
}
