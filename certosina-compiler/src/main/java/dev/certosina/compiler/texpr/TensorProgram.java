package dev.certosina.compiler.texpr;

import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.runtime.exec.Program.Check;
import dev.certosina.runtime.exec.Program.Guard;
import java.util.List;

/// A whole model as tensor expressions in execution order.
///
/// Every tensor is declared once, as one of: an input, a constant, the target of an [Alias] (the
/// same bytes under another shape with the same number of elements), or the output of one or more
/// expressions. Nothing is read before it is fully written.
///
/// @param tensors all declarations, in order of first mention
/// @param inputs names of tensors, in the model's order
/// @param outputs names of tensors, in the model's order; an output may also be an input, a
///   constant or an alias
/// @param guards equalities of joined dims that this program takes for granted
/// @param checks what else must hold of the dims for the model to be valid
public record TensorProgram(
    List<TensorExpr.Tensor> tensors,
    List<String> inputs,
    List<String> outputs,
    List<Constant> constants,
    List<Statement> statements,
    List<Guard> guards,
    List<Check> checks) {

  public TensorProgram {
    tensors = List.copyOf(tensors);
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
    constants = List.copyOf(constants);
    statements = List.copyOf(statements);
    guards = List.copyOf(guards);
    checks = List.copyOf(checks);
  }

  /// A tensor whose elements are known.
  public record Constant(String tensor, Initializer value) {}

  /// What a program consists of.
  public sealed interface Statement {

    /// Evaluate one expression.
    record Compute(TensorExpr expr) implements Statement {}

    /// `target` is `source`'s memory under `target`'s shape.
    record Alias(String target, String source) implements Statement {}
  }
}
