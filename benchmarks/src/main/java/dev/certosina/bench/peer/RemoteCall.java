package dev.certosina.bench.peer;

import dev.certosina.bench.measure.Timed;
import dev.certosina.bench.peer.PeerProcess.Prepared;

/// A call in the process of a peer. While it runs this process waits for the answer.
public record RemoteCall(PeerProcess process, Prepared prepared) implements Timed {

  /// What it runs, with the variant unless it is the standard one.
  public String formula() {
    String label = process.label();
    return label.isEmpty() ? prepared.formula() : label + ": " + prepared.formula();
  }

  @Override
  public long warmUp(long nanos) {
    return process.warmUp(prepared, nanos);
  }

  @Override
  public double nanosPerCall() {
    return process.nanosPerCall(prepared);
  }

  @Override
  public void rest() {
    process.pid().ifPresent(RestingThreads::await);
  }
}
