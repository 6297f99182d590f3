package dev.certosina.spi;

import java.util.concurrent.atomic.AtomicLong;

/// Counts how often machine code was generated in this process, so that it can be shown that
/// running a loaded model never does.
public final class CompilationCounter {
  private static final AtomicLong COUNT = new AtomicLong();

  private CompilationCounter() {}

  /// Called by compilers.
  public static void increment() {
    COUNT.incrementAndGet();
  }

  /// Compilations since the process started.
  public static long count() {
    return COUNT.get();
  }
}
