package dev.certosina.runtime.compose.model;

import dev.certosina.ModelException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.concurrent.atomic.AtomicLong;

/// A calibration table on disk. One that does not belong to this engine and processor, or is not
/// whole, is ignored with one line that says why, never obeyed in part.
public final class CalibrationFile {
  private static final AtomicLong COUNTER = new AtomicLong();

  /// Far above any table: a longer file is not read.
  private static final long MOST_BYTES = 2L << 20;

  private CalibrationFile() {}

  /// What came of reading.
  public sealed interface Result {}

  /// @param table made for the engine and processor asked for
  public record Loaded(CalibrationTable table) implements Result {}

  /// @param reason one line that names the file
  public record Ignored(String reason) implements Result {}

  /// @param engine the version of this engine
  /// @param cpu the name of this processor
  public static Result read(Path file, String engine, String cpu) {
    try {
      long size = Files.size(file);
      if (size > MOST_BYTES) {
        return ignored(file, "it is damaged: " + size + " bytes");
      }
      CalibrationTable table = CalibrationCodec.decode(Files.readAllBytes(file));
      if (!table.engine().equals(engine)) {
        return ignored(file, "it is of version " + table.engine() + ", needed " + engine);
      }
      if (!table.cpu().equals(cpu)) {
        return ignored(file, "it was measured on " + table.cpu() + ", this is " + cpu);
      }
      return new Loaded(table);
    } catch (ModelException e) {
      return ignored(file, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return ignored(file, "it cannot be read: " + e.getClass().getSimpleName());
    }
  }

  private static Ignored ignored(Path file, String why) {
    return new Ignored("calibration " + file + " is ignored, defaults are used: " + why);
  }

  /// Replaces the file in one move, so that a reader or another writer never meets a part of it.
  public static void write(Path file, CalibrationTable table) throws IOException {
    Path target = file.toAbsolutePath();
    String unique = ProcessHandle.current().pid() + "-" + COUNTER.incrementAndGet();
    Path temporary = target.resolveSibling("." + target.getFileName() + "." + unique + ".tmp");
    try {
      Files.write(temporary, CalibrationCodec.encode(table));
      Files.move(
          temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(temporary);
    }
  }
}
