package dev.certosina.compiler.mapping.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.MappingSamples;
import dev.certosina.compiler.mapping.MappingText;
import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.mapping.Placement;
import dev.certosina.compiler.mapping.Placements;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.testkit.Seed;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LaneRangeTest {
  private static final Intrinsic WIDE =
      MappingSamples.intrinsic("D[i,j] += A[i,r] * B[r,j]", "i=64 j=8 r=16");

  @Test
  void visitsElementsTheBorderOfThePaddingAndTheLastLane() {
    PhysicalMapping physical = placements().map(placed());
    LaneRange live = LaneRange.live(physical);
    assertThat(live.count("i")).isEqualTo(3 + 2 + 1);
    assertThat(live.count("j")).isEqualTo(8);
    assertThat(live.count("r")).isEqualTo(5 + 2 + 1);
    assertThat(LaneRange.all(physical)).isEqualTo(LaneRange.all(WIDE));
  }

  @Test
  void givesWhatAllLanesGive() {
    Placements placements = placements();
    MappingCheck check = MappingCheck.of(placements.mapping().computation(), Seed.generator());
    for (List<Placement> combination : placements.combinations()) {
      PhysicalMapping physical = placements.map(combination);
      assertThat(check.failure(physical)).isEmpty();
      assertThat(check.failureOfLiveLanes(physical, new LinkedHashMap<>())).isEmpty();
    }
  }

  @Test
  void findsTheWrongMappingsThatAllLanesFind() {
    Placements placements = placements();
    MappingCheck check = MappingCheck.of(placements.mapping().computation(), Seed.generator());
    int wrong = 0;
    for (List<Placement> combination : MappingSweep.eachPlacement(placements)) {
      for (Map.Entry<String, PhysicalMapping> mutant :
          Mutants.of(placements.map(combination)).entrySet()) {
        boolean isFound = check.failure(mutant.getValue()).isPresent();
        assertThat(check.failureOfLiveLanes(mutant.getValue(), new LinkedHashMap<>()).isPresent())
            .as("%s, %s", mutant.getKey(), combination)
            .isEqualTo(isFound);
        wrong += isFound ? 1 : 0;
      }
    }
    assertThat(wrong).isGreaterThan(50);
  }

  private static List<Placement> placed() {
    return List.of(Placement.IN_PLACE, Placement.IN_PLACE, Placement.IN_PLACE);
  }

  private static Placements placements() {
    Computation computation =
        MappingSamples.computation("O[m,n] += S[m,k] * T[k,n]", "m=3 n=17 k=5");
    Mapping mapping = MappingText.parse("i<-m; j<-n; r<-k", computation, WIDE);
    return Placements.of(mapping);
  }
}
