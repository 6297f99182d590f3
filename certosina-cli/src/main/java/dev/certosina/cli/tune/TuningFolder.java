package dev.certosina.cli.tune;

import dev.certosina.compiler.search.Trial;
import dev.certosina.compiler.search.TrialLine;
import dev.certosina.compiler.search.TuningKey;
import dev.certosina.compiler.search.TuningRecords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The logs of trials on disk, one file for each key.
///
/// A trial is in its file before the next one starts. Several processes may add to the same file:
/// each line goes in whole, under a lock. What a crash leaves of a line is passed over.
public final class TuningFolder {
  private static final String SUFFIX = ".trials";

  private static final String SPENT_PREFIX = "spent nanoseconds ";
  private static final Pattern SPENT = Pattern.compile(SPENT_PREFIX + "\\d{1,18}");

  private final Path folder;

  /// @param cache the cache folder; logs lie in `tuning` below it
  public TuningFolder(Path cache) {
    this.folder = cache.resolve("tuning");
  }

  /// Makes the folder, so that one that cannot be written is known before anything is measured.
  ///
  /// @throws UncheckedIOException when it cannot be made
  void create() {
    try {
      Files.createDirectories(folder);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /// All logs, as a value that the compiler takes.
  ///
  /// @throws UncheckedIOException when a log cannot be read
  public TuningRecords records() {
    if (!Files.isDirectory(folder)) {
      return TuningRecords.NONE;
    }
    try (Stream<Path> files = Files.list(folder)) {
      List<String> logs = new ArrayList<>();
      for (Path file : files.filter(file -> file.toString().endsWith(SUFFIX)).sorted().toList()) {
        logs.add(text(file));
      }
      return TuningRecords.of(logs);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /// The log of one key.
  public Path file(TuningKey key) {
    byte[] text = key.print().getBytes(StandardCharsets.UTF_8);
    return folder.resolve(UUID.nameUUIDFromBytes(text) + SUFFIX);
  }

  /// All trials of one key, in the order of the log.
  public List<Trial> trials(TuningKey key) {
    Path file = file(key);
    try {
      return Files.exists(file) ? TuningRecords.of(List.of(text(file))).trials(key) : List.of();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /// Adds trials to the log of one key.
  public Consumer<Trial> appender(TuningKey key) {
    Path file = file(key);
    return trial -> {
      try {
        Files.createDirectories(folder);
        append(file, key.print(), TrialLine.print(trial));
      } catch (IOException failure) {
        throw new UncheckedIOException(failure);
      }
    };
  }

  /// How long searches under a key took so far, as [#addSpent] was told.
  long spentNanos(TuningKey key) {
    Path file = file(key);
    try {
      return Files.exists(file)
          ? text(file)
              .lines()
              .filter(line -> SPENT.matcher(line).matches())
              .mapToLong(line -> Long.parseLong(line.substring(SPENT_PREFIX.length())))
              .sum()
          : 0;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /// Notes that a search under a key has taken so long.
  void addSpent(TuningKey key, long nanos) {
    try {
      Files.createDirectories(folder);
      append(file(key), key.print(), SPENT_PREFIX + nanos);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /// A log as text. What a crash left may be no text: such bytes become other characters, in lines
  /// that are passed over.
  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }

  // File locks are between processes; threads of this one take turns.
  private static synchronized void append(Path file, String header, String line)
      throws IOException {
    try (FileChannel channel =
            FileChannel.open(
                file,
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
        FileLock _ = channel.lock()) {
      long size = channel.size();
      String start = size == 0 ? header + "\n" : endsWithLine(channel, size) ? "" : "\n";
      ByteBuffer bytes = StandardCharsets.UTF_8.encode(start + line + "\n");
      channel.position(size);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    }
  }

  private static boolean endsWithLine(FileChannel channel, long size) throws IOException {
    ByteBuffer last = ByteBuffer.allocate(1);
    channel.read(last, size - 1);
    return last.get(0) == '\n';
  }
}
