package dev.certosina.compiler.kernel.lower;

import dev.certosina.compiler.texpr.Payloads;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.BinaryOperator;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.UnaryOperator;
import dev.certosina.runtime.dim.Dims;
import java.util.OptionalLong;

/// How many vectors of partial results a reduction along a row keeps.
///
/// With one, each step waits for the one before: that is what a loop with little else to do would
/// spend its time on. The number depends on the expressions of the pass alone, because it decides
/// in which order values are combined.
final class PartialResults {
  /// Enough to keep two adders busy that take 2 to 4 cycles.
  private static final int VECTORS = 4;

  /// Operations beside which the wait does not show.
  private static final int MOST_OPERATIONS = 8;

  /// In shorter rows a second loop costs more than it saves; rows of unknown length, such as those
  /// of attention, are mostly short.
  private static final long FEWEST_ELEMENTS = 512;

  private PartialResults() {}

  static int vectors(Pass pass) {
    Axis axis = pass.vector().getFirst();
    OptionalLong extent = Dims.constantValue(axis.extent());
    boolean reduces = pass.exprs().stream().anyMatch(expr -> expr.combiner() != Combiner.NONE);
    if (!reduces || extent.isEmpty() || extent.getAsLong() < FEWEST_ELEMENTS) {
      return 1;
    }
    int operations =
        pass.exprs().stream().mapToInt(expr -> operations(expr.payload(), axis.name())).sum();
    return operations <= MOST_OPERATIONS ? VECTORS : 1;
  }

  /// What does not change along the axis is computed before the loop.
  private static int operations(Payload payload, String axis) {
    if (!Payloads.axes(payload).contains(axis)) {
      return 0;
    }
    int children =
        Payloads.children(payload).stream().mapToInt(child -> operations(child, axis)).sum();
    return children
        + switch (payload) {
          case Payload.FloatConstant _, Payload.IntConstant _, Payload.IndexValue _ -> 0;
          case Payload.Load _, Payload.Select _, Payload.Convert _ -> 1;
          case Payload.Gather _ -> MOST_OPERATIONS;
          case Payload.Unary(UnaryOperator operator, _) -> operations(operator);
          case Payload.Binary(BinaryOperator operator, _, _) -> operations(operator);
        };
  }

  private static int operations(UnaryOperator operator) {
    return switch (operator) {
      case NEGATE, ABS, SIGN, NOT, FLOOR, CEIL -> 1;
      case SQRT, RECIPROCAL, EXP, LOG, TANH, ERF, SIGMOID -> MOST_OPERATIONS;
    };
  }

  private static int operations(BinaryOperator operator) {
    return switch (operator) {
      case ADD, SUBTRACT, MULTIPLY, MAX, MIN, EQUAL, LESS, LESS_OR_EQUAL, AND, OR, XOR -> 1;
      case DIVIDE, POWER -> MOST_OPERATIONS;
    };
  }
}
