package dev.certosina.bench.amos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.bench.ours.OperandView;
import dev.certosina.bench.ours.OperatorBinding;
import dev.certosina.compiler.mapping.operators.Operator;
import dev.certosina.compiler.mapping.operators.Operator.Configuration;
import dev.certosina.compiler.mapping.operators.OperatorOptions;
import dev.certosina.compiler.mapping.operators.Operators;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.peers.operator.OperatorProblem;
import dev.certosina.runtime.dim.Dims;
import java.util.List;
import org.junit.jupiter.api.Test;

class AmosProblemsTest {
  @Test
  void giveEveryTensorAsManyElementsAsTheOperator() {
    int cases = 0;
    for (Operator operator : Operators.all()) {
      for (Configuration configuration : operator.configurations()) {
        OperatorBinding binding = AmosProblems.of(operator, configuration);
        TensorProgram program =
            operator.program(configuration, OperatorOptions.DEFAULT.withLayout(binding.layout()));
        OperatorProblem problem = binding.problem();
        requireElements(program, binding.left(), problem.leftShape(), configuration);
        requireElements(program, binding.out(), problem.outShape(), configuration);
        if (!binding.right().tensor().isEmpty()) {
          requireElements(program, binding.right(), problem.rightShape(), configuration);
        }
        cases++;
      }
    }
    assertThat(cases).isEqualTo(124);
  }

  private static void requireElements(
      TensorProgram program, OperandView view, List<Integer> shape, Configuration configuration) {
    Tensor tensor =
        program.tensors().stream()
            .filter(candidate -> candidate.name().equals(view.tensor()))
            .findFirst()
            .orElseThrow();
    long elements =
        tensor.shape().stream()
            .mapToLong(dim -> Dims.constantValue(dim).orElseThrow())
            .reduce(1, (a, b) -> a * b);
    assertThat(OperatorProblem.elements(shape))
        .as("%s of %s", view.tensor(), configuration)
        .isEqualTo(elements);
    assertThat(OperatorProblem.elements(view.shape())).isEqualTo(elements);
  }
}
