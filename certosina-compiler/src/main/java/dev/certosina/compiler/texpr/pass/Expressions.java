package dev.certosina.compiler.texpr.pass;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.texpr.Payloads;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.compiler.texpr.TensorProgram.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// What several passes do to expressions and programs.
final class Expressions {
  private Expressions() {}

  /// The program with every expression changed; same instance if nothing changed.
  static TensorProgram mapExpressions(
      TensorProgram program, Function<TensorExpr, TensorExpr> change) {
    List<Statement> statements = new ArrayList<>();
    for (Statement statement : program.statements()) {
      statements.add(
          switch (statement) {
            case Statement.Compute(TensorExpr expr) -> new Statement.Compute(change.apply(expr));
            case Statement.Alias _ -> statement;
          });
    }
    return statements.equals(program.statements()) ? program : withStatements(program, statements);
  }

  static TensorProgram withStatements(TensorProgram program, List<Statement> statements) {
    return new TensorProgram(
        program.tensors(),
        program.inputs(),
        program.outputs(),
        program.constants(),
        statements,
        program.guards(),
        program.checks());
  }

  /// The expression over `axes`, with its former axes replaced by linear forms.
  static TensorExpr substitute(
      TensorExpr expr, List<Axis> axes, Function<String, IndexExpr> replacement) {
    return new TensorExpr(
        expr.name(),
        axes,
        expr.output(),
        expr.write().stream().map(index -> index.substitute(replacement)).toList(),
        expr.combiner(),
        Payloads.substituteAxes(expr.payload(), replacement));
  }

  /// The axis that `index` is equal to, if it is just one axis.
  static Optional<String> soleAxis(IndexExpr index) {
    return index.terms().size() == 1
            && index.equals(IndexExpr.axis(index.terms().getFirst().axis()))
        ? Optional.of(index.terms().getFirst().axis())
        : Optional.empty();
  }
}
