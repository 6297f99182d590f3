package dev.certosina.peers.onednn;

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

class OneDnnPeerTest {
  private static final OperatorPeer PEER = new OneDnnPeer();

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
  void packsConstantWeightsAndTriesBothLayouts() {
    assertThat(Agreement.check(PEER, SmallProblems.of("c2d"), 2))
        .anyMatch(formula -> formula.startsWith("convolution, own format"))
        .anyMatch(formula -> formula.startsWith("convolution, channels-last"));
    assertThat(Agreement.check(PEER, SmallProblems.of("gmm"), 2)).hasSize(2);
    assertThat(Agreement.check(PEER, SmallProblems.of("t2d"), 2)).hasSize(2);
  }

  @Test
  void saysItsVersion() {
    assertThat(PEER.version()).isEqualTo("3.8.1");
  }

  static Stream<Named<OperatorProblem>> problems() {
    return SmallProblems.all().entrySet().stream()
        .map(problem -> Named.of(problem.getKey(), problem.getValue()));
  }
}
