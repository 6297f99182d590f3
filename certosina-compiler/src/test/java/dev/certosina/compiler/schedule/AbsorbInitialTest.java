package dev.certosina.compiler.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.testkit.ProgramText;
import org.junit.jupiter.api.Test;

class AbsorbInitialTest {
  private static final String TENSORS =
      """
      tensor x: f32[5, 8]
      tensor w: f32[8, 7]
      tensor c: f32[7]
      tensor c2: f32[5, 7]
      tensor v: f32[7]
      tensor t: f32[5, 7]
      tensor y: f32[5, 7]
      tensor y2: f32[5, 7]
      tensor z: f32[7, 5]
      tensor s: f32[2, 7]
      tensor a: f32[35]
      input x
      input w
      input v
      """;

  private static final String PRODUCT =
      """
      compute p (m < 5, n < 7; k < 8)
        t[m, n] sum= (x[m, k] * w[k, n])
      """;

  @Test
  void startsSumsFromTheBias() {
    String sum =
        """
        output y
        compute b (i < 5, j < 7)
          y[i, j] = (t[i, j] + c[j])
        """;
    assertThat(after(PRODUCT + sum))
        .isEqualTo(
            "compute p (m < 5, n < 7; k < 8)\n  y[m, n] sum= (x[m, k] * w[k, n])" + " from c[n]");
    assertThat(after(PRODUCT + sum.replace("(t[i, j] + c[j])", "(c[j] + t[i, j])")))
        .isEqualTo(after(PRODUCT + sum));
  }

  @Test
  void leavesSumsThatAreNoBias() {
    unchanged("output y\ncompute b (i < 5, j < 7)\n  y[i, j] = (t[i, j] - c[j])\n");
    unchanged("output y\ncompute b (i < 5, j < 7)\n  y[i, j] = (t[i, j] + v[j])\n");
    unchanged("output y\ncompute b (i < 5, j < 7)\n  y[i, j] = (t[i, j] + c2[i, j])\n");
    unchanged("output y\ncompute b (i < 5, j < 7)\n  y[i, j] = (t[i, j] + c[0])\n");
    unchanged("output y\ncompute b (i < 5, j < 7)\n  y[i, j] = (t[i, j] + c[-1*j + 6])\n");
  }

  @Test
  void leavesSumsOfPartsOfTheProduct() {
    unchanged("output s\ncompute b (i < 2, j < 7)\n  s[i, j] = (t[i, j] + c[j])\n");
    unchanged("output s\ncompute b (i < 2, j < 7)\n  s[i, j] = (t[i + 3, j] + c[j])\n");
  }

  @Test
  void leavesSumsStoredAcrossTheColumns() {
    unchanged("output z\ncompute b (i < 5, j < 7)\n  z[j, i] = (t[i, j] + c[j])\n");
  }

  @Test
  void leavesProductsThatOthersRead() {
    String sum = "compute b (i < 5, j < 7)\n  y[i, j] = (t[i, j] + c[j])\n";
    unchanged("output y\noutput t\n" + sum);
    unchanged(
        "output y\noutput y2\n" + sum + "compute o (i < 5, j < 7)\n  y2[i, j] = exp(t[i, j])\n");
    unchanged("output y\noutput a\nalias a = t\n" + sum);
  }

  @Test
  void leavesProductsThatAreWrittenInParts() {
    String text =
        """
        output y
        compute p1 (m < 3, n < 7; k < 8)
          t[m + 2, n] sum= (x[m, k] * w[k, n])
        compute p2 (m < 2, n < 7; k < 8)
          t[m, n] sum= (x[m, k] * w[k, n])
        compute b (i < 5, j < 7)
          y[i, j] = (t[i, j] + c[j])
        """;
    TensorProgram program = ProgramText.parse(TENSORS + text);
    assertThat(after(text)).isEqualTo(ProgramText.statements(program));
  }

  private static void unchanged(String sum) {
    TensorProgram program = ProgramText.parse(TENSORS + PRODUCT + sum);
    assertThat(after(PRODUCT + sum)).isEqualTo(ProgramText.statements(program));
  }

  private static String after(String text) {
    TensorProgram program = ProgramText.parse(TENSORS + text);
    AbsorbInitial.Result result = AbsorbInitial.apply(program, new Memory(program));
    StringBuilder printed = new StringBuilder(ProgramText.statements(result.program()));
    result.initials().forEach((name, load) -> printed.append(" from ").append(printed(load)));
    return printed.toString();
  }

  private static String printed(dev.certosina.compiler.texpr.TensorExpr.Payload load) {
    return dev.certosina.compiler.texpr.TensorProgramPrinter.print(load);
  }
}
