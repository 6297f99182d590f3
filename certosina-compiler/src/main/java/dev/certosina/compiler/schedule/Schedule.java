package dev.certosina.compiler.schedule;

import dev.certosina.compiler.mapping.ContractionMatch;
import dev.certosina.compiler.schedule.nest.NestChoice;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.compiler.texpr.pass.InlineElementwise;
import dev.certosina.compiler.texpr.pass.RemoveUnitAxes;
import dev.certosina.compiler.texpr.pass.SeparateOutputs;
import dev.certosina.compiler.texpr.pass.SimplifyPayloads;
import java.util.List;
import java.util.Map;

/// A program's groups in execution order, and where their tensors live.
///
/// @param program the expressions that were grouped, after inlining
/// @param memory addresses; also knows the tensors that the schedule added
/// @param packed weights to be laid out for products ahead of time
/// @param copied weights to be copied for mapped instructions ahead of time
public record Schedule(
    TensorProgram program,
    Memory memory,
    List<TaskGroup> groups,
    List<PackedWeight> packed,
    List<CopiedWeight> copied) {

  public Schedule {
    groups = List.copyOf(groups);
    packed = List.copyOf(packed);
    copied = List.copyOf(copied);
  }

  /// The `fuse` and `schedule` phases.
  public static Schedule of(TensorProgram program) {
    return of(program, Map.of());
  }

  /// The `fuse` and `schedule` phases, with some expressions computed by mapped instructions.
  ///
  /// @param choices by the names of expressions that reduce
  /// @throws dev.certosina.ModelException when a choice does not fit the program
  public static Schedule of(TensorProgram program, Map<String, NestChoice> choices) {
    TensorProgram simple = simplify(SeparateOutputs.apply(program));
    Memory memory = new Memory(simple);
    NestChoices.requireFitting(simple, choices);
    AbsorbInitial.Result absorbed = AbsorbInitial.apply(simple, memory, choices.keySet());
    TensorProgram inlined =
        InlineElementwise.apply(
            absorbed.program(),
            expr -> choices.containsKey(expr.name()) || isProduct(expr, memory));
    List<FormGroups.OpenGroup> groups =
        FormGroups.apply(inlined, memory, absorbed.initials(), choices.keySet());
    BuildStages build = new BuildStages(inlined, memory, choices);
    groups.forEach(build::add);
    return new Schedule(inlined, memory, build.groups(), build.packed(), build.copied());
  }

  /// Rewrites that make equal computations look equal.
  public static TensorProgram simplify(TensorProgram program) {
    return SimplifyPayloads.apply(RemoveUnitAxes.apply(program));
  }

  private static boolean isProduct(TensorExpr expr, Memory memory) {
    return ContractionMatch.match(memory.linearize(expr), memory::type)
        instanceof ContractionMatch.Result.Accepted;
  }
}
