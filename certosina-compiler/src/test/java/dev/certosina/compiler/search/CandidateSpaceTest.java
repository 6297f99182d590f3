package dev.certosina.compiler.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ModelException;
import dev.certosina.compiler.mapping.PhysicalMapping.Loop;
import dev.certosina.compiler.mapping.Placement;
import dev.certosina.compiler.schedule.nest.NestSchedule;
import dev.certosina.testkit.Seed;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CandidateSpaceTest {
  private static final int DRAWS = 300;

  @Test
  void joinsMappingsThatCoincideForUnitAxes() {
    CandidateSpace one = Spaces.of(Spaces.convolution(1, 6, 4, 20));
    CandidateSpace two = Spaces.of(Spaces.convolution(2, 6, 4, 20));

    // Lanes take k or, swapped, a non-empty subset of n, p, q; with one n that is any subset of p,
    // q.
    assertThat(mappingsOnto(two, "broadcast")).isEqualTo(1 + 7);
    assertThat(mappingsOnto(one, "broadcast")).isEqualTo(1 + 4);
  }

  private static long mappingsOnto(CandidateSpace space, String intrinsic) {
    return space.choices().stream()
        .filter(choice -> choice.mapping().intrinsic().name().equals(intrinsic))
        .count();
  }

  @Test
  void drawsOnlyValidCandidates() {
    CandidateSpace space = Spaces.of(Spaces.convolution(2, 7, 5, 40));
    var sampler = new SpaceSampler(space, Seed.generator());
    Set<Candidate> drawn = new HashSet<>();

    for (int i = 0; i < DRAWS; i++) {
      Candidate candidate = sampler.draw().orElseThrow();
      assertThat(space.violations(candidate)).isEmpty();
      drawn.add(candidate);
    }

    assertThat(drawn).hasSizeGreaterThan(DRAWS * 9 / 10);
  }

  @Test
  void readsBackItsText() {
    CandidateSpace space = Spaces.of(Spaces.convolution(2, 7, 5, 40));
    var sampler = new SpaceSampler(space, Seed.generator());

    for (int i = 0; i < DRAWS; i++) {
      Candidate candidate = sampler.draw().orElseThrow();
      assertThat(space.parse(CandidateText.print(candidate))).isEqualTo(candidate);
    }
  }

  @Test
  void refusesTextOfOtherSpaces() {
    CandidateSpace space = Spaces.of(Spaces.product(8, 32, 16));
    Candidate candidate = new SpaceSampler(space, Seed.generator()).draw().orElseThrow();
    String text = CandidateText.print(candidate);

    assertThatThrownBy(() -> space.parse(text.replace("small:", "large:")))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("needed a known accelerator");
    assertThatThrownBy(() -> space.parse("nothing"))
        .isInstanceOf(ModelException.class)
        .hasMessageContaining("needed 8 sections");
  }

  @Test
  void makesEqualCodeEqual() {
    CandidateSpace space = Spaces.of(Spaces.product(10, 64, 1));
    MappingChoice choice = space.choices().getFirst();
    List<String> order = space.loops(choice).stream().map(Loop::name).toList();
    var schedule = new NestSchedule(choice.preferred(), order, Map.of("m", 6), List.of("k"), 1, 32);

    // Ten rows in blocks of at most 6 are two blocks of 5.
    assertThat(space.candidate(choice, schedule))
        .isEqualTo(
            space.candidate(
                choice,
                schedule.withRegisters(Map.of("m", 5)).withUnrolled(List.of()).withPrefetch(0)));
  }

  @Test
  void givesReasonsForEachConstraint() {
    CandidateSpace space = Spaces.of(Spaces.product(64, 256, 100));
    MappingChoice choice = space.choices().getFirst();
    String panels =
        space.loops(choice).stream()
            .map(Loop::name)
            .filter(name -> !List.of("m", "k").contains(name))
            .findFirst()
            .orElseThrow();
    var plain =
        new NestSchedule(
            choice.preferred(), List.of(panels, "m", "k"), Map.of("m", 6), List.of(), 2, 0);

    assertThat(reasons(space, choice, plain)).isEmpty();
    assertThat(reasons(space, choice, plain.withRegisters(Map.of("m", 40))))
        .containsExactly("registers: 42 of file vector, which has 32");
    assertThat(reasons(space, choice, plain.withParallel(3)))
        .containsExactly("parallel: 3 outermost loops, 2 of them are spatial");
    assertThat(reasons(space, choice, plain.withUnrolled(List.of("k"))))
        .containsExactly("code size: 600 instructions in a body, at most 512 allowed");
    assertThat(reasons(space, choice, plain.withOrder(List.of("m", "k"))))
        .singleElement()
        .asString()
        .startsWith("order: [m, k], needed each of");
    assertThat(
            reasons(
                space,
                choice,
                plain
                    .withOrder(List.of("k", "m", panels))
                    .withParallel(0)
                    .withRegisters(Map.of())
                    .withUnrolled(List.of("k"))))
        .containsExactly("unrolled: loop k, needed an innermost reduction loop");
  }

  @Test
  void cutsNoTasksForOneUnit() {
    CandidateSpace space =
        BuildSpace.of(
            Spaces.product(64, 256, 100),
            List.of(Spaces.machine()),
            ScheduleConstraints.USUAL.forUnits(1));
    var sampler = new SpaceSampler(space, Seed.generator());

    for (int i = 0; i < DRAWS; i++) {
      assertThat(sampler.draw().orElseThrow().schedule().parallel()).isZero();
    }
  }

  @Test
  void boundsCopies() {
    var computation = Spaces.product(64, 256, 100);
    CandidateSpace space =
        BuildSpace.of(
            computation, List.of(Spaces.machine()), new ScheduleConstraints(2, 512, 1000, true));
    MappingChoice choice = space.choices().getFirst();
    List<String> order = space.loops(choice).stream().map(Loop::name).toList();
    List<Placement> packed = choice.placements().stream().map(some -> Placement.PACKED).toList();

    assertThat(reasons(space, choice, new NestSchedule(packed, order, Map.of(), List.of(), 0, 0)))
        .anySatisfy(reason -> assertThat(reason).startsWith("copies: "));
  }

  private static List<String> reasons(
      CandidateSpace space, MappingChoice choice, NestSchedule schedule) {
    return space.violations(new Candidate(choice.accelerator(), choice.mapping(), schedule));
  }

  @Test
  void staysValidUnderMutationAndCrossover() {
    CandidateSpace space = Spaces.of(Spaces.convolution(2, 7, 5, 40));
    var random = Seed.generator();
    var sampler = new SpaceSampler(space, random);
    var variation = new CandidateVariation(space, random);
    Map<String, Integer> made = new LinkedHashMap<>();

    for (int i = 0; i < DRAWS; i++) {
      Candidate mother = sampler.draw().orElseThrow();
      Candidate father = sampler.draw().orElseThrow();
      variation
          .mutate(mother)
          .ifPresent(child -> {
            assertThat(space.violations(child)).isEmpty();
            assertThat(child).isNotEqualTo(mother);
            assertThat(child.mapping()).isEqualTo(mother.mapping());
            made.merge("mutants", 1, Integer::sum);
          });
      variation
          .cross(mother, father)
          .ifPresent(child -> {
            assertThat(space.violations(child)).isEmpty();
            assertThat(child.mapping()).isEqualTo(mother.mapping());
            made.merge("children", 1, Integer::sum);
          });
    }

    assertThat(made.get("mutants")).isGreaterThan(DRAWS * 9 / 10);
    assertThat(made.get("children")).isGreaterThan(DRAWS / 2);
  }

  @Test
  void mixesGenesOfBothParents() {
    CandidateSpace space = Spaces.of(Spaces.product(60, 256, 100));
    MappingChoice choice = space.choices().getFirst();
    List<String> order = space.loops(choice).stream().map(Loop::name).toList();
    var plain = new NestSchedule(choice.preferred(), order, Map.of(), List.of(), 0, 0);
    Candidate mother = space.candidate(choice, plain.withRegisters(Map.of("m", 6)));
    Candidate father = space.candidate(choice, plain.withPrefetch(32).withParallel(1));
    var variation = new CandidateVariation(space, Seed.generator());

    boolean mixed = false;
    for (int i = 0; i < DRAWS && !mixed; i++) {
      NestSchedule child = variation.cross(mother, father).orElseThrow().schedule();
      mixed = child.registers().equals(Map.of("m", 6)) && child.prefetch() == 32;
    }

    assertThat(mixed).isTrue();
  }
}
