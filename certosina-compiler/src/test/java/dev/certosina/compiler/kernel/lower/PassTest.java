package dev.certosina.compiler.kernel.lower;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorProgram.Statement;
import dev.certosina.compiler.texpr.TensorProgramParser;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/// Addresses are linear here, and `g` is the row.
class PassTest {

  @Test
  void runsExpressionsOverEqualExtentsInOneLoop() {
    assertThat(
            passes(
                """
                compute a (g < 4, i < 9)
                  t[9*g + i] = x[9*g + i]
                compute b (g < 4, j < 9)
                  u[9*g + j] = (t[9*g + j] * v[j])
                compute d (g < 4; k < 9)
                  s[g] sum= u[9*g + k]
                """))
        .containsExactly("a b d vector i");
  }

  @Test
  void givesJoiningExpressionsTheLoopsAxis() {
    List<Pass> passes =
        Pass.plan(
            expressions(
                """
                compute a (g < 4, i < 9)
                  t[9*g + i] = x[9*g + i]
                compute b (g < 4, j < 9)
                  u[9*g + j] = (t[9*g + j] * f32(index(j)))
                """),
            Set.of("g"));
    assertThat(passes.getFirst().exprs().getLast())
        .isEqualTo(
            expressions(
                    """
                    compute b (g < 4, i < 9)
                      u[9*g + i] = (t[9*g + i] * f32(index(i)))
                    """)
                .getFirst());
  }

  @Test
  void startsAnotherLoopForOtherExtents() {
    assertThat(
            passes(
                """
                compute a (g < 4, i < 9)
                  t[9*g + i] = x[9*g + i]
                compute b (g < 4, j < 8)
                  u[8*g + j] = x[9*g + j]
                """))
        .containsExactly("a vector i", "b vector j");
  }

  @Test
  void startsAnotherLoopForReadsOfOtherPoints() {
    assertThat(
            passes(
                """
                compute a (g < 4, i < 9)
                  t[9*g + i] = x[9*g + i]
                compute b (g < 4, j < 9)
                  u[9*g + j] = t[9*g + -1*j + 8]
                compute d (g < 4, k < 9)
                  w[9*g + k] = (x[9*g + k] + t[9*g])
                """))
        .containsExactly("a vector i", "b d vector j");
  }

  @Test
  void startsAnotherLoopForReadsOfAReductionOrThroughAGather() {
    assertThat(
            passes(
                """
                compute a (g < 4; i < 9)
                  s[g] max= x[9*g + i]
                compute b (g < 4, j < 9)
                  t[9*g + j] = (x[9*g + j] - s[g])
                compute d (g < 4, k < 9)
                  u[9*g + k] = t[@(n[k])]
                """))
        .containsExactly("a vector i", "b vector j", "d vector k");
  }

  @Test
  void keepsExpressionsWithSeveralLoopsAlone() {
    assertThat(
            passes(
                """
                compute a (g < 4, h < 3, i < 9)
                  t[27*g + 9*h + i] = x[27*g + 9*h + i]
                compute b (g < 4, j < 9; h < 3)
                  u[9*g + j] sum= t[27*g + 9*h + j]
                compute d (g < 4; h < 3, k < 9)
                  s[g] sum= t[27*g + 9*h + k]
                """))
        .containsExactly("a outer h vector i", "b inner h vector j", "d inner h vector k");
  }

  @Test
  void joinsExpressionsOfASinglePoint() {
    assertThat(
            passes(
                """
                compute a (g < 4)
                  t[g] = x[g]
                compute b (g < 4)
                  u[g] = (t[g] * v[0])
                compute d (g < 4, i < 9)
                  w[9*g + i] = u[g]
                """))
        .containsExactly("a b", "d vector i");
  }

  @Test
  void keepsScansAlone() {
    assertThat(
            passes(
                """
                compute a (g < 4, i < 9)
                  t[9*g + i] = x[9*g + i]
                compute b (g < 4, j < 9; k < 9)
                  s[9*g + j] sum= select((index(k) <= index(j)), t[9*g + k], 0.0:f32)
                compute d (g < 4, l < 9)
                  u[9*g + l] = t[9*g + l]
                """))
        .containsExactly("a vector i", "b vector j", "d vector l");
  }

  private static List<String> passes(String text) {
    return Pass.plan(expressions(text), Set.of("g")).stream().map(PassTest::describe).toList();
  }

  private static String describe(Pass pass) {
    return pass.exprs().stream().map(TensorExpr::name).collect(Collectors.joining(" "))
        + names(" outer ", pass.outer())
        + names(" inner ", pass.inner())
        + names(" vector ", pass.vector());
  }

  private static String names(String title, List<TensorExpr.Axis> axes) {
    return axes.isEmpty()
        ? ""
        : axes.stream().map(TensorExpr.Axis::name).collect(Collectors.joining(" ", title, ""));
  }

  private static List<TensorExpr> expressions(String text) {
    return TensorProgramParser.parse(text, _ -> Optional.empty()).statements().stream()
        .map(statement -> ((Statement.Compute) statement).expr())
        .toList();
  }
}
