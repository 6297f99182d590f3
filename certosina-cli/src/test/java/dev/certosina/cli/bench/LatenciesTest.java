package dev.certosina.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LatenciesTest {

  @Test
  void interpolatesBetweenNeighbours() {
    var latencies = new Latencies(new long[] {4_000, 1_000, 3_000, 2_000});
    assertThat(latencies.micros(0)).isEqualTo(1);
    assertThat(latencies.medianMicros()).isEqualTo(2.5);
    assertThat(latencies.micros(1)).isEqualTo(4);
    assertThat(new Latencies(new long[] {7_000}).micros(0.99)).isEqualTo(7);
  }

  @Test
  void averagesRatiosGeometrically() {
    assertThat(Latencies.geometricMean(new double[] {0.5, 2})).isCloseTo(1, within(1e-12));
    assertThat(Latencies.geometricMean(new double[0])).isEqualTo(1);
  }
}
