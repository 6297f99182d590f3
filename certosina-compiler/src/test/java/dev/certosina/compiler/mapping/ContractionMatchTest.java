package dev.certosina.compiler.mapping;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.ElementType;
import dev.certosina.compiler.mapping.ContractionMatch.Result;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorProgram.Statement;
import dev.certosina.compiler.texpr.TensorProgramParser;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Addresses are linear here: one coordinate, in elements.
class ContractionMatchTest {

  @Test
  void findsRowsColumnsAndBatch() {
    Contraction found =
        accepted(
            """
            compute e (b < 2, m < 5, n < 7; k < 4)
              y[35*b + 7*m + n] sum= (x[20*b + 4*m + k] * w[28*b + 7*k + n])
            """);
    assertThat(names(found.batch())).containsExactly("b");
    assertThat(names(found.m())).containsExactly("m");
    assertThat(found.n().name()).isEqualTo("n");
    assertThat(found.k().name()).isEqualTo("k");
  }

  @Test
  void countsAxesOfTheRightOperandThatAreNoColumnsAsBatch() {
    Contraction found =
        accepted(
            """
            compute e (h < 3, m < 5, n < 7; k < 4)
              y[35*h + 7*m + n] sum= (x[4*m + k] * w[28*h + 7*k + n])
            """);
    assertThat(names(found.batch())).containsExactly("h");
    assertThat(names(found.m())).containsExactly("m");
  }

  @Test
  void swapsOperandsWhereTheRightOneHoldsTheRows() {
    Contraction found =
        accepted(
            """
            compute e (m < 5, n < 7; k < 4)
              y[7*m + n] sum= (w[7*k + n] * x[4*m + k])
            """);
    assertThat(found.a().tensor()).isEqualTo("x");
    assertThat(found.b().tensor()).isEqualTo("w");
    assertThat(names(found.m())).containsExactly("m");
  }

  @Test
  void takesAMatrixTimesAVectorOnlyWithTheMatrixOnTheRight() {
    Contraction found = accepted("compute e (n < 7; k < 4)\n  y[n] sum= (x[k] * w[7*k + n])\n");
    assertThat(found.m()).isEmpty();
    assertThat(names(found.batch())).isEmpty();
  }

  @Test
  void countsAxesThatNeitherOperandUsesAsRows() {
    Contraction found =
        accepted("compute e (m < 5, n < 7; k < 4)\n  y[7*m + n] sum= (x[k] * w[7*k + n])\n");
    assertThat(names(found.m())).containsExactly("m");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "(m < 5, n < 7; k < 4) | y[7*m + n] max= (x[4*m + k] * w[7*k + n])"
            + " | not a sum of products of two tensors",
        "(m < 5, n < 7; k < 4) | y[7*m + n] sum= (x[4*m + k] + w[7*k + n])"
            + " | not a sum of products of two tensors",
        "(m < 5, n < 7; k < 4) | y[7*m + n] sum= x[4*m + k]"
            + " | not a sum of products of two tensors",
        "(m < 5, n < 7; k < 4) | y[7*m + n] sum= (d[4*m + k] * d[7*k + n])"
            + " | tensor d is not f32",
        "(m < 5, n < 7; k < 4, l < 2) | y[7*m + n] sum= (x[8*m + 2*k + l] * w[14*k + 7*l + n])"
            + " | 2 reduction axes, needs 1",
        "(m < 5; k < 4) | y[m] sum= (x[4*m + k] * w[4*m + k])"
            + " | no axis of the right operand alone is contiguous in the result",
        "(m < 5, n < 7; k < 4) | y[m + 5*n] sum= (x[m + 5*k] * w[7*k + n])"
            + " | the left operand's reduction axis is not contiguous",
        "(m < 5, n < 7; k < 4) | y[7*m + n] sum= (x[-4*m + k + 16] * w[7*k + n])"
            + " | rows run backwards along m",
        "(m < 5, n < 7; k < 4) | y[-7*m + n + 28] sum= (x[4*m + k] * w[7*k + n])"
            + " | rows run backwards along m",
        "(m < 5, n < 7; k < 4) | y[14*m + 2*n] sum= (x[4*m + k] * w[7*k + n])"
            + " | no axis of the right operand alone is contiguous in the result",
      })
  void saysWhyNot(String axes, String body, String reason) {
    Result result = match("compute e " + axes + "\n  " + body + "\n");
    assertThat(result).isEqualTo(new Result.Rejected(reason));
  }

  private static List<String> names(List<Axis> axes) {
    return axes.stream().map(Axis::name).toList();
  }

  private static Contraction accepted(String text) {
    return ((Result.Accepted) match(text)).contraction();
  }

  private static Result match(String text) {
    Statement statement =
        TensorProgramParser.parse(text, _ -> Optional.empty()).statements().getFirst();
    TensorExpr expr = ((Statement.Compute) statement).expr();
    return ContractionMatch.match(
        expr, name -> name.equals("d") ? ElementType.FLOAT64 : ElementType.FLOAT32);
  }
}
