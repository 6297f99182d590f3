package dev.certosina.compiler.texpr;

import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.compiler.texpr.TensorProgram.Constant;
import dev.certosina.compiler.texpr.TensorProgram.Statement;
import dev.certosina.compiler.texpr.TensorProgram.Statement.Alias;
import dev.certosina.compiler.texpr.TensorProgram.Statement.Compute;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Drops statements and constants that no output depends on, and lists the tensors that are left in
/// order of first mention. Inputs stay.
public final class RemoveDeadStatements {
  private RemoveDeadStatements() {}

  public static TensorProgram run(TensorProgram program) {
    Set<String> live = new HashSet<>(program.outputs());
    List<Statement> statements = new ArrayList<>();
    for (Statement statement : program.statements().reversed()) {
      if (live.contains(target(statement))) {
        live.addAll(sources(statement));
        statements.addFirst(statement);
      }
    }
    List<Constant> constants =
        program.constants().stream().filter(constant -> live.contains(constant.tensor())).toList();
    return new TensorProgram(
        mentioned(program, statements),
        program.inputs(),
        program.outputs(),
        constants,
        statements,
        program.guards(),
        program.checks());
  }

  private static List<Tensor> mentioned(TensorProgram program, List<Statement> statements) {
    Map<String, Tensor> declared = new LinkedHashMap<>();
    program.tensors().forEach(tensor -> declared.put(tensor.name(), tensor));
    Set<String> names = new LinkedHashSet<>(program.inputs());
    for (Statement statement : statements) {
      names.addAll(sources(statement));
      names.add(target(statement));
    }
    names.addAll(program.outputs());
    List<Tensor> tensors = new ArrayList<>();
    names.forEach(name -> tensors.add(declared.get(name)));
    return tensors;
  }

  private static String target(Statement statement) {
    return switch (statement) {
      case Compute(TensorExpr expr) -> expr.output();
      case Alias(String target, String _) -> target;
    };
  }

  private static Set<String> sources(Statement statement) {
    return switch (statement) {
      case Compute(TensorExpr expr) -> Payloads.tensors(expr.payload());
      case Alias(String _, String source) -> Set.of(source);
    };
  }
}
