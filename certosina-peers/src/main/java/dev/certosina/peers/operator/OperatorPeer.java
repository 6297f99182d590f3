package dev.certosina.peers.operator;

import dev.certosina.ModelException;
import java.util.List;

/// Another engine that runs single operators, for comparison.
public interface OperatorPeer {

  /// The name under which commands know it, for example `onednn`.
  String name();

  /// The version of the engine that is really loaded.
  String version();

  /// What holds for all its calls, in a few words for people.
  String settings();

  /// Every public way that is worth a try in which the engine computes `problem`, each ready to
  /// run: constants packed, activations in the layout that the way wants. The fastest one counts.
  /// All of them run on the thread that called this, which decides for some engines how many
  /// threads they use. The caller closes them.
  ///
  /// @param threads how many threads one run may use, the caller's included
  /// @return at least one
  /// @throws ModelException where the engine refuses the problem or cannot be loaded
  List<PreparedOperator> prepare(OperatorProblem problem, Operands operands, int threads);
}
