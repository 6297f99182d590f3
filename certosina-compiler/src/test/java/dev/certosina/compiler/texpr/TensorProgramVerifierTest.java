package dev.certosina.compiler.texpr;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TensorProgramVerifierTest {
  private static final String SOUND =
      """
      tensor x: f32[x.0, 4]
      tensor i: i64[x.0]
      tensor s: f32[x.0]
      tensor t: f32[x.0, 1]
      tensor y: f32[x.0, 8]
      input x
      input i
      output y
      compute s (d0 < x.0; d1 < 4)
        s[d0] sum= x[d0, d1]
      alias t = s
      compute y (d0 < x.0, d1 < 4)
        y[d0, d1] = (x[d0, d1] / t[d0, 0])
      compute "y#2" (d0 < x.0, d1 < 4)
        y[d0, d1 + 4] = x[@(i[d0]), d1]
      """;

  @Test
  void acceptsASoundProgram() {
    assertThat(problems(SOUND)).isEmpty();
  }

  @Test
  void findsOperandsOfDifferentTypes() {
    assertThat(broken("(x[d0, d1] / t[d0, 0])", "(x[d0, d1] / i[d0])"))
        .contains("expression 'y': in (x[d0, d1] / i[d0]): found i64, needed f32 as on the left");
  }

  @Test
  void findsArithmeticOn16BitFloats() {
    assertThat(
            problems(
                "tensor x: f16[]\ntensor y: f16[]\ninput x\noutput y\ncompute y ()\n  y[] = exp(x[])\n"))
        .containsExactly("expression 'y': in exp(x[]): found f16, needed f32 or f64");
  }

  @Test
  void findsWrongRanks() {
    assertThat(broken("t[d0, 0]", "t[d0]"))
        .contains("expression 'y': found 1 coordinates of t, needed 2");
  }

  @Test
  void findsSecondDeclarationsAndDefinitions() {
    assertThat(problems(SOUND + "tensor x: f32[]\n"))
        .contains("tensor 'x': found a second declaration, needed one");
    assertThat(problems(SOUND + "alias s = x\n"))
        .contains("alias 's': found a second definition, needed one");
    assertThat(broken("alias t = s", "alias t = y")).contains("alias 't': 'y' holds nothing yet");
  }

  @Test
  void findsReadsBeforeWritesAndWritesAfterReads() {
    assertThat(broken("s[d0] sum= x[d0, d1]", "s[d0] sum= y[d0, d1]"))
        .contains("expression 's': reads 'y', which holds nothing yet")
        .contains("expression 'y': writes 'y' after it was read");
  }

  @Test
  void findsReductionAxesInWrites() {
    assertThat(broken("s[d0] sum=", "s[d1] sum="))
        .contains("expression 's': found reduction axis 'd1' in the write");
    assertThat(broken("s[d0] sum=", "s[d0] ="))
        .contains("expression 's': found reduction axes, needed a combiner");
  }

  @Test
  void findsAccessesThatAlwaysLeaveTheirTensor() {
    assertThat(broken("x[d0, d1] / t", "x[d0, d1 + 1] / t"))
        .contains("expression 'y': coordinate d1 + 1 of dim 1 of 'x' leaves the extent 4");
    assertThat(broken("x[d0, d1] / t", "x[d0 + 1, d1] / t"))
        .contains("expression 'y': coordinate d0 + 1 of dim 0 of 'x' leaves the extent x.0");
    assertThat(broken("x[d0, d1] / t", "x[-1*d0 + (x.0 - 1), d1] / t")).isEmpty();
  }

  @Test
  void findsTensorsThatAreNotWrittenFully() {
    assertThat(
            problems(
                """
                tensor x: f32[3]
                tensor y: f32[5]
                input x
                output y
                compute y (d0 < 3)
                  y[d0] = x[d0]
                """))
        .containsExactly("tensor 'y': found 3 elements written, needed 5");
  }

  private static List<String> broken(String part, String replacement) {
    assertThat(SOUND).contains(part);
    return problems(SOUND.replace(part, replacement));
  }

  private static List<String> problems(String text) {
    return TensorProgramVerifier.problems(TensorProgramParser.parse(text, _ -> Optional.empty()));
  }
}
