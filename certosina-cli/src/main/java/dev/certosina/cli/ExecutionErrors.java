package dev.certosina.cli;

import dev.certosina.DeviceException;
import dev.certosina.ModelException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/// Turns what a command throws into one line on standard error and an exit code: 1 where the
/// request or the machine is at fault, 70 and a reproducer file where Certosina is.
public final class ExecutionErrors implements IExecutionExceptionHandler {
  private static final int REFUSED = 1;
  private static final int INTERNAL = 70;

  @Override
  public int handleExecutionException(Exception error, CommandLine command, ParseResult parsed) {
    PrintWriter errors = command.getErr();
    int code =
        switch (error) {
          case ModelException refused -> refuse(errors, refused.getMessage());
          case DeviceException refused -> refuse(errors, refused.getMessage());
          case IOException failure -> refuse(errors, describe(failure));
          case UncheckedIOException failure ->
              refuse(errors, describe(Objects.requireNonNull(failure.getCause())));
          default -> reportInternal(errors, error, parsed.originalArgs());
        };
    errors.flush();
    return code;
  }

  /// Writes a reproducer, names it, and returns the exit code of an internal error.
  static int reportInternal(PrintWriter errors, Throwable error, List<String> arguments) {
    Path reproducer = Reproducer.write(error, arguments);
    errors.println(
        "certosina: internal error: %s; details are in %s"
            .formatted(oneLine(message(error)), reproducer));
    return INTERNAL;
  }

  /// Reports that the request takes more memory than the machine or the Java heap has.
  static int reportShortage(PrintWriter errors, OutOfMemoryError shortage) {
    return refuse(errors, "not enough memory: " + message(shortage));
  }

  private static int refuse(PrintWriter errors, @Nullable String message) {
    errors.println("certosina: " + oneLine(message));
    return REFUSED;
  }

  private static String describe(IOException failure) {
    return switch (failure) {
      case NoSuchFileException missing -> missing.getFile() + ": no such file";
      case AccessDeniedException denied -> denied.getFile() + ": permission denied";
      case FileNotFoundException missing -> message(missing);
      case FileAlreadyExistsException existing ->
          existing.getFile() + ": exists and is not a folder";
      case FileSystemException system ->
          "%s: %s".formatted(system.getFile(), message(system.getReason(), "file system error"));
      case CharacterCodingException _ -> "a text file was needed, found bytes that are no text";
      default -> message(failure);
    };
  }

  private static String message(Throwable error) {
    return message(error.getMessage(), error.getClass().getSimpleName());
  }

  private static String message(@Nullable String text, String otherwise) {
    return text == null ? otherwise : text;
  }

  /// `text` without line breaks and control characters, so that a message stays one line and the
  /// terminal as it is, whatever a name in it holds.
  static String oneLine(@Nullable String text) {
    return message(text, "no message")
        .strip()
        .replaceAll("\\s*\\R\\s*", " ")
        .replaceAll("\\p{Cntrl}", "?");
  }
}
