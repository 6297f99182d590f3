package dev.certosina.peers.onednn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ModelException;
import dev.certosina.peers.internal.OpenMp;
import dev.certosina.peers.operator.Agreement;
import dev.certosina.peers.operator.SmallProblems;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ThreadsTest {
  private static final OneDnnPeer PEER = new OneDnnPeer();

  @BeforeAll
  static void loads() {
    Agreement.assumeLoads(PEER);
  }

  @Test
  void areAsManyAsAskedFor() {
    var runtime = new OpenMp("libgomp.so.1");
    for (int threads : new int[] {1, 2, 1}) {
      Agreement.check(PEER, SmallProblems.of("gmm"), threads);
      assertThat(runtime.threads()).isEqualTo(threads);
    }
  }

  @Test
  void needARuntimeThatIsLoaded() {
    assertThatThrownBy(() -> new OpenMp("libnone.so.1"))
        .isInstanceOf(ModelException.class)
        .hasMessage("libnone.so.1 is not loaded in this process");
  }
}
