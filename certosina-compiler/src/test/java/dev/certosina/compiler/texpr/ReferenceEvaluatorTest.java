package dev.certosina.compiler.texpr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.compiler.affine.IndexStatementParser;
import dev.certosina.compiler.affine.IndexStatementPrinter;
import dev.certosina.testkit.Seed;
import dev.certosina.testkit.Tolerance;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class ReferenceEvaluatorTest {
  private static final Tolerance FLOATS = new Tolerance(1e-6, 1e-6);

  @Test
  void agreesWithTheInterpreterOnRandomComputations() {
    var computations = new RandomComputations(Seed.generator());
    for (int i = 0; i < 400; i++) {
      Computation computation = computations.next();
      Map<String, TensorValue> operands = computations.operands(computation);
      String text = IndexStatementPrinter.print(computation.statement()) + computation.axes();
      TensorProgram program = Computations.program(computation);
      assertThat(TensorProgramVerifier.problems(program)).as(text).isEmpty();
      TensorValue expected = TensorProgramInterpreter.run(program, operands).getFirst();
      TensorValue found = ReferenceEvaluator.evaluate(computation, operands);
      FLOATS.assertClose(text, found, expected);
    }
  }

  @Test
  void givesTheSameForAListOfElements() {
    RandomGenerator random = Seed.generator();
    var computations = new RandomComputations(random);
    for (int i = 0; i < 200; i++) {
      Computation computation = computations.next();
      Map<String, TensorValue> operands = computations.operands(computation);
      TensorValue all = ReferenceEvaluator.evaluate(computation, operands);
      long[] elements = random.longs(7, 0, all.elementCount()).toArray();
      if (computation.destination().type().isFloat()) {
        double[] whole = ReferenceEvaluator.floats(computation, operands);
        assertThat(ReferenceEvaluator.floats(computation, operands, elements))
            .containsExactly(Arrays.stream(elements).mapToDouble(e -> whole[(int) e]).toArray());
      } else {
        long[] whole = ReferenceEvaluator.integers(computation, operands);
        assertThat(ReferenceEvaluator.integers(computation, operands, elements))
            .containsExactly(Arrays.stream(elements).map(e -> whole[(int) e]).toArray());
      }
    }
  }

  @Test
  void wrapsIntegersInTheDestinationsType() {
    Computation computation =
        new ComputationBuilder("dot", IndexStatementParser.parse("D[] += A[k] * B[k]"))
            .extent("k", 2)
            .types(ElementType.INT8)
            .build();
    TensorValue operand = TensorValue.filled(ElementType.INT8, List.of(2L), _ -> 100);
    assertThat(ReferenceEvaluator.integers(computation, Map.of("A", operand, "B", operand)))
        .containsExactly((byte) 20000);
  }

  @Test
  void keepsTheIdentityWhereNothingIsWritten() {
    Computation computation =
        new ComputationBuilder("strided", IndexStatementParser.parse("D[2*i] max= A[i]"))
            .extent("i", 2)
            .build();
    TensorValue operand = TensorValue.ofFloats(new float[] {3, 4}, 2);
    assertThat(ReferenceEvaluator.floats(computation, Map.of("A", operand)))
        .containsExactly(3, Double.NEGATIVE_INFINITY, 4);
  }

  @Test
  void refusesOperandsThatDoNotFit() {
    Computation computation =
        new ComputationBuilder("copy", IndexStatementParser.parse("D[i] += A[i]"))
            .extent("i", 2)
            .build();
    assertThatThrownBy(() -> ReferenceEvaluator.evaluate(computation, Map.of()))
        .isInstanceOf(ModelException.class)
        .hasMessage("operand 'A' is missing");
    TensorValue long3 = TensorValue.ofFloats(new float[3], 3);
    assertThatThrownBy(() -> ReferenceEvaluator.evaluate(computation, Map.of("A", long3)))
        .isInstanceOf(ModelException.class)
        .hasMessage("operand 'A': found f32[3], needed f32[2]");
  }
}
