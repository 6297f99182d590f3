package dev.certosina.compiler.mapping.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexStatement.Accumulation;
import dev.certosina.compiler.affine.IndexStatement.ElementOperation;
import dev.certosina.compiler.mapping.MappingText;
import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.mapping.Placement;
import dev.certosina.compiler.mapping.Placements;
import dev.certosina.compiler.mapping.check.SymbolicExecution.Polynomial;
import dev.certosina.testkit.Seed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// A wrong mapping is caught: mutants that compute another polynomial in the operands' elements
/// must fail the check, those that compute the same one must pass it.
class MappingMutationTest {
  private static final int FEW = 6;
  private static final int MANY = 600;
  private static final long MOST_POINTS = 1500;
  // Different polynomials may have one value for some operands.
  private static final int DRAWS = 4;

  @Test
  void catchesMutantsThatComputeSomethingElse() {
    catches(FEW);
  }

  @Test
  @Tag("slow")
  void catchesManyMutantsThatComputeSomethingElse() {
    catches(MANY);
  }

  private static void catches(int count) {
    RandomGenerator random = Seed.generator();
    RandomCases cases = new RandomCases(random);
    int wrong = 0;
    int equivalent = 0;
    for (int mutated = 0; mutated < count; ) {
      MappingCase drawn =
          cases.next(
              Accumulation.SUM,
              ElementOperation.MULTIPLY,
              List.of(ElementType.INT32, ElementType.INT32));
      Placements placements = Placements.of(drawn.mapping());
      List<List<Placement>> combinations = placements.combinations();
      if (combinations.isEmpty()) {
        continue;
      }
      PhysicalMapping physical =
          placements.map(combinations.get(random.nextInt(combinations.size())));
      if (physical.issuedOperations() > MOST_POINTS) {
        continue;
      }
      mutated++;
      List<MappingCheck> checks = new ArrayList<>();
      for (int i = 0; i < DRAWS; i++) {
        checks.add(MappingCheck.of(drawn.mapping().computation(), random));
      }
      Optional<List<Polynomial>> meant = SymbolicExecution.of(physical);
      assertThat(meant).isPresent();
      for (Map.Entry<String, PhysicalMapping> mutant : Mutants.of(physical).entrySet()) {
        boolean same = SymbolicExecution.of(mutant.getValue()).equals(meant);
        boolean caught =
            checks.stream().anyMatch(check -> check.failure(mutant.getValue()).isPresent());
        assertThat(caught)
            .as(
                "%s of %s by %s, %s",
                mutant.getKey(), drawn, MappingText.print(drawn.mapping()), physical.operands())
            .isEqualTo(!same);
        wrong += same ? 0 : 1;
        equivalent += same ? 1 : 0;
      }
    }
    System.out.println(wrong + " mutants caught, " + equivalent + " equivalent");
    assertThat(wrong).isGreaterThan(count * 5);
  }
}
