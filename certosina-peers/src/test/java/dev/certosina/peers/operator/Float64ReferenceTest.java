package dev.certosina.peers.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.certosina.peers.operator.OperatorProblem.Convolution;
import dev.certosina.peers.operator.OperatorProblem.TransposedConvolution;
import java.util.List;
import org.junit.jupiter.api.Test;

class Float64ReferenceTest {
  private static final double EXACT = 1e-12;
  private static final SpatialAxis AXIS = new SpatialAxis(5, 3, 2, 1, 2);

  @Test
  void multipliesMatrices() {
    var problem = new OperatorProblem.Product(2, 1, 2, 2, true);
    var operands = new Operands(new float[] {1, 2, 3, 4}, new float[] {1, 2, 3, 4, 5, 6, 7, 8});
    assertThat(Float64Reference.evaluate(problem, operands)).containsExactly(7, 10, 43, 50);
  }

  @Test
  void convolvesWithStridePaddingDilationAndGroups() {
    var problem = new Convolution(2, 4, 6, 2, true, List.of(AXIS, new SpatialAxis(6, 2, 1, 0, 3)));
    Operands operands = Operands.random(problem, 1);
    double[] found = Float64Reference.evaluate(problem, operands);
    List<Integer> shape = problem.outShape();
    assertThat(shape).containsExactly(2, 6, 2, 3);
    for (int i = 0; i < found.length; i++) {
      int w = i % 3;
      int h = i / 3 % 2;
      int filter = i / 6 % 6;
      double sum = 0;
      for (int c = 0; c < 2; c++) {
        for (int tap = 0; tap < 6; tap++) {
          int row = 2 * h - 1 + tap / 2 * 2;
          int channel = (i / 36 * 2 + filter / 3) * 2 + c;
          if (row >= 0 && row < 5) {
            sum +=
                (double) operands.left()[(channel * 5 + row) * 6 + w + tap % 2 * 3]
                    * operands.right()[(filter * 2 + c) * 6 + tap];
          }
        }
      }
      assertThat(found[i]).isCloseTo(sum, within(EXACT));
    }
  }

  @Test
  void transposesTheConvolutionOfTheSameWeights() {
    // <convolution(x), y> = <x, transposed(y)>, the definition of a transpose.
    var forward = new Convolution(1, 2, 3, 1, true, List.of(AXIS, AXIS));
    var axis = new SpatialAxis(AXIS.out(), 3, 2, 1, 2);
    var back = new TransposedConvolution(1, 3, 2, List.of(axis, axis));
    assertThat(back.outShape()).isEqualTo(forward.leftShape());
    Operands x = Operands.random(forward, 2);
    float[] y = Operands.random(back, 3).left();
    double[] convolved = Float64Reference.evaluate(forward, x);
    double[] spread = Float64Reference.evaluate(back, new Operands(y, x.right()));
    assertThat(dot(convolved, y)).isCloseTo(dot(spread, x.left()), within(EXACT));
  }

  @Test
  void countsWhatTheDefinitionNeeds() {
    assertThat(SmallProblems.of("gmm").operations()).isEqualTo(2.0 * 7 * 33 * 15);
    assertThat(SmallProblems.of("t2d").operations()).isEqualTo(2.0 * 4 * 5 * 6 * 3 * 9);
    assertThat(SmallProblems.of("dep").operations()).isEqualTo(2.0 * 15 * 7 * 8 * 9);
  }

  @Test
  void toleratesRoundingAndNothingElse() {
    OperatorProblem problem = SmallProblems.of("gmm");
    double[] expected = Float64Reference.evaluate(problem, Operands.random(problem, 4));
    var found = new float[expected.length];
    for (int i = 0; i < found.length; i++) {
      found[i] = (float) expected[i];
    }
    assertThat(Float64Reference.excess(problem, expected, found)).isLessThan(1);
    found[5] += 1e-5f;
    assertThat(Float64Reference.excess(problem, expected, found)).isGreaterThan(1);
    found[5] = Float.NaN;
    assertThat(Float64Reference.excess(problem, expected, found)).isNaN();
  }

  private static double dot(double[] left, float[] right) {
    double sum = 0;
    for (int i = 0; i < left.length; i++) {
      sum += left[i] * right[i];
    }
    return sum;
  }
}
