package dev.certosina.compiler.search;

import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.Mapping.AxisGroup;
import dev.certosina.compiler.mapping.PhysicalMapping.Loop;
import dev.certosina.compiler.schedule.nest.NestSchedule;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// One representative of all candidates that give the same code.
final class CanonicalCandidate {
  private CanonicalCandidate() {}

  /// Where a mapping puts axes of one point does not matter.
  ///
  /// @return a text that is equal for mappings that coincide
  static String key(Mapping mapping) {
    List<String> groups = new ArrayList<>();
    for (AxisGroup group : mapping.groups()) {
      groups.add(
          group.intrinsicAxis()
              + "<-"
              + group.axes().stream()
                  .filter(axis -> !Extents.isUnit(mapping.computation(), axis))
                  .toList());
    }
    return mapping.intrinsic().name() + " " + mapping.sources() + " " + groups;
  }

  /// Brings a schedule into the form that stands for all equal ones: factors that give the same
  /// blocks become the smallest such factor, spatial loops of one block go to the front, reduction
  /// loops of one point to the end, and neither is unrolled.
  ///
  /// @param loops of the physical mapping, in its order
  /// @param schedule may name loops that are missing and lack some: these are left out and added
  static NestSchedule schedule(List<Loop> loops, NestSchedule schedule) {
    Map<String, Integer> registers = factors(loops, schedule.registers());
    List<String> first = new ArrayList<>();
    List<String> last = new ArrayList<>();
    List<String> unrolled = new ArrayList<>();
    for (Loop loop : loops) {
      boolean isSpatial = loop.kind() == AxisKind.PARALLEL;
      if (isSpatial && registers.getOrDefault(loop.name(), 1) == loop.extent()) {
        first.add(loop.name());
      } else if (!isSpatial && loop.extent() == 1) {
        last.add(loop.name());
      } else if (!isSpatial && schedule.unrolled().contains(loop.name())) {
        unrolled.add(loop.name());
      }
    }
    List<String> middle =
        loops.stream()
            .map(Loop::name)
            .filter(name -> !first.contains(name) && !last.contains(name))
            .sorted(Comparator.comparingInt(name -> position(schedule.order(), name)))
            .toList();
    List<String> order = new ArrayList<>(first);
    order.addAll(middle);
    order.addAll(last);
    return new NestSchedule(
        schedule.placements(),
        order,
        registers,
        unrolled,
        parallel(loops, first, middle, schedule),
        hasReduction(loops) ? schedule.prefetch() : 0);
  }

  /// Loops that the order lacks come after those that it names.
  private static int position(List<String> order, String name) {
    int position = order.indexOf(name);
    return position < 0 ? order.size() : position;
  }

  private static Map<String, Integer> factors(List<Loop> loops, Map<String, Integer> registers) {
    Map<String, Integer> factors = new LinkedHashMap<>();
    for (Loop loop : loops) {
      int wanted = registers.getOrDefault(loop.name(), 1);
      if (loop.kind() == AxisKind.PARALLEL && wanted > 1) {
        int factor = smallestFactor(loop.extent(), wanted);
        if (factor > 1) {
          factors.put(loop.name(), factor);
        }
      }
    }
    return factors;
  }

  /// The smallest factor that gives as many blocks as `factor` does.
  static int smallestFactor(long extent, int factor) {
    long blocks = Math.ceilDiv(extent, Math.min(factor, extent));
    return Math.toIntExact(Math.ceilDiv(extent, blocks));
  }

  /// Tasks are made of the same loops that iterate as before, as far as these are still spatial and
  /// outermost.
  private static int parallel(
      List<Loop> loops, List<String> first, List<String> middle, NestSchedule schedule) {
    List<String> tasks =
        schedule.order().subList(0, Math.min(schedule.parallel(), schedule.order().size()));
    int iterating = 0;
    while (iterating < middle.size()
        && tasks.contains(middle.get(iterating))
        && isSpatial(loops, middle.get(iterating))) {
      iterating++;
    }
    return iterating == 0 ? 0 : first.size() + iterating;
  }

  private static boolean isSpatial(List<Loop> loops, String name) {
    return loops.stream()
        .anyMatch(loop -> loop.name().equals(name) && loop.kind() == AxisKind.PARALLEL);
  }

  private static boolean hasReduction(List<Loop> loops) {
    return loops.stream().anyMatch(loop -> loop.kind() == AxisKind.REDUCTION && loop.extent() > 1);
  }
}
