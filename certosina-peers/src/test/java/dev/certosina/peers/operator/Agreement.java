package dev.certosina.peers.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.ModelException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;

/// Compares a peer with the reference.
public final class Agreement {
  private static final long SEED = 7;

  private Agreement() {}

  /// Every way gives the reference's result.
  ///
  /// @return the formulas
  public static List<String> check(OperatorPeer peer, OperatorProblem problem, int threads) {
    Map<String, Double> errors = errors(peer, problem, threads);
    assertThat(errors).as("ways of computing %s", problem).isNotEmpty();
    assertThat(errors.values())
        .as("errors in units of the allowed one: %s", errors)
        .allSatisfy(error -> assertThat(error).isLessThanOrEqualTo(1));
    return List.copyOf(errors.keySet());
  }

  /// The formulas that give the reference's result.
  public static List<String> agreeing(OperatorPeer peer, OperatorProblem problem, int threads) {
    return errors(peer, problem, threads).entrySet().stream()
        .filter(way -> way.getValue() <= 1)
        .map(Map.Entry::getKey)
        .toList();
  }

  /// The largest error of each formula, in units of the allowed one.
  private static Map<String, Double> errors(
      OperatorPeer peer, OperatorProblem problem, int threads) {
    Operands operands = Operands.random(problem, SEED);
    double[] expected = Float64Reference.evaluate(problem, operands);
    var errors = new LinkedHashMap<String, Double>();
    for (OperatorWay offered : peer.ways(problem, operands, threads)) {
      try (PreparedOperator way = offered.prepare()) {
        way.run();
        double error = Float64Reference.excess(problem, expected, way.output());
        assertThat(errors.put(way.formula(), error)).as("formulas twice").isNull();
      } catch (ModelException _) {
        // The engine does not have this way for this problem.
      }
    }
    return errors;
  }

  /// Skips the test where the engine's native library does not load here.
  public static void assumeLoads(OperatorPeer peer) {
    try {
      peer.version();
    } catch (ModelException e) {
      Assumptions.abort("not on this machine: " + e.getMessage());
    }
  }
}
