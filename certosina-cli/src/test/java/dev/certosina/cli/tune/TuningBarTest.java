package dev.certosina.cli.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class TuningBarTest {
  private static final long SECOND = 1_000_000_000L;

  @Test
  void showsTheTimeLeft() {
    assertThat(TuningBar.text(25 * SECOND, 100 * SECOND, "gmm:1"))
        .isEqualTo("[######..................]  25 % 1:15 left  gmm:1");
    assertThat(TuningBar.text(200 * SECOND, 100 * SECOND, "")).contains("100 % 0:00 left");
  }

  @Test
  void isSilentWhereNobodyWatches() {
    var output = new StringWriter();
    var bar = new TuningBar(new PrintWriter(output), false, SECOND);
    bar.update("gmm:1");
    bar.clear();

    assertThat(output.toString()).isEmpty();
  }
}
