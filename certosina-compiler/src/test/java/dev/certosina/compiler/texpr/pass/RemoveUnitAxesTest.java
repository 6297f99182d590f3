package dev.certosina.compiler.texpr.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.testkit.ProgramText;
import org.junit.jupiter.api.Test;

class RemoveUnitAxesTest {

  @Test
  void putsZeroForAxesOfOnePoint() {
    assertThat(
            after(
                """
                tensor x: f32[1, 5]
                tensor y: f32[1, 5]
                input x
                output y
                compute e (i < 1, j < 5)
                  y[i, j] = (x[i, j] + f32(index(i + j)))
                """))
        .isEqualTo("compute e (j < 5)\n  y[0, j] = (x[0, j] + f32(index(j)))");
  }

  @Test
  void dropsTheCombinerWithTheLastReductionAxis() {
    assertThat(
            after(
                """
                tensor x: f32[5, 1]
                tensor y: f32[5]
                input x
                output y
                compute e (i < 5; k < 1)
                  y[i] max= x[i, k]
                """))
        .isEqualTo("compute e (i < 5)\n  y[i] = x[i, 0]");
  }

  @Test
  void keepsTheCombinerForTheReductionAxesThatAreLeft() {
    assertThat(
            after(
                """
                tensor x: f32[5, 1, 3]
                tensor y: f32[5]
                input x
                output y
                compute e (i < 5; k < 1, l < 3)
                  y[i] sum= x[i, k, l]
                """))
        .isEqualTo("compute e (i < 5; l < 3)\n  y[i] sum= x[i, 0, l]");
  }

  @Test
  void leavesOtherProgramsAlone() {
    TensorProgram program =
        ProgramText.parse(
            """
            tensor x: f32[x.0]
            tensor y: f32[x.0]
            input x
            output y
            compute e (i < x.0)
              y[i] = x[i]
            """);
    assertThat(RemoveUnitAxes.apply(program)).isSameAs(program);
  }

  private static String after(String text) {
    return ProgramText.statements(RemoveUnitAxes.apply(ProgramText.parse(text)));
  }
}
