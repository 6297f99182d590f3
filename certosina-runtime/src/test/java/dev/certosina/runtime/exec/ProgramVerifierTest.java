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
        List.of(Program.Symbol.extent("x.0", 0, 0)),
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
        "index of buffer 'b' is 1, needed less than 1");
  }

  @Test
  void refusesABufferThatDoesNotExist() {
    Program.Argument argument = new Program.Argument.Address(1, ONE);
    assertFault(
        program(buffer(Program.BufferKind.ARENA, 0), argument, 1),
        "buffer in group 'group' is 1, needed less than 1");
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

  @Test
  void refusesAnElementThatIsNotDeclared() {
    Program.Argument argument = new Program.Argument.Scalar(Dims.element("x", 0));
    assertFault(
        program(buffer(Program.BufferKind.ARENA, 0), argument, 1), "element x[0] is not declared");
  }

  @Test
  void acceptsElementsOfSmallIntegerInputsOnly() {
    ProgramVerifier.verify(withElement(ElementType.INT32, 3, Dims.constant(4)), 0);
    assertFault(
        withElement(ElementType.INT32, 4, Dims.constant(4)),
        "element of symbol 't[4]' is 4, needed less than 4");
    assertFault(
        withElement(ElementType.FLOAT32, 0, Dims.constant(4)),
        "symbol t[0] is no element of a vector of integers");
    assertFault(
        withElement(ElementType.INT64, 0, Dims.constant(65)),
        "symbol t[0] is an element of a tensor of extent 65");
    assertFault(
        withElement(ElementType.INT64, 0, N),
        "symbol t[0] is an element of a tensor of extent x.0");
  }

  private static Program withElement(ElementType type, int index, Dim extent) {
    return new Program(
        List.of(
            Program.Symbol.extent("x.0", 0, 0),
            Program.Symbol.element(new Dim.Element("t", index), 1)),
        List.of(
            new Program.TensorSpec("x", ElementType.FLOAT32, List.of(N)),
            new Program.TensorSpec("t", type, List.of(extent))),
        List.of(),
        List.of(new Program.Variant(List.of(), List.of(), List.of(), List.of())));
  }
}
