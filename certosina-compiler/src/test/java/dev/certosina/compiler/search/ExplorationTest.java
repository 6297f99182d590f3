package dev.certosina.compiler.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.compiler.search.Measurer.Measurement;
import dev.certosina.compiler.search.Measurer.Measurement.Failed;
import dev.certosina.compiler.search.Measurer.Measurement.Timed;
import dev.certosina.compiler.search.model.ModelCoefficients;
import dev.certosina.compiler.search.model.PerformanceModel;
import dev.certosina.testkit.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ExplorationTest {
  private final CandidateSpace space = Spaces.of(Spaces.convolution(2, 7, 8, 48));
  private final PerformanceModel model = new PerformanceModel(ModelCoefficients.ESTIMATED, 1);

  @Test
  void winsAgainstUniformDraws() {
    long seed = Seed.value();
    var machine = new NoisyMachine(space, seed);
    Exploration.Outcome outcome = explore(machine, 80, seed);
    var sampler = new SpaceSampler(space, new SplittableRandom(seed));
    double drawn = Double.POSITIVE_INFINITY;
    for (int i = 0; i < 80; i++) {
      drawn = Math.min(drawn, machine.truth(sampler.draw().orElseThrow()));
    }

    assertThat(machine.truth(outcome.winner().orElseThrow().candidate())).isLessThan(drawn);
    assertThat(space.isCanonicalOrder(outcome.winner().orElseThrow().candidate())).isTrue();
  }

  @Test
  void isDeterministicWhenReplayed() {
    List<Trial> log = new ArrayList<>();
    var machine = new NoisyMachine(space, 1);
    Exploration.Outcome first = explore(new ReplayingMeasurer(List.of(), machine, log::add), 60, 7);
    int measured = machine.count;

    var other = new NoisyMachine(space, 2);
    Exploration.Outcome second = explore(new ReplayingMeasurer(log, other, log::add), 60, 7);

    assertThat(second).isEqualTo(first);
    assertThat(measured).isEqualTo(log.size());
    assertThat(other.count).isZero();
  }

  @Test
  void resumesAfterACrash() {
    List<Trial> whole = new ArrayList<>();
    explore(new ReplayingMeasurer(List.of(), new NoisyMachine(space, 1), whole::add), 60, 7);
    // The crash leaves the first 25 trials; the machine's noise goes on where it was.
    List<Trial> left = new ArrayList<>(whole.subList(0, 25));
    var machine = new NoisyMachine(space, 1);
    left.forEach(_ -> machine.noise());

    explore(new ReplayingMeasurer(List.copyOf(left), machine, left::add), 60, 7);

    assertThat(left).isEqualTo(whole);
  }

  @Test
  void sharesOneBudget() {
    for (int budget : List.of(1, 10, 40)) {
      var machine = new NoisyMachine(space, 3);
      Exploration.Outcome outcome = explore(machine, budget, 3);

      assertThat(outcome.trials()).isEqualTo(budget);
    }
  }

  @Test
  void endsWhenTheSpaceIsUsedUp() {
    CandidateSpace small = Spaces.of(Spaces.product(1, 3, 1));
    var machine = new NoisyMachine(small, 3);

    Exploration.Outcome outcome =
        new Exploration(
                small, model, machine, ExplorationSettings.USUAL, () -> machine.count < 100_000, 1)
            .run();

    assertThat(outcome.winner()).isPresent();
  }

  @Test
  void survivesFailures() {
    Measurer failing =
        new Measurer() {
          @Override
          public Measurement measure(Candidate candidate) {
            return new Failed("crashed");
          }

          @Override
          public void close() {}
        };

    Exploration.Outcome outcome = explore(failing, 30, 1);

    assertThat(outcome.winner()).isEmpty();
    assertThat(outcome.failures()).isEqualTo(30);
  }

  @Test
  void refusesToLetTheModelPick() {
    assertThatThrownBy(() -> new ExplorationSettings(10, 0.1, 0.2, 0.1, 3, 2))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("at least 0.4");
  }

  private Exploration.Outcome explore(Measurer measurer, int trials, long seed) {
    var left = new int[] {trials};
    Measurer counting =
        new Measurer() {
          @Override
          public Measurement measure(Candidate candidate) {
            left[0]--;
            return measurer.measure(candidate);
          }

          @Override
          public void close() {}
        };
    return new Exploration(
            space, model, counting, ExplorationSettings.USUAL, () -> left[0] > 0, seed)
        .run();
  }

  /// Times of another model than the search's, with noise: what hardware is to the search.
  private static final class NoisyMachine implements Measurer {
    private final CandidateSpace space;
    private final SplittableRandom random;
    private final PerformanceModel hardware =
        new PerformanceModel(
            new ModelCoefficients(
                0.6, 3, 2, 8, 2, 2, 3, 2, 9, 30, 4, 3, 0.6, 0.8, 0.4, 1, 90, 90, 500),
            1);
    private int count;

    private NoisyMachine(CandidateSpace space, long seed) {
      this.space = space;
      this.random = new SplittableRandom(seed);
    }

    private double noise() {
      return 1 + 0.05 * random.nextDouble();
    }

    private double truth(Candidate candidate) {
      return hardware.estimate(space, candidate).micros();
    }

    @Override
    public Measurement measure(Candidate candidate) {
      count++;
      return new Timed(truth(candidate) * noise());
    }

    @Override
    public void close() {}
  }
}
