package dev.certosina.runtime.exec;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class ProgramVerifierTest {
  private static final Dim ONE = Dims.constant(1);
  private static final Dim N = Dims.symbol("x.0");

  private static Program program(Program.Buffer buffer, Program.Argument argument, int groups) {
    Program.Stage stage = new Program.Stage("kernel", List.of(argument), ONE, 1, ONE, ONE, ONE);
    Program.Group group = new Program.Group("group", ONE, N, 1, true, List.of(stage));
    return new Program(
        List.of(new Program.Symbol("x.0", 0, 0)),
        List.of(new Program.TensorSpec("x", ElementType.FLOAT32, List.of(N))),
        List.of(),
        List.of(
            new Program.Variant(
                List.of(), List.of(), List.of(buffer), Collections.nCopies(groups, group))));
  }

  private static Program.Buffer buffer(Program.BufferKind kind, int index) {
    return new Program.Buffer("b", kind, index, ONE);
  }

  private static void assertFault(Program program, String fault) {
    assertThatThrownBy(() -> ProgramVerifier.verify(program, 1))
        .isInstanceOf(ModelException.class)
        .hasMessage("program is invalid: " + fault);
  }

  @Test
  void refusesAWeightThatDoesNotExist() {
    Program.Argument argument = new Program.Argument.Address(0, ONE);
    assertFault(
        program(buffer(Program.BufferKind.WEIGHT, 1), argument, 1),
        "index of buffer 'b' is 1, not in 0..0");
  }

  @Test
  void refusesABufferThatDoesNotExist() {
    Program.Argument argument = new Program.Argument.Address(1, ONE);
    assertFault(
        program(buffer(Program.BufferKind.ARENA, 0), argument, 1),
        "buffer of an argument is 1, not in 0..0");
  }

  @Test
  void refusesALocalBufferOutsideItsGroup() {
    Program.Argument argument = new Program.Argument.Address(0, ONE);
    assertFault(
        program(buffer(Program.BufferKind.LOCAL, 0), argument, 2),
        "local buffer 'b' is used outside its group");
  }

  @Test
  void refusesASymbolThatIsNotDeclared() {
    Program.Argument argument = new Program.Argument.Scalar(Dims.symbol("y.0"));
    assertFault(
        program(buffer(Program.BufferKind.ARENA, 0), argument, 1), "symbol y.0 is not declared");
  }
}
