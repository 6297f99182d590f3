package dev.certosina.bench.amos;

import dev.certosina.bench.ours.OperatorBinding;
import dev.certosina.compiler.mapping.operators.Operator;
import dev.certosina.compiler.mapping.operators.Operator.Configuration;
import dev.certosina.peers.operator.OperatorProblem;
import java.util.List;

/// One configuration of one operator, as we name it and as peers do.
public record AmosCase(Operator operator, Configuration configuration, OperatorBinding binding) {
  /// No engine moves more than this through a core; an L2 cache gives about as much.
  private static final double BYTES_PER_MICRO = 200_000;

  private static final double MICROS_PER_SECOND = 1e6;

  static AmosCase of(Operator operator, Configuration configuration) {
    return new AmosCase(operator, configuration, AmosProblems.of(operator, configuration));
  }

  public String name() {
    return configuration.label();
  }

  public OperatorProblem problem() {
    return binding.problem();
  }

  /// A time that no engine can beat: of the arithmetic at `peak` operations per second, or of
  /// reading the operands and writing the result once.
  double floorMicros(double peak, int threads) {
    double elements = 0;
    for (List<Integer> shape :
        List.of(problem().leftShape(), problem().rightShape(), problem().outShape())) {
      elements += OperatorProblem.elements(shape);
    }
    double moving = elements * Float.BYTES / (threads * BYTES_PER_MICRO);
    return Math.max(problem().operations() / peak * MICROS_PER_SECOND, moving);
  }
}
