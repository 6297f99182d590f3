package dev.certosina.compiler.search.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.certosina.compiler.search.CandidateSpace;
import dev.certosina.compiler.search.SpaceSampler;
import dev.certosina.compiler.search.Spaces;
import dev.certosina.compiler.search.model.CoefficientFit.Layer;
import dev.certosina.compiler.search.model.CoefficientFit.Sample;
import dev.certosina.testkit.Seed;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModelAccuracyTest {

  @Test
  void countsPairsWithoutTheDiagonal() {
    List<Double> truth = List.of(1.0, 2.0, 3.0, 4.0);

    assertThat(ModelAccuracy.of(truth, truth, 0.5).pairwise()).isEqualTo(1);
    assertThat(ModelAccuracy.of(truth.reversed(), truth, 0.5).pairwise()).isZero();
    assertThat(ModelAccuracy.of(List.of(2.0, 1.0, 3.0, 4.0), truth, 0.5).pairwise())
        .isCloseTo(5.0 / 6, within(1e-9));
    assertThat(ModelAccuracy.of(List.of(1.0, 1.0, 1.0, 1.0), truth, 0.5).pairwise()).isEqualTo(0.5);
  }

  @Test
  void recallsTheTrueFastest() {
    List<Double> truth = List.of(1.0, 2.0, 3.0, 4.0);

    assertThat(ModelAccuracy.of(List.of(2.0, 1.0, 3.0, 4.0), truth, 0.5).recall()).isEqualTo(1);
    assertThat(ModelAccuracy.of(List.of(1.0, 3.0, 2.0, 4.0), truth, 0.5).recall()).isEqualTo(0.5);
  }

  @Test
  void improvesByFitting() {
    var hardware =
        new PerformanceModel(
            new ModelCoefficients(
                0.6, 6, 2, 8, 2, 2, 3, 2, 9, 60, 4, 3, 0.9, 0.8, 0.8, 4, 90, 90, 500),
            1);
    List<Layer> layers = new ArrayList<>();
    for (long channels : List.of(16L, 48L)) {
      CandidateSpace space = Spaces.of(Spaces.convolution(1, 7, channels, channels));
      var sampler = new SpaceSampler(space, Seed.generator());
      List<Sample> samples = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        var candidate = sampler.draw().orElseThrow();
        samples.add(new Sample(candidate, hardware.estimate(space, candidate).micros()));
      }
      layers.add(new Layer(space, samples, 1));
    }

    ModelCoefficients fitted = CoefficientFit.fit(ModelCoefficients.ESTIMATED, layers);

    assertThat(CoefficientFit.error(fitted, layers))
        .isLessThan(0.3 * CoefficientFit.error(ModelCoefficients.ESTIMATED, layers));
  }
}
