package dev.certosina.cli.demo;

import java.io.PrintWriter;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/// Says what is being done when it takes longer than a moment, and then how long it has taken.
public final class Patience implements AutoCloseable {
  private static final long MOMENT_MILLIS = 700;
  private static final long REMINDER_MILLIS = 2_000;

  private final PrintWriter output;
  private final CountDownLatch finished = new CountDownLatch(1);
  private final Thread thread;

  private Patience(PrintWriter output, String message) {
    this.output = output;
    this.thread =
        Thread.ofPlatform().daemon().name("certosina-patience").start(() -> wait(message));
  }

  /// Starts waiting; [#close] ends it.
  public static Patience during(String message, PrintWriter output) {
    return new Patience(output, message);
  }

  private void wait(String message) {
    try {
      if (finished.await(MOMENT_MILLIS, TimeUnit.MILLISECONDS)) {
        return;
      }
      output.println(message);
      output.flush();
      long start = System.nanoTime();
      while (!finished.await(REMINDER_MILLIS, TimeUnit.MILLISECONDS)) {
        long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
        output.printf("  %d s%n", seconds);
        output.flush();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    finished.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
