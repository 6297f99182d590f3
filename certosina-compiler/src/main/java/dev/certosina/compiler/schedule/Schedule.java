package dev.certosina.compiler.schedule;

import dev.certosina.compiler.mapping.ContractionMatch;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.compiler.texpr.pass.InlineElementwise;
import dev.certosina.compiler.texpr.pass.RemoveUnitAxes;
import dev.certosina.compiler.texpr.pass.SeparateOutputs;
import dev.certosina.compiler.texpr.pass.SimplifyPayloads;
import java.util.List;

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
    TensorProgram simple = simplify(SeparateOutputs.apply(program));
    Memory memory = new Memory(simple);
    AbsorbInitial.Result absorbed = AbsorbInitial.apply(simple, memory);
    TensorProgram inlined =
        InlineElementwise.apply(absorbed.program(), expr -> isProduct(expr, memory));
    List<FormGroups.OpenGroup> groups = FormGroups.apply(inlined, memory, absorbed.initials());
    BuildStages build = new BuildStages(inlined, memory);
    groups.forEach(build::add);
    return new Schedule(inlined, memory, build.groups(), build.packed(), List.of());
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
