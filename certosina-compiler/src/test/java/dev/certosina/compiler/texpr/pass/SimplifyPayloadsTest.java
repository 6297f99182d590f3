package dev.certosina.compiler.texpr.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.testkit.ProgramText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimplifyPayloadsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "power(x[i], 1:f32)     | x[i]",
        "power(x[i], 2:f32)     | (x[i] * x[i])",
        "power(x[i], 3:f32)     | power(x[i], 3:f32)",
        "(x[i] / 4:f32)         | (x[i] * 0.25:f32)",
        "(x[i] / -0.5:f32)      | (x[i] * -2:f32)",
        "(x[i] / 3:f32)         | (x[i] / 3:f32)",
        "(x[i] / 0:f32)         | (x[i] / 0:f32)",
        "(4:f32 / x[i])         | (4:f32 / x[i])",
        "(x[i] + c[0])          | (x[i] + 1:f32)",
        "(x[i] * d[0])          | (x[i] * d[0])",
        "tanh((x[i] / c[0]))    | tanh((x[i] * 1:f32))",
      })
  void rewritesWithoutChangingBits(String before, String after) {
    assertThat(payload(before)).isEqualTo(payload(after));
  }

  /// `sqrt` differs from the power for -0 and -inf.
  @Test
  void takesTheSquareRootOfWhatIsNeitherNegativeZeroNorInfinite() {
    assertThat(payload("power(x[i], 0.5:f32)"))
        .isEqualTo("select((x[i] == -inf:f32), +inf:f32, sqrt((x[i] + 0.0:f32)))");
  }

  private static String payload(String text) {
    String program =
        """
        tensor x: f32[5]
        tensor d: f32[1]
        tensor c: f32[1]
        tensor y: f32[5]
        input x
        input d
        output y
        compute e (i < 5)
          y[i] = %s
        """
            .formatted(text);
    String printed = ProgramText.statements(SimplifyPayloads.apply(ProgramText.parse(program)));
    return printed.substring(printed.indexOf("= ") + 2);
  }
}
