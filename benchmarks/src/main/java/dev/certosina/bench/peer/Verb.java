package dev.certosina.bench.peer;

/// What a child with a peer is asked for.
enum Verb {
  /// Peer, threads → version, settings. Comes first.
  LOAD,
  /// Problem, seed → the texts of all ways. Closes what the last problem left open.
  OPEN,
  /// Number of a way, copies → number of what was prepared, formula.
  PREPARE,
  /// Number, file → nothing; the result is in the file, as floats in the processor's byte order.
  OUTPUT,
  /// Number, nanoseconds → nanoseconds of a batch.
  WARM_UP,
  /// Number → nanoseconds of a call.
  TIME,
  /// Number → nothing.
  CLOSE
}
