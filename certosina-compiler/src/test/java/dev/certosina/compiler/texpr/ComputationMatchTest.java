package dev.certosina.compiler.texpr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ElementType;
import dev.certosina.InternalCompilerException;
import dev.certosina.ModelException;
import dev.certosina.compiler.affine.IndexStatementParser;
import dev.certosina.compiler.affine.IndexStatementPrinter;
import dev.certosina.compiler.texpr.ComputationMatch.Result;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.compiler.texpr.TensorProgram.Statement.Compute;
import dev.certosina.testkit.ProgramText;
import dev.certosina.testkit.Seed;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Also of [Computations], the way back.
class ComputationMatchTest {

  @Test
  void findsWhatWasLowered() {
    var computations = new RandomComputations(Seed.generator());
    for (int i = 0; i < 300; i++) {
      Computation computation = computations.next();
      String text = IndexStatementPrinter.print(computation.statement()) + computation.axes();
      TensorProgram program = Computations.program(computation);
      Result result = match(program);
      assertThat(result).as(text).isInstanceOf(Result.Accepted.class);
      Computation found = ((Result.Accepted) result).computation();
      assertThat(found.tensors()).as(text).isEqualTo(computation.tensors());
      assertThat(found.axes()).as(text).isEqualTo(computation.axes());
      assertThat(Computations.payload(found)).as(text).isEqualTo(Computations.payload(computation));
    }
  }

  @Test
  void recognisesPadding() {
    Computation convolution =
        new ComputationBuilder("y", IndexStatementParser.parse("y[p] += x[p+r-1 | 0] * w[r]"))
            .extent("p", 5)
            .extent("r", 3)
            .build();
    assertThat(match(Computations.program(convolution)))
        .isEqualTo(new Result.Accepted(convolution));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "(x[k] * 2.0:f32); an operand is no element of a tensor: 2.0:f32",
        "exp(x[k]); an operand is no element of a tensor: exp(x[k])",
        "((x[k] * x[k]) + x[k]); an operand is no element of a tensor: (x[k] * x[k])",
        "select((0:i64 <= index(k)), x[k], x[0]); padding is no literal: x[0]",
        "select((1:i64 <= index(k)), x[k], 0.0:f32); a condition asks for more than that 'x' is not"
            + " left",
        "select((x[k] <= x[k]), x[k], 0.0:f32); a condition is no conjunction of bounds",
        "select((0:i64 <= index(k + -1)), x[k + -2], 0.0:f32); nothing keeps coordinate k + -2"
            + " inside 'x'",
        "x[0]; axis 'k' is in no access of its kind",
      })
  void rejectsWithAReason(String payload, String reason) {
    TensorProgram program =
        ProgramText.parse(
            """
            tensor x: f32[4]
            tensor y: f32[]
            input x
            output y
            compute y (; k < 4)
              y[] sum= %s
            """
                .formatted(payload));
    assertThat(match(program)).isEqualTo(new Result.Rejected(reason));
  }

  @Test
  void roundsSixteenBitResultsOnce() {
    Computation product =
        new ComputationBuilder("y", IndexStatementParser.parse("y[m] += x[m,k] * w[k]"))
            .extent("m", 2)
            .extent("k", 3)
            .types(ElementType.BFLOAT16)
            .build();
    TensorProgram program = Computations.program(product);
    TensorProgramVerifier.verify(program);
    TensorValue x = TensorValue.filled(ElementType.BFLOAT16, List.of(2L, 3L), i -> i + 1);
    TensorValue w = TensorValue.filled(ElementType.BFLOAT16, List.of(3L), i -> 10 * i + 1);
    TensorValue found = TensorProgramInterpreter.run(program, Map.of("x", x, "w", w)).getFirst();
    // 1 + 22 + 63 and 4 + 55 + 126 = 185, which bf16 holds.
    assertThat(found.toDoubles()).containsExactly(86, 185);
  }

  @Test
  void refusesADestinationWithHoles() {
    Computation strided =
        new ComputationBuilder("y", IndexStatementParser.parse("y[2*i] += x[i]"))
            .extent("i", 3)
            .build();
    assertThatThrownBy(() -> Computations.program(strided))
        .isInstanceOf(ModelException.class)
        .hasMessage("destination 'y': found 3 elements written, needed all 5");
  }

  @Test
  void leavesTheUntakenLoadAlone() {
    TensorProgram program = guarded("(1:i64 <= index(d0))");
    TensorValue x = TensorValue.ofFloats(new float[] {5, 6, 7}, 3);
    assertThat(TensorProgramInterpreter.run(program, Map.of("x", x)).getFirst().toFloats())
        .containsExactly(9, 5, 6, 7);
  }

  @Test
  void marksALoadThatNativeCodeCouldNotSkip() {
    assertThatThrownBy(
            () -> TensorProgramVerifier.requireLoadsInside(guarded("(1:i64 <= index(d0))")))
        .isInstanceOf(ModelException.class)
        .hasMessage(
            "expression 'y': coordinate d0 + -1 of dim 0 of 'x' leaves the extent 3, which kernels"
                + " of stages cannot skip");
  }

  @Test
  void catchesALoadThatNoConditionGuards() {
    TensorProgram program = guarded("(0:i64 <= index(d0))");
    TensorValue x = TensorValue.ofFloats(new float[] {5, 6, 7}, 3);
    assertThatThrownBy(() -> TensorProgramInterpreter.run(program, Map.of("x", x)))
        .isInstanceOf(InternalCompilerException.class)
        .hasMessage("expression 'y': coordinate d0 + -1 of dim 0 of 'x' leaves the extent 3");
  }

  private static TensorProgram guarded(String condition) {
    return ProgramText.parse(
        """
        tensor x: f32[3]
        tensor y: f32[4]
        input x
        output y
        compute y (d0 < 4)
          y[d0] = select(%s, x[d0 + -1], 9.0:f32)
        """
            .formatted(condition));
  }

  private static Result match(TensorProgram program) {
    Compute statement = (Compute) program.statements().getFirst();
    return ComputationMatch.match(statement.expr(), name -> tensor(program, name), _ -> false);
  }

  private static Tensor tensor(TensorProgram program, String name) {
    return program.tensors().stream()
        .filter(tensor -> tensor.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
