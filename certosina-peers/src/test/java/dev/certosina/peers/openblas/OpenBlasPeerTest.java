package dev.certosina.peers.openblas;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.peers.operator.Agreement;
import dev.certosina.peers.operator.Operands;
import dev.certosina.peers.operator.OperatorPeer;
import dev.certosina.peers.operator.OperatorProblem;
import dev.certosina.peers.operator.OperatorProblem.Product;
import dev.certosina.peers.operator.SmallProblems;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class OpenBlasPeerTest {
  private static final OperatorPeer PEER = new OpenBlasPeer();

  @BeforeAll
  static void loads() {
    Agreement.assumeLoads(PEER);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gmv",
        "gmm",
        "gmm 1x1x1",
        "gmm of two inputs",
        "gfc",
        "men",
        "scn",
        "scn longer",
        "scn shorter"
      })
  void givesTheResultOfTheReferenceInEveryWay(String problem) {
    assertThat(Agreement.check(PEER, SmallProblems.of(problem), 1)).isNotEmpty();
  }

  @Test
  void multipliesElementsWhereThereIsOneSummand() {
    assertThat(Agreement.check(PEER, new Product(6, 1, 5, 1, true), 1))
        .contains("loop of saxpby", "loop of sgemv", "loop of sgemm, weights by columns");
  }

  @Test
  void leavesConvolutionsToOthers() {
    OperatorProblem problem = SmallProblems.of("c2d");
    assertThat(PEER.ways(problem, Operands.random(problem, 1), 1)).isEmpty();
  }

  @Test
  void usesAsManyThreadsAsAskedFor() {
    for (int threads : new int[] {1, 2, 1}) {
      Agreement.check(PEER, SmallProblems.of("gmm"), threads);
      assertThat(OpenBlas.load().threads()).isEqualTo(threads);
    }
  }

  @Test
  void saysItsVersionAndItsKernels() {
    assertThat(PEER.version()).isEqualTo("0.3.30");
    assertThat(PEER.settings()).startsWith("CBLAS, kernels for ");
  }
}
