package dev.certosina.peers.operator;

import java.util.SplittableRandom;

/// The data of an operator, in the plain order of [OperatorProblem].
///
/// @param right empty where the problem has no right operand
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Operands(float[] left, float[] right) {

  /// Numbers in [-1, 1) that depend on the seed alone, and not on the other operand's shape.
  public static Operands random(OperatorProblem problem, long seed) {
    return new Operands(
        numbers(new SplittableRandom(seed), OperatorProblem.elements(problem.leftShape())),
        numbers(new SplittableRandom(~seed), OperatorProblem.elements(problem.rightShape())));
  }

  private static float[] numbers(SplittableRandom random, long count) {
    var numbers = new float[Math.toIntExact(count)];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (float) random.nextDouble(-1, 1);
    }
    return numbers;
  }
}
