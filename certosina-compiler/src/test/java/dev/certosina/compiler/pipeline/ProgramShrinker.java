package dev.certosina.compiler.pipeline;

import dev.certosina.compiler.texpr.RemoveDeadStatements;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.compiler.texpr.TensorProgram.Statement;
import dev.certosina.compiler.texpr.TensorProgramInterpreter;
import dev.certosina.compiler.texpr.TensorValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Makes a failing program small: one output, one run, and as many intermediates as possible
/// replaced by inputs that hold the values which the interpreter gives them.
final class ProgramShrinker {
  private final ProgramRun.Build build;
  private GeneratedProgram program;
  private List<Map<String, TensorValue>> inputs;
  private String failure;

  private ProgramShrinker(
      GeneratedProgram program,
      ProgramRun.Build build,
      List<Map<String, TensorValue>> inputs,
      String failure) {
    this.program = program;
    this.build = build;
    this.inputs = inputs;
    this.failure = failure;
  }

  /// The smaller program as text, with what is wrong with it.
  static String describe(
      GeneratedProgram program,
      ProgramRun.Build build,
      List<Map<String, TensorValue>> inputs,
      String failure) {
    ProgramShrinker shrinker = new ProgramShrinker(program, build, inputs, failure);
    shrinker.shrink();
    return shrinker.failure
        + "\nruns "
        + shrinker.program.runs()
        + "\n"
        + dev.certosina.compiler.texpr.TensorProgramPrinter.print(shrinker.program.program());
  }

  private void shrink() {
    for (int run = program.runs().size() - 1; run >= 0 && program.runs().size() > 1; run--) {
      List<Map<String, Long>> runs = new ArrayList<>(program.runs());
      List<Map<String, TensorValue>> values = new ArrayList<>(inputs);
      runs.remove(run);
      values.remove(run);
      accept(
          new GeneratedProgram(program.program(), program.inputs(), program.tolerance(), runs),
          values);
    }
    for (String output : List.copyOf(program.program().outputs())) {
      List<String> rest = new ArrayList<>(program.program().outputs());
      rest.remove(output);
      if (!rest.isEmpty()) {
        accept(with(program.program(), rest, program.program().inputs()), inputs);
      }
    }
    for (int pass = 0; pass < 2; pass++) {
      List<Statement> statements = List.copyOf(program.program().statements()).reversed();
      statements.forEach(this::replaceByInput);
    }
  }

  private void replaceByInput(Statement statement) {
    String target =
        switch (statement) {
          case Statement.Alias(String name, String _) -> name;
          case Statement.Compute(var expr) -> expr.output();
        };
    TensorProgram now = program.program();
    if (now.outputs().contains(target) || !isWritten(now, target)) {
      return;
    }
    TensorProgram showing = with(now, List.of(target), now.inputs()).program();
    List<Map<String, TensorValue>> values = new ArrayList<>();
    for (Map<String, TensorValue> run : inputs) {
      Map<String, TensorValue> extended = new LinkedHashMap<>(run);
      extended.put(target, TensorProgramInterpreter.run(showing, run).getFirst());
      values.add(extended);
    }
    List<String> names = new ArrayList<>(now.inputs());
    names.add(target);
    List<Statement> rest =
        now.statements().stream().filter(other -> !writes(other, target)).toList();
    TensorProgram shorter =
        new TensorProgram(
            now.tensors(), names, now.outputs(), now.constants(), rest, List.of(), List.of());
    accept(with(shorter, now.outputs(), names), values);
  }

  private static boolean isWritten(TensorProgram program, String tensor) {
    return program.statements().stream().anyMatch(statement -> writes(statement, tensor));
  }

  private static boolean writes(Statement statement, String tensor) {
    return switch (statement) {
      case Statement.Alias(String target, String _) -> target.equals(tensor);
      case Statement.Compute(var expr) -> expr.output().equals(tensor);
    };
  }

  private GeneratedProgram with(TensorProgram base, List<String> outputs, List<String> names) {
    TensorProgram live =
        RemoveDeadStatements.run(
            new TensorProgram(
                base.tensors(),
                names,
                outputs,
                base.constants(),
                base.statements(),
                List.of(),
                List.of()));
    return new GeneratedProgram(live, program.inputs(), program.tolerance(), program.runs());
  }

  private void accept(GeneratedProgram candidate, List<Map<String, TensorValue>> values) {
    Optional<String> problem = new ProgramRun(candidate, build, values).failure();
    if (problem.isPresent()) {
      program = candidate;
      inputs = values;
      failure = problem.get();
    }
  }
}
