package dev.certosina.compiler.kernel.lower.nest;

import dev.certosina.compiler.affine.NormalForm;
import dev.certosina.compiler.affine.NormalForms;
import dev.certosina.compiler.mapping.PhysicalMapping.Loop;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The reduction loops inside a block. Neighbouring loops over which every operand advances evenly
/// are one: in channels-last, for example, a kernel's columns and channels.
///
/// @param loops outermost first
/// @param unrolled names of those that are written out
/// @param removed loops that were merged into the one after them
/// @param forms with the merged extents
record ReductionLoops(
    List<Loop> loops, List<String> unrolled, List<String> removed, NormalForms forms) {

  /// @param guarded whether guards are tested inside the block
  static ReductionLoops of(NestPlan plan, boolean guarded) {
    List<NormalForm> addresses = plan.sources().stream().map(OperandPlan::address).toList();
    List<NormalForm> fixed = new ArrayList<>();
    if (guarded) {
      plan.operands()
          .forEach(operand -> operand.guards().forEach(guard -> fixed.add(guard.value())));
    }
    List<String> unrolled = plan.schedule().unrolled();
    List<Loop> loops = new ArrayList<>();
    List<String> removed = new ArrayList<>();
    for (int i = plan.loops().inner().size() - 1; i >= 0; i--) {
      Loop loop = plan.loops().inner().get(i);
      Loop next = loops.isEmpty() ? loop : loops.getFirst();
      if (!loops.isEmpty()
          && !unrolled.contains(loop.name())
          && !unrolled.contains(next.name())
          && addresses.stream().allMatch(address -> isEven(address, loop, next))
          && fixed.stream().noneMatch(form -> form.uses(loop.name()) || form.uses(next.name()))) {
        long extent = Math.multiplyExact(loop.extent(), next.extent());
        loops.set(0, new Loop(next.name(), extent, next.kind()));
        removed.add(loop.name());
      } else {
        loops.addFirst(loop);
      }
    }
    Map<String, Long> extents = new LinkedHashMap<>();
    plan.mapping().loops().forEach(loop -> extents.put(loop.name(), loop.extent()));
    plan.mapping().tiles().forEach(tile -> extents.put(tile.lane(), tile.size()));
    loops.forEach(loop -> extents.put(loop.name(), loop.extent()));
    return new ReductionLoops(loops, unrolled, removed, new NormalForms(extents));
  }

  private static boolean isEven(NormalForm address, Loop outer, Loop inner) {
    return address.isLinearIn(outer.name())
        && address.isLinearIn(inner.name())
        && address.coefficient(outer.name()) == address.coefficient(inner.name()) * inner.extent();
  }

  /// A form over the loops that are left.
  NormalForm reduce(NormalForm form) {
    return forms.substitute(
        form, name -> removed.contains(name) ? NormalForm.constant(0) : NormalForm.variable(name));
  }

  boolean isUnrolled(Loop loop) {
    return unrolled.contains(loop.name());
  }
}
