package dev.certosina.compiler.mapping.operators;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexStatementPrinter;
import dev.certosina.compiler.mapping.operators.Operator.Configuration;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.ReferenceEvaluator;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.compiler.texpr.TensorProgramInterpreter;
import dev.certosina.compiler.texpr.TensorProgramVerifier;
import dev.certosina.compiler.texpr.TensorValue;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.testkit.Seed;
import dev.certosina.testkit.Tolerance;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/// Whole operators against loops over their definitions, at the samples' sizes.
class OperatorProgramsTest {
  private static final Tolerance FLOATS = new Tolerance(1e-5, 1e-5);
  private static final OperatorTypes INTEGERS =
      new OperatorTypes(ElementType.UINT8, ElementType.INT8, ElementType.INT32);

  private interface Check {
    void accept(Operator operator, Configuration configuration, OperatorOptions options);
  }

  private static void forEachSample(Check check) {
    for (Operator operator : Operators.all()) {
      for (Configuration configuration : operator.samples()) {
        for (Layout layout : Layout.values()) {
          OperatorOptions options = OperatorOptions.DEFAULT.withLayout(layout);
          check.accept(operator, configuration, options);
          check.accept(operator, configuration, options.withBatch(3));
          if (!List.of("men", "var").contains(operator.name())) {
            check.accept(operator, configuration, options.withBatch(2).withTypes(INTEGERS));
          }
        }
      }
    }
  }

  @Test
  void givesWhatTheDefinitionsSay() {
    RandomGenerator random = Seed.generator();
    forEachSample((operator, configuration, options) -> {
      check(operator, configuration, options, operator.program(configuration, options), random);
      operator
          .direct(configuration, options)
          .ifPresent(program -> check(operator, configuration, options, program, random));
    });
  }

  private static void check(
      Operator operator,
      Configuration configuration,
      OperatorOptions options,
      TensorProgram program,
      RandomGenerator random) {
    String what = configuration + " " + options;
    assertThat(TensorProgramVerifier.problems(program)).as(what).isEmpty();
    Map<String, TensorValue> inputs = inputs(program, random);
    TensorValue found = TensorProgramInterpreter.run(program, inputs).getFirst();
    double[] expected =
        new DirectOperators(operator.name(), configuration.sizes(), options, inputs).result();
    TensorValue wanted = TensorValue.filled(found.type(), found.shape(), i -> expected[i]);
    assertThat(expected).as(what).hasSize((int) found.elementCount());
    FLOATS.assertClose(what, found, wanted);
  }

  @Test
  void endsWithTheMainComputation() {
    RandomGenerator random = Seed.generator();
    forEachSample((operator, configuration, options) -> {
      Computation computation = operator.computation(configuration, options);
      TensorProgram program = operator.program(configuration, options);
      TensorProgram open =
          new TensorProgram(
              program.tensors(),
              program.inputs(),
              computation.tensors().stream().map(Tensor::name).toList(),
              program.constants(),
              program.statements(),
              List.of(),
              List.of());
      List<TensorValue> values = TensorProgramInterpreter.run(open, inputs(program, random));
      Map<String, TensorValue> operands = new LinkedHashMap<>();
      for (int i = 0; i < values.size() - 1; i++) {
        operands.put(computation.tensors().get(i).name(), values.get(i));
      }
      FLOATS.assertClose(
          configuration + " " + options,
          ReferenceEvaluator.evaluate(computation, operands),
          values.getLast());
    });
  }

  @Test
  void decomposesTransposedConvolutionsIntoPhases() {
    RandomGenerator random = Seed.generator();
    Operator operator = Operators.find("t2d");
    for (Configuration configuration : operator.samples()) {
      for (Layout layout : Layout.values()) {
        for (OperatorTypes types : List.of(OperatorTypes.FLOAT32, INTEGERS)) {
          OperatorOptions options =
              OperatorOptions.DEFAULT.withBatch(2).withLayout(layout).withTypes(types);
          TensorProgram program = operator.program(configuration, options);
          PhaseDecomposition phases = operator.phases(configuration, options).orElseThrow();
          assertThat(TensorProgramVerifier.problems(phases.program())).isEmpty();
          Map<String, TensorValue> inputs = inputs(program, random);
          FLOATS.assertClose(
              configuration + " " + options,
              TensorProgramInterpreter.run(phases.program(), inputs).getFirst(),
              TensorProgramInterpreter.run(program, inputs).getFirst());
        }
      }
    }
  }

  @Test
  void isSoundForEveryConfiguration() {
    for (Operator operator : Operators.all()) {
      for (Configuration configuration : operator.configurations()) {
        for (Layout layout : Layout.values()) {
          OperatorOptions options = OperatorOptions.DEFAULT.withLayout(layout);
          TensorProgram program = operator.program(configuration, options);
          assertThat(TensorProgramVerifier.problems(program)).as("%s", configuration).isEmpty();
          operator
              .phases(configuration, options)
              .ifPresent(phases ->
                  assertThat(TensorProgramVerifier.problems(phases.program()))
                      .as("phases of %s", configuration)
                      .isEmpty());
        }
      }
    }
  }

  @Test
  void readsTheImageUnguardedWhereAPhaseHasOneTap() {
    Operator operator = Operators.find("t2d");
    PhaseDecomposition phases =
        operator.phases(operator.configuration(2), OperatorOptions.DEFAULT).orElseThrow();
    assertThat(phases.parts()).hasSize(1);
    assertThat(phases.zeros()).hasSize(3);
    assertThat(IndexStatementPrinter.print(phases.parts().getFirst().statement()))
        .isEqualTo("O[n,k,p*2,q*2] += I[n,c,p-r,q-s] * W[c,k,r*2,s*2]");
  }

  @Test
  void joinsNeighbouringResiduesOfOneTap() {
    Operator operator = Operators.find("t2d");
    PhaseDecomposition phases =
        operator.phases(operator.configuration(0), OperatorOptions.DEFAULT).orElseThrow();
    assertThat(phases.parts()).hasSize(1);
    assertThat(phases.zeros()).hasSize(40);
    assertThat(IndexStatementPrinter.print(phases.parts().getFirst().statement()))
        .isEqualTo("O[n,k,p*7+r+4,q*7+s+4] += I[n,c,p+1,q+1] * W[c,k,r,s]");
  }

  @Test
  void hasNoPhasesOfOtherOperators() {
    Operator operator = Operators.find("c2d");
    assertThat(operator.phases(operator.configuration(0), OperatorOptions.DEFAULT)).isEmpty();
  }

  @Test
  void refusesAMeanOfIntegers() {
    Operator operator = Operators.find("men");
    assertThatThrownBy(() ->
            operator.program(
                operator.samples().getFirst(), OperatorOptions.DEFAULT.withTypes(INTEGERS)))
        .hasMessage("operator 'men': found u8 and i8, needed floats: its column holds 1 / count");
  }

  private static Map<String, TensorValue> inputs(TensorProgram program, RandomGenerator random) {
    Map<String, TensorValue> inputs = new LinkedHashMap<>();
    for (Tensor tensor : program.tensors()) {
      if (program.inputs().contains(tensor.name())) {
        List<Long> shape =
            tensor.shape().stream().map(dim -> Dims.constantValue(dim).orElseThrow()).toList();
        int least = tensor.type().isUnsignedInteger() ? 0 : -4;
        inputs.put(
            tensor.name(),
            TensorValue.filled(tensor.type(), shape, _ -> least + random.nextInt(9)));
      }
    }
    return inputs;
  }
}
