package dev.certosina.compiler.search.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.compiler.mapping.PhysicalMapping.Loop;
import dev.certosina.compiler.mapping.Placement;
import dev.certosina.compiler.schedule.nest.NestSchedule;
import dev.certosina.compiler.search.CandidateSpace;
import dev.certosina.compiler.search.MappingChoice;
import dev.certosina.compiler.search.Spaces;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PerformanceModelTest {
  private final PerformanceModel model = new PerformanceModel(ModelCoefficients.ESTIMATED, 1);

  @Test
  void neverCallsMoreWorkFaster() {
    double before = 0;
    for (long n : List.of(16L, 17L, 33L, 49L, 100L, 516L)) {
      double micros = estimate(Spaces.product(24, n, 64), Map.of("m", 6)).micros();
      assertThat(micros).isGreaterThanOrEqualTo(before);
      before = micros;
    }
    // The seventeenth column takes a second instruction for everything.
    assertThat(estimate(Spaces.product(24, 17, 64), Map.of("m", 6)).useful()).isEqualTo(17.0 / 32);
  }

  @Test
  void prefersMoreAccumulatorsUntilRegistersRunOut() {
    Computation product = Spaces.product(840, 64, 64);
    double one = estimate(product, Map.of("m", 1)).micros();
    double eight = estimate(product, Map.of("m", 8)).micros();
    double thirty = estimate(product, Map.of("m", 30)).micros();
    double spilled = estimate(product, Map.of("m", 32)).micros();

    assertThat(eight).isLessThan(one);
    assertThat(spilled).isGreaterThan(thirty);
  }

  @Test
  void namesWhatBounds() {
    Computation product = Spaces.product(840, 64, 512);

    assertThat(estimate(product, Map.of("m", 1)).bound().name()).isEqualTo("latency");
  }

  @Test
  void chargesForAccumulatorsThatReturnToMemory() {
    CandidateSpace space = Spaces.of(Spaces.product(24, 64, 64));
    MappingChoice choice = space.choices().getFirst();
    NestSchedule inside = schedule(space, choice, Map.of("m", 6));
    List<String> turned = new ArrayList<>(List.of("k"));
    inside.order().stream().filter(loop -> !loop.equals("k")).forEach(turned::add);

    assertThat(micros(space, choice, inside.withOrder(turned)))
        .isGreaterThan(2 * micros(space, choice, inside));
  }

  @Test
  void chargesForCopiesThatAreNotConstant() {
    CandidateSpace space = Spaces.of(Spaces.product(24, 64, 64));
    MappingChoice choice = space.choices().getFirst();
    NestSchedule inPlace = schedule(space, choice, Map.of("m", 6));
    List<Placement> packed = new ArrayList<>(inPlace.placements());
    packed.set(0, Placement.PACKED);

    assertThat(micros(space, choice, inPlace.withPlacements(packed)))
        .isGreaterThan(micros(space, choice, inPlace));
  }

  @Test
  void sharesTasksAmongUnits() {
    CandidateSpace space = Spaces.of(Spaces.product(60, 256, 512));
    MappingChoice choice = space.choices().getFirst();
    NestSchedule alone = schedule(space, choice, Map.of("m", 6));
    var two = new PerformanceModel(ModelCoefficients.ESTIMATED, 2);
    double single = two.estimate(space, space.candidate(choice, alone)).micros();
    double shared = two.estimate(space, space.candidate(choice, alone.withParallel(1))).micros();

    assertThat(shared).isBetween(0.4 * single, 0.7 * single);
  }

  @Test
  void fetchesNothingWhenEverythingFits() {
    assertThat(part(estimate(Spaces.product(8, 32, 32), Map.of("m", 4)), "read memory")).isZero();
    assertThat(part(estimate(Spaces.product(512, 1024, 1024), Map.of("m", 4)), "read memory"))
        .isPositive();
  }

  private static double part(Estimate estimate, String name) {
    return estimate.parts().stream()
        .filter(part -> part.name().equals(name))
        .findFirst()
        .orElseThrow()
        .micros();
  }

  private Estimate estimate(Computation computation, Map<String, Integer> registers) {
    CandidateSpace space = Spaces.of(computation);
    MappingChoice choice = space.choices().getFirst();
    return model.estimate(space, space.candidate(choice, schedule(space, choice, registers)));
  }

  private double micros(CandidateSpace space, MappingChoice choice, NestSchedule schedule) {
    return model.estimate(space, space.candidate(choice, schedule)).micros();
  }

  private static NestSchedule schedule(
      CandidateSpace space, MappingChoice choice, Map<String, Integer> registers) {
    assertThat(choice.mapping().intrinsic().name()).isEqualTo("broadcast");
    List<String> order =
        space.loops(choice).stream()
            .sorted(Comparator.comparing(loop -> loop.kind() == AxisKind.REDUCTION))
            .map(Loop::name)
            .toList();
    return new NestSchedule(choice.preferred(), order, registers, List.of(), 0, 0);
  }
}
