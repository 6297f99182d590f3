package dev.certosina.peers.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.peers.operator.OperatorProblem.Product;
import org.junit.jupiter.api.Test;

class FreivaldsTest {
  private final Product product = new Product(2, 30, 40, 50, true);
  private final Operands operands = Operands.random(product, 4);
  private final Freivalds check = new Freivalds(product, operands);

  private float[] result() {
    double[] exact = Float64Reference.evaluate(product, operands);
    var result = new float[exact.length];
    for (int i = 0; i < result.length; i++) {
      result[i] = (float) exact[i];
    }
    return result;
  }

  @Test
  void acceptsWhatIsRoundedOnly() {
    assertThat(check.excess(result())).isLessThan(1);
  }

  @Test
  void findsOneWrongElement() {
    for (int i = 0; i < result().length; i += 37) {
      float[] wrong = result();
      wrong[i] += 0.1f;
      assertThat(check.excess(wrong)).isGreaterThan(1);
    }
  }

  @Test
  void refusesNumbersThatAreNone() {
    float[] wrong = result();
    wrong[7] = Float.NaN;
    assertThat(check.excess(wrong)).isNaN();
    assertThat(check.excess(new float[3])).isInfinite();
  }
}
