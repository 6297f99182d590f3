package dev.certosina.compiler.schedule.nest;

import dev.certosina.ModelException;
import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.mapping.PhysicalMapping.Loop;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/// The loops of a physical mapping as a schedule arranges them. Loops and blocks of a single point
/// are left out: they are at 0.
///
/// @param spatial the blocks of every spatial loop with more than one point, in schedule order
/// @param tasks the loops whose points are tasks, outermost first
/// @param outer the loops around the unrolled block inside a task, outermost first; the last one is
///   spatial
/// @param inner the reduction loops inside, outermost first
public record NestLoops(
    Map<String, Blocks> spatial, List<Outer> tasks, List<Outer> outer, List<Loop> inner) {

  public NestLoops {
    tasks = List.copyOf(tasks);
    outer = List.copyOf(outer);
    inner = List.copyOf(inner);
  }

  /// @param count blocks of a spatial loop, points of a reduction loop
  public record Outer(String loop, long count, AxisKind kind) {}

  /// @throws ModelException when the schedule does not fit the mapping
  public static NestLoops of(PhysicalMapping mapping, NestSchedule schedule) {
    requireFitting(mapping, schedule);
    Map<String, Loop> loops = new LinkedHashMap<>();
    mapping.loops().forEach(loop -> loops.put(loop.name(), loop));
    Map<String, Blocks> spatial = new LinkedHashMap<>();
    List<Outer> all = new ArrayList<>();
    List<Outer> tasks = new ArrayList<>();
    for (int i = 0; i < schedule.order().size(); i++) {
      Loop loop = Objects.requireNonNull(loops.get(schedule.order().get(i)));
      long count = loop.extent();
      if (loop.kind() == AxisKind.PARALLEL && loop.extent() > 1) {
        int factor = schedule.registers().getOrDefault(loop.name(), 1);
        Blocks blocks = Blocks.of(loop.name(), loop.extent(), factor);
        spatial.put(loop.name(), blocks);
        count = blocks.count();
      }
      if (count > 1) {
        Outer outer = new Outer(loop.name(), count, loop.kind());
        (i < schedule.parallel() ? tasks : all).add(outer);
      }
    }
    int split = all.size();
    while (split > 0 && all.get(split - 1).kind() == AxisKind.REDUCTION) {
      split--;
    }
    List<Loop> inner =
        all.subList(split, all.size()).stream()
            .map(outer -> Objects.requireNonNull(loops.get(outer.loop())))
            .toList();
    return new NestLoops(spatial, tasks, all.subList(0, split), inner);
  }

  /// How many tasks there are.
  public long taskCount() {
    return tasks.stream().mapToLong(Outer::count).reduce(1, Math::multiplyExact);
  }

  /// True when sums return to memory between iterations of a reduction loop.
  public boolean hasOuterReduction() {
    return outer.stream().anyMatch(loop -> loop.kind() == AxisKind.REDUCTION);
  }

  private static void requireFitting(PhysicalMapping mapping, NestSchedule schedule) {
    String where = "schedule of '" + mapping.mapping().computation().name() + "': ";
    List<String> names = mapping.loops().stream().map(Loop::name).toList();
    Set<String> ordered = new HashSet<>(schedule.order());
    if (ordered.size() != schedule.order().size() || !ordered.equals(new HashSet<>(names))) {
      throw new ModelException(
          where + "found loops " + schedule.order() + ", needed an order of " + names);
    }
    for (Loop loop : mapping.loops()) {
      int factor = schedule.registers().getOrDefault(loop.name(), 1);
      boolean fits = factor == 1 || (factor > 1 && loop.kind() == AxisKind.PARALLEL);
      if (!fits) {
        throw new ModelException(
            "%sfound register factor %d of %s, needed one above 0 of a spatial loop"
                .formatted(where, factor, loop.name()));
      }
      int position = schedule.order().indexOf(loop.name());
      if (position < schedule.parallel() && loop.kind() == AxisKind.REDUCTION) {
        throw new ModelException(
            "%sfound reduction loop %s among %d parallel loops, needed spatial ones"
                .formatted(where, loop.name(), schedule.parallel()));
      }
    }
  }
}
