package dev.certosina.compiler.texpr.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorProgramPrinter;
import dev.certosina.testkit.ProgramText;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class InlineElementwiseTest {
  private static final String TENSORS =
      """
      tensor x: f32[5, 3]
      tensor v: f32[3]
      tensor index: i64[4]
      tensor t: f32[5, 3]
      tensor u: f32[5, 3]
      tensor y: f32[5, 3]
      tensor z: f32[5]
      tensor w: f32[4, 3]
      input x
      input v
      input index
      """;

  @Test
  void computesValuesWhereTheyAreRead() {
    assertThat(
            after(
                """
                output y
                compute e1 (a < 5, b < 3)
                  t[a, b] = exp(x[a, b])
                compute e2 (i < 5, j < 3)
                  y[i, j] = (t[i, j] + v[j])
                """))
        .isEqualTo("compute e2 (i < 5, j < 3)\n  y[i, j] = (exp(x[i, j]) + v[j])");
  }

  @Test
  void followsTheReadersCoordinates() {
    assertThat(
            after(
                """
                output z
                compute e1 (a < 5, b < 3)
                  t[a, b] = f32(index(a + 10*b))
                compute e2 (i < 5)
                  z[i] = t[-1*i + 4, 2]
                """))
        .isEqualTo("compute e2 (i < 5)\n  z[i] = f32(index(-1*i + 24))");
  }

  @Test
  void cutsLongChains() {
    var text = new StringBuilder();
    for (int i = 1; i <= 5_000; i++) {
      text.append("tensor n%d: f32[5]%n".formatted(i));
    }
    text.append("output n5000\ncompute e1 (a < 5)\n  n1[a] = x[a, 0]\n");
    for (int i = 2; i <= 5_000; i++) {
      text.append("compute e%d (a < 5)%n  n%d[a] = abs(n%d[a])%n".formatted(i, i, i - 1));
    }
    assertThat(after(text.toString()).split("compute")).hasSizeBetween(10, 100);
  }

  @Test
  void inlinesCheapValuesIntoSeveralReads() {
    assertThat(
            after(
                """
                output y
                compute e1 (a < 5, b < 3)
                  t[a, b] = (x[a, b] - v[b])
                compute e2 (i < 5, j < 3)
                  y[i, j] = (t[i, j] * t[i, j])
                """))
        .startsWith("compute e2")
        .endsWith("((x[i, j] - v[j]) * (x[i, j] - v[j]))");
  }

  @Test
  void keepsCostlyValuesThatAreReadTwice() {
    unchanged(
        """
        output y
        compute e1 (a < 5, b < 3)
          t[a, b] = exp(x[a, b])
        compute e2 (i < 5, j < 3)
          y[i, j] = (t[i, j] * t[i, j])
        """);
  }

  @Test
  void keepsValuesThatABroadcastWouldRepeat() {
    unchanged(
        """
        output y
        compute e1 (i < 5)
          z[i] = exp(x[i, 0])
        compute e2 (i < 5, j < 3)
          y[i, j] = (x[i, j] * z[i])
        """);
  }

  @Test
  void keepsReductions() {
    unchanged(
        """
        output y
        compute e1 (i < 5; k < 3)
          z[i] sum= x[i, k]
        compute e2 (i < 5, j < 3)
          y[i, j] = z[i]
        """);
  }

  @Test
  void keepsOutputs() {
    unchanged(
        """
        output t
        output y
        compute e1 (a < 5, b < 3)
          t[a, b] = neg(x[a, b])
        compute e2 (i < 5, j < 3)
          y[i, j] = t[i, j]
        """
            .replace("neg(", "negate("));
  }

  @Test
  void keepsTensorsThatAreWrittenInParts() {
    unchanged(
        """
        output y
        compute e1 (a < 2, b < 3)
          t[a, b] = x[a, b]
        compute e2 (a < 3, b < 3)
          t[a + 2, b] = x[a, b]
        compute e3 (i < 5, j < 3)
          y[i, j] = t[i, j]
        """);
  }

  @Test
  void keepsTensorsThatAreGatheredFrom() {
    unchanged(
        """
        output w
        compute e1 (a < 5, b < 3)
          t[a, b] = negate(x[a, b])
        compute e2 (i < 4, j < 3)
          w[i, j] = t[@(index[i]), j]
        """);
  }

  @Test
  void keepsOperandsOfProductsUnlessTheyAreCopiesThatTheProductCanRead() {
    Predicate<TensorExpr> readsX =
        expr ->
            expr.combiner() == Combiner.SUM
                && !TensorProgramPrinter.print(expr).contains("negate")
                && !TensorProgramPrinter.print(expr).contains("v[");
    String sum =
        """
        compute e2 (i < 5; k < 3)
          z[i] sum= (t[i, k] * x[i, k])
        """;
    String copy = "output z\ncompute e1 (a < 5, b < 3)\n  t[a, b] = x[a, b]\n";
    String negated = copy.replace("= x[a, b]", "= negate(x[a, b])");
    String spread = copy.replace("= x[a, b]", "= v[b]");
    assertThat(after(copy + sum, readsX))
        .isEqualTo("compute e2 (i < 5; k < 3)\n  z[i] sum= (x[i, k] * x[i, k])");
    assertThat(after(negated + sum, readsX)).startsWith("compute e1");
    assertThat(after(spread + sum, readsX)).startsWith("compute e1");
  }

  private static void unchanged(String text) {
    assertThat(after(text)).isEqualTo(ProgramText.statements(ProgramText.parse(TENSORS + text)));
  }

  private static String after(String text) {
    return after(text, _ -> false);
  }

  private static String after(String text, Predicate<TensorExpr> keepsOperands) {
    return ProgramText.statements(
        InlineElementwise.apply(ProgramText.parse(TENSORS + text), keepsOperands));
  }
}
