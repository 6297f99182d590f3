package dev.certosina.runtime.compose.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.certosina.runtime.compose.model.CurveFit.Fitted;
import dev.certosina.runtime.compose.model.CurveFit.Refused;
import dev.certosina.testkit.Seed;
import org.junit.jupiter.api.Test;

class CurveFitTest {
  private static final long[] LENGTHS = {16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192};

  private static double[] times(Curve curve) {
    double[] nanos = new double[LENGTHS.length];
    for (int i = 0; i < nanos.length; i++) {
      nanos[i] = curve.nanos(LENGTHS[i]);
    }
    return nanos;
  }

  @Test
  void findsALineAndAKnee() {
    Curve kneed = new Curve(1024, 15, 4.2, -1000, 5.2);
    for (Curve expected : new Curve[] {Curve.line(20, 4.2), kneed}) {
      CurveFit.Result result = CurveFit.of(LENGTHS, times(expected));
      assertThat(result).isInstanceOf(Fitted.class);
      Curve found = ((Fitted) result).curve();
      for (long k : LENGTHS) {
        assertThat(found.nanos(k)).isCloseTo(expected.nanos(k), within(1e-6 * expected.nanos(k)));
      }
    }
  }

  @Test
  void standsNoiseOfTwoPercent() {
    var random = Seed.generator();
    for (int round = 0; round < 200; round++) {
      Curve expected = Curve.line(20 + random.nextInt(50), 1 + random.nextDouble() * 6);
      double[] nanos = times(expected);
      for (int i = 0; i < nanos.length; i++) {
        nanos[i] *= 1 + 0.04 * (random.nextDouble() - 0.5);
      }
      CurveFit.Result result = CurveFit.of(LENGTHS, nanos);
      assertThat(result).isInstanceOf(Fitted.class);
      assertThat(((Fitted) result).curve().nanos(3000))
          .isCloseTo(expected.nanos(3000), within(0.05 * expected.nanos(3000)));
    }
  }

  @Test
  void refusesANegativeCallCost() {
    double[] nanos = new double[LENGTHS.length];
    for (int i = 0; i < nanos.length; i++) {
      nanos[i] = 4 * LENGTHS[i] - 50;
    }
    assertRefused(nanos, "call cost");
  }

  @Test
  void refusesWildSamplesAndNoTimes() {
    double[] nanos = times(Curve.line(20, 4));
    nanos[4] *= 2;
    assertRefused(nanos, "off the best curve");
    nanos[4] = Double.NaN;
    assertRefused(nanos, "sample 4");
    assertThat(CurveFit.of(new long[] {1, 2}, new double[] {1, 2})).isInstanceOf(Refused.class);
  }

  private static void assertRefused(double[] nanos, String reason) {
    CurveFit.Result result = CurveFit.of(LENGTHS, nanos);
    assertThat(result).isInstanceOf(Refused.class);
    assertThat(((Refused) result).reason()).contains(reason);
  }
}
