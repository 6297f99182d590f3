package dev.certosina.peers.operator;

/// One way in which an engine computes one problem, ready to run. Used by one thread at a time.
public interface PreparedOperator extends AutoCloseable {

  /// What is run, for people: the calls, the layout, and the code path where the engine tells it.
  String formula();

  /// Runs once; what is timed.
  void run();

  /// Runs once and copies the result, in the plain order of [OperatorProblem].
  float[] output();

  @Override
  void close();
}
