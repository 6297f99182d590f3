package dev.certosina.compiler.graph;

import dev.certosina.ModelException;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.Program.Check;
import dev.certosina.runtime.exec.Program.Guard;
import java.util.function.ToLongFunction;

/// Guards and checks of an inferred graph, evaluated for the extents of one call.
final class ConditionsOf {
  private ConditionsOf() {}

  /// True when all hold; a refused evaluation counts as a check that fails.
  static boolean hold(InferredGraph inferred, ToLongFunction<String> symbols) {
    try {
      for (Guard guard : inferred.guards()) {
        if (Dims.evaluate(guard.left(), symbols) != Dims.evaluate(guard.right(), symbols)) {
          return false;
        }
      }
      return inferred.checks().stream().allMatch(check -> holds(check, symbols));
    } catch (ModelException e) {
      return false;
    }
  }

  private static boolean holds(Check check, ToLongFunction<String> symbols) {
    long left = Dims.evaluate(check.left(), symbols);
    long right = Dims.evaluate(check.right(), symbols);
    return switch (check.relation()) {
      case EQUAL -> left == right;
      case AT_MOST -> left <= right;
    };
  }
}
