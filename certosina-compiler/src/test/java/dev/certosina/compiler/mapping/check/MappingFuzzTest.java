package dev.certosina.compiler.mapping.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.compiler.affine.IndexStatementPrinter;
import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.MappingText;
import dev.certosina.compiler.mapping.Placement;
import dev.certosina.compiler.mapping.Placements;
import dev.certosina.compiler.mapping.Rejection.Reason;
import dev.certosina.compiler.mapping.ValidateMapping;
import dev.certosina.testkit.Seed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MappingFuzzTest {
  private static final int FEW = 300;
  private static final int MANY = 20_000;
  private static final int MOST_COMBINATIONS = 5;

  @Test
  void agreesOnRandomMappings() {
    agreesOn(FEW);
  }

  @Test
  @Tag("slow")
  void agreesOnManyRandomMappings() {
    agreesOn(MANY);
  }

  private static void agreesOn(int count) {
    RandomGenerator random = Seed.generator();
    RandomCases cases = new RandomCases(random);
    int executed = 0;
    for (int i = 0; i < count; i++) {
      MappingCase drawn = cases.next();
      long seed = random.nextLong();
      boolean isExecuted = !Placements.of(drawn.mapping()).combinations().isEmpty();
      assertThat(ValidateMapping.rejections(drawn.mapping()))
          .allMatch(rejection -> rejection.reason() == Reason.PADDING)
          .hasSize(isExecuted ? 0 : 1);
      executed += isExecuted ? 1 : 0;
      Optional<String> failure = failure(drawn, seed);
      if (failure.isPresent()) {
        MappingCase smallest = shrink(drawn, seed);
        assertThat(describe(smallest, seed)).isEmpty();
      }
    }
    // Few statements have no neutral fill.
    assertThat(executed).isGreaterThan(count * 3 / 4);
  }

  private static MappingCase shrink(MappingCase failing, long seed) {
    for (MappingCase smaller : failing.smaller()) {
      if (failure(smaller, seed).isPresent()) {
        return shrink(smaller, seed);
      }
    }
    return failing;
  }

  private static String describe(MappingCase smallest, long seed) {
    Mapping mapping = smallest.mapping();
    return "%s with %s on %s with %s by %s: %s, %s"
        .formatted(
            IndexStatementPrinter.print(mapping.computation().statement()),
            mapping.computation().axes(),
            IndexStatementPrinter.print(mapping.intrinsic().compute().statement()),
            mapping.intrinsic().compute().axes(),
            MappingText.print(mapping),
            failure(smallest, seed).orElseThrow(),
            smallest);
  }

  private static Optional<String> failure(MappingCase drawn, long seed) {
    Mapping mapping = drawn.mapping();
    Random random = new Random(seed);
    MappingCheck check = MappingCheck.of(mapping.computation(), random);
    Placements placements = Placements.of(mapping);
    List<List<Placement>> combinations = new ArrayList<>(placements.combinations());
    Collections.shuffle(combinations, random);
    for (List<Placement> combination :
        combinations.subList(0, Math.min(MOST_COMBINATIONS, combinations.size()))) {
      Optional<String> failure = check.failure(placements.map(combination));
      if (failure.isPresent()) {
        return failure.map(text -> combination + ": " + text);
      }
    }
    return Optional.empty();
  }
}
