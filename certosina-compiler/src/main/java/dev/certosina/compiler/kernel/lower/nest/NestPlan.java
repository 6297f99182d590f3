package dev.certosina.compiler.kernel.lower.nest;

import dev.certosina.compiler.affine.IndexStatement.Accumulation;
import dev.certosina.compiler.affine.NormalForms;
import dev.certosina.compiler.kernel.Kernel.Access;
import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.schedule.nest.NestLoops;
import dev.certosina.compiler.schedule.nest.NestSchedule;
import dev.certosina.compiler.target.Intrinsic;
import java.util.List;
import java.util.Objects;

/// What all blocks of one nest have in common.
///
/// @param forms knows the extents of loops and lane variables
/// @param operands the intrinsic's sources in its order, then the destination
/// @param vectorBytes of the target's vector registers
record NestPlan(
    PhysicalMapping mapping,
    NestSchedule schedule,
    NestLoops loops,
    NormalForms forms,
    List<OperandPlan> operands,
    int vectorBytes) {

  NestPlan {
    operands = List.copyOf(operands);
  }

  List<OperandPlan> sources() {
    return operands.subList(0, operands.size() - 1);
  }

  OperandPlan destination() {
    return Objects.requireNonNull(operands.getLast());
  }

  Intrinsic intrinsic() {
    return mapping.mapping().intrinsic();
  }

  Accumulation accumulation() {
    return intrinsic().compute().statement().accumulation();
  }

  /// How the destination's buffer is used.
  Access written() {
    return loops.hasOuterReduction() ? Access.READ_WRITE : Access.WRITE;
  }
}
