package dev.certosina.peers.internal;

/// The logging façade that some engines bring along.
public final class SimpleLogging {
  private SimpleLogging() {}

  /// Keeps it from printing that nothing is bound to it. Call it before an engine loads.
  public static void silence() {
    System.setProperty("slf4j.internal.verbosity", "ERROR");
  }
}
