package dev.certosina.peers.operator;

import dev.certosina.ModelException;

/// One way in which an engine may compute one problem, not made yet.
public interface OperatorWay {

  /// What would be run, for people; also where [#prepare] refuses or never returns.
  String text();

  /// Makes it ready to run, and runs it once. The caller closes it.
  ///
  /// @throws ModelException where the engine refuses this way
  PreparedOperator prepare();
}
