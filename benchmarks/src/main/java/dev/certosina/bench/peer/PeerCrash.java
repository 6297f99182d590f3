package dev.certosina.bench.peer;

/// The process of a peer ended, or was ended because it hung. The next request starts another one,
/// in which nothing is ready.
public final class PeerCrash extends RuntimeException {
  private final String peer;

  /// @param peer its name
  /// @param reason one line
  PeerCrash(String peer, String reason) {
    super(peer + ": crashed: " + reason);
    this.peer = peer;
  }

  /// The name of the peer.
  public String peer() {
    return peer;
  }
}
