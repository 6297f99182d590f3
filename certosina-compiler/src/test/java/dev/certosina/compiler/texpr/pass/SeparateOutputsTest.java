package dev.certosina.compiler.texpr.pass;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.testkit.ProgramText;
import org.junit.jupiter.api.Test;

class SeparateOutputsTest {

  @Test
  void copiesOutputsThatAreInputsConstantsOrTheSameMemory() {
    TensorProgram program =
        ProgramText.parse(
            """
            tensor x: f32[4]
            tensor c: f32[2]
            tensor y: f32[4]
            tensor z: f32[2, 2]
            tensor w: f32[2, 2]
            input x
            output x
            output y
            output z
            output c
            output w
            output y
            compute e (i < 4)
              y[i] = x[i]
            alias z = y
            alias w = x
            """);
    TensorProgram after = SeparateOutputs.apply(program);
    assertThat(after.outputs())
        .containsExactly("x@copy", "y", "z@copy", "c@copy", "w@copy", "y@copy");
    assertThat(ProgramText.statements(after))
        .contains("compute \"z@copy\" (i0 < 2, i1 < 2)\n  \"z@copy\"[i0, i1] = z[i0, i1]")
        .contains("compute \"c@copy\" (i0 < 2)\n  \"c@copy\"[i0] = c[i0]");
  }

  @Test
  void leavesOutputsWithMemoryOfTheirOwn() {
    TensorProgram program =
        ProgramText.parse(
            """
            tensor x: f32[]
            tensor y: f32[]
            tensor z: f32[1]
            input x
            output z
            compute e ()
              y[] = x[]
            alias z = y
            """);
    assertThat(SeparateOutputs.apply(program)).isSameAs(program);
  }
}
