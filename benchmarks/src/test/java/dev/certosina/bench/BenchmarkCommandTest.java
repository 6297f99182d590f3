package dev.certosina.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class BenchmarkCommandTest {
  private final StringWriter output = new StringWriter();
  private final StringWriter errors = new StringWriter();

  private int run(String... arguments) {
    return Main.run(new PrintWriter(output), new PrintWriter(errors), arguments);
  }

  @Test
  void saysWhichSuitesAreToCome() {
    assertThat(run("conv")).isEqualTo(1);
    assertThat(errors.toString().lines())
        .containsExactly("certosina: suite 'conv' is not there yet; there are: amos, gemm");
  }

  @Test
  void refusesUnknownSuitesPeersThreadsAndCases() {
    assertThat(run("nonsense")).isEqualTo(1);
    assertThat(run("amos", "--against", "nobody")).isEqualTo(1);
    assertThat(run("amos", "--threads", "3")).isEqualTo(1);
    assertThat(errors.toString().lines())
        .containsExactly(
            "certosina: found suite 'nonsense', needed one of: amos, gemm",
            "certosina: found peer 'nobody', needed one of"
                + " [onnxruntime, onednn, openblas, pytorch]",
            "certosina: --threads: found 3, needed 1 or 2");
  }

  @Test
  void exitsWithTwoOnWrongUsage() {
    assertThat(run()).isEqualTo(2);
    assertThat(run("amos", "--filter", "[")).isEqualTo(2);
    assertThat(errors.toString()).contains("SUITE", "--filter", "see: certosina-bench --help");
  }

  @Test
  void hasHelpWithAnExampleAndTheKeysOfTheDocument() {
    assertThat(run("--help")).isZero();
    assertThat(output.toString())
        .contains("Usage: certosina-bench", "Example: certosina-bench amos", "JSON keys: version,");
  }
}
