package dev.certosina.bench.peer;

import dev.certosina.ModelException;
import dev.certosina.bench.measure.Interleaved;
import dev.certosina.bench.peer.PeerProcess.Prepared;
import dev.certosina.bench.peer.Selection.Missing;
import dev.certosina.peers.operator.OperatorProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Tries every way in which a peer computes a problem, leaves out what is wrong, refused or ends
/// the process, and keeps the fastest.
final class FastestWay {
  private final PeerProcess process;
  private final OperatorProblem problem;
  private final long seed;
  private final List<String> remarks = new ArrayList<>();
  private final List<Prepared> right = new ArrayList<>();
  private Missing missing = Missing.NONE;

  FastestWay(PeerProcess process, OperatorProblem problem, long seed) {
    this.process = process;
    this.problem = problem;
    this.seed = seed;
  }

  /// @param turns that find the fastest
  Selection find(ResultCheck check, Interleaved turns) {
    try {
      List<String> texts = process.open(problem, seed);
      missing = texts.isEmpty() ? Missing.NONE : Missing.REFUSED;
      for (int way = 0; way < texts.size(); way++) {
        attempt(way, texts.get(way), check);
      }
      return right.isEmpty()
          ? none()
          : new Selection(Optional.of(best(turns)), Missing.NO, remarks);
    } catch (PeerCrash e) {
      remarks.add(String.valueOf(e.getMessage()));
      missing = Missing.CRASHED;
      return none();
    }
  }

  private Selection none() {
    return new Selection(Optional.empty(), missing, remarks);
  }

  private void attempt(int way, String text, ResultCheck check) {
    try {
      Prepared prepared = process.prepare(way, 1);
      if (check.excess(process.output(prepared)) <= 1) {
        right.add(prepared);
      } else {
        process.close(prepared);
        missing = missing == Missing.CRASHED ? missing : Missing.WRONG;
        remarks.add("%s: wrong result: %s".formatted(process.name(), prepared.formula()));
      }
    } catch (ModelException _) {
      // Engines need not have every way for every size.
    } catch (PeerCrash e) {
      missing = Missing.CRASHED;
      remarks.add("%s, in %s".formatted(e.getMessage(), text));
      prepareAgain();
    }
  }

  /// What was ready went with the process.
  private void prepareAgain() {
    List<Integer> lost = right.stream().map(Prepared::way).toList();
    right.clear();
    process.open(problem, seed);
    lost.forEach(way -> right.add(process.prepare(way, 1)));
  }

  private RemoteCall best(Interleaved turns) {
    List<RemoteCall> calls = right.stream().map(one -> new RemoteCall(process, one)).toList();
    RemoteCall best = calls.get(turns.fastest(calls));
    for (Prepared other : right) {
      if (other.number() != best.prepared().number()) {
        process.close(other);
      }
    }
    return best;
  }
}
