package dev.certosina.compiler.texpr;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.compiler.texpr.TensorProgram.Statement;
import dev.certosina.testkit.ProgramText;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScanTest {
  private static final String RUNNING_SUMS =
      """
      compute y (m < 4, n < 9; k < 7)
        y[m, n] sum= select((index(k) <= index(n)), x[m, k], 0.0:f32)
      """;

  @Test
  void knowsRunningSums() {
    Scan scan = of(RUNNING_SUMS).orElseThrow();
    assertThat(scan.along().name()).isEqualTo("n");
    assertThat(scan.reduced().name()).isEqualTo("k");
    assertThat(scan.values())
        .isEqualTo(
            expression(
                """
                compute y (m < 4, n < 7)
                  y[m, n] = x[m, n]
                """));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select((index(k) < index(n)), x[m, k], 0.0:f32)",
        "select((index(n) <= index(k)), x[m, k], 0.0:f32)",
        "select((index(k) <= index(2*n)), x[m, k], 0.0:f32)",
        "select((index(k) <= index(n)), x[m, k], 1.0:f32)",
        "select((index(k) <= index(n)), x[n, k], 0.0:f32)",
        "x[m, k]"
      })
  void isNoOtherReduction(String payload) {
    assertThat(of("compute y (m < 4, n < 9; k < 7)\n  y[m, n] sum= " + payload + "\n")).isEmpty();
  }

  @Test
  void hasTheIdentityOfItsCombiner() {
    assertThat(of(RUNNING_SUMS.replace("sum=", "max="))).isEmpty();
    assertThat(of(RUNNING_SUMS.replace("sum=", "max=").replace("0.0:f32", "-inf:f32"))).isPresent();
  }

  private static Optional<Scan> of(String text) {
    return Scan.of(expression(text));
  }

  private static TensorExpr expression(String text) {
    int columns = text.contains("n < 7") ? 7 : 9;
    String tensors =
        "tensor x: f32[9, 9]\ntensor y: f32[4, %d]\ninput x\noutput y\n".formatted(columns);
    return ProgramText.parse(tensors + text).statements().stream()
        .map(statement -> ((Statement.Compute) statement).expr())
        .findFirst()
        .orElseThrow();
  }
}
