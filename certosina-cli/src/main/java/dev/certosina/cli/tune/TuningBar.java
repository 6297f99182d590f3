package dev.certosina.cli.tune;

import java.io.PrintWriter;
import java.util.Locale;

/// How far a command with a time budget is: a bar that redraws itself where somebody watches.
/// Elsewhere the lines of the result are all there is.
final class TuningBar {
  private static final int WIDTH = 24;
  private static final long REDRAW_NANOS = 100_000_000;

  private final PrintWriter output;
  private final boolean isInteractive;
  private final long start = System.nanoTime();
  private final long budgetNanos;
  private long drawn;
  private int drawnLength;

  TuningBar(PrintWriter output, boolean isInteractive, long budgetNanos) {
    this.output = output;
    this.isInteractive = isInteractive;
    this.budgetNanos = Math.max(1, budgetNanos);
  }

  long elapsedNanos() {
    return System.nanoTime() - start;
  }

  /// What is left of the budget; negative once it is spent.
  long leftNanos() {
    return budgetNanos - elapsedNanos();
  }

  /// Redraws the bar; nothing where nobody watches.
  void update(String what) {
    long now = System.nanoTime();
    if (!isInteractive || now - drawn < REDRAW_NANOS) {
      return;
    }
    drawn = now;
    draw(text(elapsedNanos(), budgetNanos, what));
  }

  /// Removes the bar.
  void clear() {
    if (drawnLength > 0) {
      output.print("\r" + " ".repeat(drawnLength) + "\r");
      output.flush();
      drawnLength = 0;
    }
  }

  private void draw(String text) {
    output.print("\r" + text + " ".repeat(Math.max(0, drawnLength - text.length())));
    output.flush();
    drawnLength = text.length();
  }

  static String text(long elapsedNanos, long budgetNanos, String what) {
    double share = Math.clamp((double) elapsedNanos / budgetNanos, 0, 1);
    int full = (int) (share * WIDTH);
    long leftSeconds = Math.max(0, budgetNanos - elapsedNanos) / 1_000_000_000L;
    return String.format(
        Locale.ROOT,
        "[%s%s] %3.0f %% %d:%02d left  %s",
        "#".repeat(full),
        ".".repeat(WIDTH - full),
        100 * share,
        leftSeconds / 60,
        leftSeconds % 60,
        what);
  }
}
