package dev.certosina.runtime.exec;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;

/// Puts into words why files could not be read or written.
public final class IoFailures {
  private IoFailures() {}

  /// Half a sentence without the file's name, which exceptions often hold instead of a reason.
  public static String describe(IOException failure) {
    return switch (failure) {
      case NoSuchFileException _ -> "no such file or folder";
      case AccessDeniedException _ -> "permission denied";
      case ClosedByInterruptException _ -> "the thread was interrupted";
      case FileLockInterruptionException _ -> "the thread was interrupted";
      case FileSystemException system when system.getReason() != null -> system.getReason();
      default ->
          failure.getMessage() == null
              ? failure.getClass().getSimpleName()
              : failure.getMessage().lines().findFirst().orElse("");
    };
  }
}
