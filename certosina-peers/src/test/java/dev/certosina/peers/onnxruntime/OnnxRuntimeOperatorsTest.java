package dev.certosina.peers.onnxruntime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.peers.operator.Agreement;
import dev.certosina.peers.operator.OperatorPeer;
import dev.certosina.peers.operator.OperatorProblem;
import dev.certosina.peers.operator.SmallProblems;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OnnxRuntimeOperatorsTest {
  private static final OperatorPeer PEER = new OnnxRuntimeOperators();

  @BeforeAll
  static void loads() {
    Agreement.assumeLoads(PEER);
  }

  @ParameterizedTest
  @MethodSource("problems")
  void givesTheResultOfTheReferenceInEveryWay(OperatorProblem problem) {
    assertThat(Agreement.check(PEER, problem, 1)).isNotEmpty();
  }

  @Test
  void leavesTheWeightsToTheModelWhereTheyAreConstant() {
    assertThat(Agreement.check(PEER, SmallProblems.of("c2d"), 2))
        .containsExactly("Conv, constant weights");
    assertThat(Agreement.check(PEER, SmallProblems.of("bcv"), 2)).containsExactly("Conv");
  }

  @Test
  void saysItsVersion() {
    assertThat(PEER.version()).isEqualTo("1.29.0");
  }

  static Stream<Named<OperatorProblem>> problems() {
    return SmallProblems.all().entrySet().stream()
        .map(problem -> Named.of(problem.getKey(), problem.getValue()));
  }
}
