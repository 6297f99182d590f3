package dev.certosina.cli;

import java.io.Console;
import org.jspecify.annotations.Nullable;

/// What is known of where output goes.
public final class Terminal {
  private Terminal() {}

  /// True if a person is likely to watch, so that a line may be redrawn; false where output goes to
  /// a file or another program.
  // Since JDK 25 there is again no console where there is no terminal, other than the check says.
  @SuppressWarnings("SystemConsoleNull")
  public static boolean isWatched() {
    @Nullable Console console = System.console();
    return console != null && console.isTerminal();
  }
}
