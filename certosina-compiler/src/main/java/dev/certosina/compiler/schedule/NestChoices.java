package dev.certosina.compiler.schedule;

import dev.certosina.ModelException;
import dev.certosina.compiler.mapping.PhysicalMapping.OperandMap;
import dev.certosina.compiler.schedule.nest.NestChoice;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.compiler.texpr.TensorProgram.Statement;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/// Checks that choices of mapped instructions belong to a program.
final class NestChoices {
  private NestChoices() {}

  /// @throws ModelException naming the first choice that fits no expression, or a tensor that
  ///   differs
  static void requireFitting(TensorProgram program, Map<String, NestChoice> choices) {
    Map<String, TensorExpr> exprs = new TreeMap<>();
    for (Statement statement : program.statements()) {
      if (statement instanceof Statement.Compute(TensorExpr expr)) {
        exprs.put(expr.name(), expr);
      }
    }
    new TreeMap<>(choices)
        .forEach((name, choice) -> {
          TensorExpr expr = exprs.get(name);
          if (expr == null || expr.combiner() == Combiner.NONE) {
            throw new ModelException(
                "mapping of '" + name + "': found no expression of that name that reduces");
          }
          choice
              .mapping()
              .operands()
              .forEach(operand -> requireTensor(program, name, choice, operand));
          String destination = choice.mapping().mapping().computation().destination().name();
          if (!destination.equals(expr.output())) {
            throw new ModelException(
                "mapping of '%s': found destination '%s', needed '%s'"
                    .formatted(name, destination, expr.output()));
          }
        });
  }

  private static void requireTensor(
      TensorProgram program, String name, NestChoice choice, OperandMap operand) {
    Computation computation = choice.mapping().mapping().computation();
    Tensor wanted = computation.tensor(operand.tensor());
    boolean exists =
        program.tensors().stream()
            .anyMatch(tensor ->
                tensor.name().equals(wanted.name())
                    && tensor.type() == wanted.type()
                    && tensor.shape().equals(wanted.shape()));
    if (!exists) {
      throw new ModelException(
          "mapping of '%s': found no tensor '%s' of type %s and the mapping's shape"
              .formatted(name, wanted.name(), Objects.requireNonNull(wanted.type())));
    }
  }
}
