package dev.certosina.bench.suite;

import dev.certosina.bench.ours.OurOperators.Ours;
import dev.certosina.peers.operator.Operands;
import dev.certosina.peers.operator.OperatorProblem;
import java.util.List;
import java.util.function.Function;

/// One case of a suite.
///
/// @param name for example `c2d:5`
/// @param group cases of one group count once in the suite's mean; for example `c2d`
/// @param problem as peers see it
/// @param copies of the weights that take turns; 1 for weights that stay in the caches
/// @param ours prepares our side for the operands of `problem`; throws ModelException where the
///   compiler refuses
public record SuiteCase(
    String name, String group, OperatorProblem problem, int copies, Function<Operands, Ours> ours) {
  /// No engine moves more than this through a core; an L2 cache gives about as much.
  private static final double BYTES_PER_MICRO = 200_000;

  private static final double MICROS_PER_SECOND = 1e6;

  /// A time that no engine can beat: of the arithmetic at `peak` operations per second, or of
  /// reading the operands and writing the result once.
  public double floorMicros(double peak, int threads) {
    double moving = bytes(problem) / (threads * BYTES_PER_MICRO);
    return Math.max(problem.operations() / peak * MICROS_PER_SECOND, moving);
  }

  /// Bytes of the operands and the result.
  public static double bytes(OperatorProblem problem) {
    double elements = 0;
    for (List<Integer> shape :
        List.of(problem.leftShape(), problem.rightShape(), problem.outShape())) {
      elements += OperatorProblem.elements(shape);
    }
    return elements * Float.BYTES;
  }
}
