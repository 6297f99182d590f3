package dev.certosina.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class RestingThreadsTest {
  private static final double NANOS_PER_SECOND = 1e9;

  @Test
  void sleepWhenTheAwaitedProcessSleeps() throws IOException {
    Process sleeping = new ProcessBuilder("sleep", "10").start();
    Process spinning = new ProcessBuilder("sh", "-c", "while :; do :; done").start();
    try {
      assertThat(secondsToWait(sleeping.pid())).isLessThan(0.4);
      assertThat(secondsToWait(spinning.pid())).isGreaterThan(0.4);
    } finally {
      sleeping.destroyForcibly();
      spinning.destroyForcibly();
    }
  }

  @Test
  void neverRunInAProcessThatHasGone() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    assertThat(secondsToWait(gone.pid())).isLessThan(0.4);
  }

  private static double secondsToWait(long pid) {
    long start = System.nanoTime();
    RestingThreads.await(pid);
    return (System.nanoTime() - start) / NANOS_PER_SECOND;
  }
}
