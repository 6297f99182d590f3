package dev.certosina.runtime.cache;

import dev.certosina.ModelException;
import dev.certosina.runtime.exec.IoFailures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// SHA-256 sums of files, remembered in the cache folder, so that a second start does not read a
/// large model again.
///
/// A remembered sum counts only while the file's number, size and both its times are those seen
/// when it was summed. The system sets the change time at every write, so nobody can alter a file
/// and keep it; a file changed moments before it was summed is not remembered, as a second change
/// might show the same time.
final class FileHashes {
  static final String PREFIX = "hash-";

  private static final Duration SETTLED = Duration.ofSeconds(2);
  private static final int CHUNK_BYTES = 1 << 20;
  private static final int LINES = 3;

  private final Path folder;

  FileHashes(Path folder) {
    this.folder = folder;
  }

  /// The sum of the file's content, in hexadecimal.
  ///
  /// @throws ModelException when the file cannot be read
  String sha256(Path file) {
    Path absolute = file.toAbsolutePath().normalize();
    Instant now = Instant.now();
    Optional<State> state = stateOf(absolute);
    Path record = folder.resolve(PREFIX + TextHash.of(absolute.toString()));
    if (state.isPresent()) {
      Optional<String> known = recall(record, absolute, state.get());
      if (known.isPresent()) {
        return known.get();
      }
    }
    String sum = compute(file);
    boolean settled =
        state.isPresent()
            && state.get().changed().isBefore(now.minus(SETTLED))
            && state.equals(stateOf(absolute));
    if (settled) {
      remember(record, absolute, state.get(), sum);
    }
    return sum;
  }

  /// What tells one content of a file from another.
  private record State(String text, Instant changed) {}

  private static Optional<State> stateOf(Path file) {
    try {
      Map<String, Object> attributes =
          Files.readAttributes(file, "unix:ino,size,lastModifiedTime,ctime");
      if (attributes.get("ctime") instanceof FileTime changed) {
        String text =
            String.join(
                " ",
                String.valueOf(attributes.get("ino")),
                String.valueOf(attributes.get("size")),
                String.valueOf(attributes.get("lastModifiedTime")),
                changed.toString());
        return Optional.of(new State(text, changed.toInstant()));
      }
      return Optional.empty();
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException _) {
      // A file system without these attributes: files there are summed every time.
      return Optional.empty();
    }
  }

  private static Optional<String> recall(Path record, Path file, State state) {
    try {
      if (!Files.exists(record)) {
        return Optional.empty();
      }
      List<String> lines = Files.readAllLines(record);
      boolean valid =
          lines.size() == LINES
              && lines.get(0).equals(file.toString())
              && lines.get(1).equals(state.text());
      return valid ? Optional.of(lines.get(2)) : Optional.empty();
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  private void remember(Path record, Path file, State state, String sum) {
    try {
      Files.createDirectories(folder);
      Path temporary = Files.createTempFile(folder, PREFIX, CacheFolder.TEMPORARY_SUFFIX);
      Files.write(temporary, List.of(file.toString(), state.text(), sum));
      Files.move(
          temporary, record, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException _) {
      // Where nothing can be written, files are summed every time.
      return;
    }
  }

  private static String compute(Path file) {
    ByteBuffer chunk = ByteBuffer.allocate(CHUNK_BYTES);
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      MessageDigest digest = newDigest();
      while (channel.read(chunk) >= 0) {
        digest.update(chunk.flip());
        chunk.clear();
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (IOException failure) {
      throw new ModelException(
          "model file '" + file + "' cannot be read: " + IoFailures.describe(failure), failure);
    }
  }

  private static MessageDigest newDigest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every jdk has sha-256", impossible);
    }
  }
}
