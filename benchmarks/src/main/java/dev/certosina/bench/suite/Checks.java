package dev.certosina.bench.suite;

import dev.certosina.bench.peer.ResultCheck;
import dev.certosina.peers.operator.Float64Reference;
import dev.certosina.peers.operator.Freivalds;
import dev.certosina.peers.operator.Operands;
import dev.certosina.peers.operator.OperatorProblem;
import dev.certosina.peers.operator.OperatorProblem.Product;

/// How results are checked.
final class Checks {
  /// Above this a product is not computed in f64 but checked by Freivalds' method.
  private static final double MOST_OPERATIONS = 2e9;

  private Checks() {}

  static ResultCheck of(OperatorProblem problem, Operands operands) {
    if (problem instanceof Product product && problem.operations() > MOST_OPERATIONS) {
      var freivalds = new Freivalds(product, operands);
      return freivalds::excess;
    }
    double[] expected = Float64Reference.evaluate(problem, operands);
    return found -> Float64Reference.excess(problem, expected, found);
  }
}
