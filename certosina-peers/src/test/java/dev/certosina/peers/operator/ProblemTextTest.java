package dev.certosina.peers.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ProblemTextTest {
  @Test
  void readsBackWhatItPrinted() {
    for (OperatorProblem problem : SmallProblems.all().values()) {
      assertThat(ProblemText.parse(ProblemText.print(problem))).isEqualTo(problem);
    }
    assertThat(ProblemText.print(SmallProblems.of("gmm"))).isEqualTo("product 1 7 33 15 1");
  }

  @Test
  void refusesOtherKinds() {
    assertThatThrownBy(() -> ProblemText.parse("sort 3"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("found problem 'sort 3'");
  }
}
