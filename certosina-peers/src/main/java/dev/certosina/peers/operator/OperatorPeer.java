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

  /// Every public way that is worth a try in which the engine computes `problem`: constants packed,
  /// activations in the layout that the way wants. The fastest right one counts. All of them are
  /// prepared and run on the thread that called this, which decides for some engines how many
  /// threads they use.
  ///
  /// @param threads how many threads one run may use, the caller's included
  /// @return none where the engine has nothing for such a problem
  /// @throws ModelException where the engine cannot be loaded
  List<OperatorWay> ways(OperatorProblem problem, Operands operands, int threads);
}
