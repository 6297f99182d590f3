package dev.certosina.compiler.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexStatementParser;
import dev.certosina.compiler.schedule.nest.NestSchedule;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.ComputationBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AccumulationOrderTest {

  @Test
  void acceptsReductionsInTheOrderOfTheComputation() {
    CandidateSpace space = Spaces.of(Spaces.convolution(1, 6, 4, 20));

    assertThat(isCanonical(space, "broadcast", List.of("r", "s", "c"))).isTrue();
    assertThat(isCanonical(space, "broadcast", List.of("c", "r", "s"))).isFalse();
    assertThat(isCanonical(space, "broadcast", List.of("r", "c", "s"))).isFalse();
  }

  @Test
  void ignoresAxesOfOnePoint() {
    CandidateSpace space = Spaces.of(Spaces.convolution(1, 6, 1, 20));

    assertThat(isCanonical(space, "broadcast", List.of("c", "r", "s"))).isTrue();
  }

  @Test
  void rejectsPartialSums() {
    CandidateSpace space = Spaces.of(Spaces.product(8, 32, 64));

    assertThat(isCanonical(space, "dot", List.of())).isFalse();
    assertThat(isCanonical(space, "broadcast", List.of("k"))).isTrue();
  }

  @Test
  void acceptsAnyOrderOfExactArithmetic() {
    String statement = "C[m,n] max= A[m,r,s] * B[r,s,n]";
    Computation largest =
        new ComputationBuilder("largest", IndexStatementParser.parse(statement))
            .extents(Map.of())
            .extent("m", 4)
            .extent("n", 4)
            .extent("r", 3)
            .extent("s", 5)
            .build();
    Computation integers =
        new ComputationBuilder(
                "integers", IndexStatementParser.parse(statement.replace("max=", "+=")))
            .extent("m", 4)
            .extent("n", 4)
            .extent("r", 3)
            .extent("s", 5)
            .types(ElementType.INT32)
            .build();

    assertThat(AccumulationOrder.roundingDependsOnOrder(largest)).isFalse();
    assertThat(AccumulationOrder.roundingDependsOnOrder(integers)).isFalse();
    assertThat(AccumulationOrder.roundingDependsOnOrder(Spaces.product(2, 2, 2))).isTrue();
  }

  private static boolean isCanonical(
      CandidateSpace space, String intrinsic, List<String> reductions) {
    MappingChoice choice =
        space.choices().stream()
            .filter(some -> some.mapping().intrinsic().name().equals(intrinsic))
            .findFirst()
            .orElseThrow();
    List<String> order =
        new ArrayList<>(space.loops(choice).stream().map(loop -> loop.name()).toList());
    order.removeAll(reductions);
    order.addAll(reductions);
    return space.isCanonicalOrder(
        space.candidate(
            choice, new NestSchedule(choice.preferred(), order, Map.of(), List.of(), 0, 0)));
  }
}
