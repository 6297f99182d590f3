package dev.certosina.compiler.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.compiler.mapping.Placement;
import dev.certosina.compiler.search.model.Estimate;
import dev.certosina.compiler.search.model.ModelCoefficients;
import dev.certosina.compiler.search.model.PerformanceModel;
import dev.certosina.testkit.Seed;
import org.junit.jupiter.api.Test;

class DefaultScheduleTest {
  private final PerformanceModel model = new PerformanceModel(ModelCoefficients.ESTIMATED, 1);

  @Test
  void packsWeightsAndFillsRegistersForProducts() {
    CandidateSpace space = Spaces.of(Spaces.product(128, 768, 384));
    Candidate candidate = new DefaultSchedule(space, model).best().orElseThrow();
    Estimate estimate = model.estimate(space, candidate);

    assertThat(candidate.mapping().intrinsic().name()).isEqualTo("broadcast");
    assertThat(candidate.schedule().placements())
        .containsExactly(Placement.IN_PLACE, Placement.PACKED, Placement.IN_PLACE);
    assertThat(LoopBlocks.of(space.physical(candidate), candidate.schedule()).accumulators())
        .isBetween(20L, 30L);
    assertThat(space.isCanonicalOrder(candidate)).isTrue();
    // 2 instructions of 16 lanes each cycle at 3 GHz.
    assertThat(128 * 768 * 384 / (estimate.micros() * 2 * 16 * 3000)).isGreaterThan(0.8);
  }

  @Test
  void readsConvolutionsWithoutCopyingPatches() {
    CandidateSpace space = Spaces.of(Spaces.convolution(1, 28, 64, 64));
    Candidate candidate = new DefaultSchedule(space, model).best().orElseThrow();

    assertThat(candidate.mapping().groups().getFirst().axes()).containsExactly("k");
    assertThat(candidate.schedule().placements().getFirst()).isNotEqualTo(Placement.PACKED);
    assertThat(space.isCanonicalOrder(candidate)).isTrue();
  }

  @Test
  void predictsNoUniformDrawAhead() {
    CandidateSpace space = Spaces.of(Spaces.convolution(1, 14, 32, 64));
    double best =
        model.estimate(space, new DefaultSchedule(space, model).best().orElseThrow()).micros();
    var sampler = new SpaceSampler(space, Seed.generator());

    for (int i = 0; i < 200; i++) {
      double drawn = model.estimate(space, sampler.draw().orElseThrow()).micros();
      assertThat(best).isLessThan(1.1 * drawn);
    }
  }

  @Test
  void cutsTasksForEachUnit() {
    CandidateSpace space = Spaces.of(Spaces.product(128, 768, 384));
    var two = new PerformanceModel(ModelCoefficients.ESTIMATED, 2);
    Candidate candidate = new DefaultSchedule(space, two).best().orElseThrow();

    assertThat(two.estimate(space, candidate).tasks()).isGreaterThanOrEqualTo(2);
  }
}
