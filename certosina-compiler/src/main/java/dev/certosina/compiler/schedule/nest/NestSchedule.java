package dev.certosina.compiler.schedule.nest;

import dev.certosina.compiler.mapping.Placement;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What is done with the loops of a physical mapping.
///
/// A loop with register factor `u` is cut into blocks of at most `u` (balanced: sizes differ by at
/// most one); the points of a block are unrolled inside the innermost loop, each with an
/// accumulator of its own. So the nest is: the loops of `order` over blocks, and inside them, once
/// per block of spatial loops, the reduction loops around the unrolled instructions.
///
/// @param placements of the intrinsic's sources in its order, then of the destination
/// @param order the loops of the physical mapping, each once, outermost first. A spatial loop may
///   stand inside a reduction loop: accumulators then return to memory between its iterations
/// @param registers factors above 1 of spatial loops
/// @param unrolled reduction loops that are written out, for small extents
/// @param parallel how many of the outermost loops' blocks are tasks; all of them spatial
/// @param prefetch how many iterations of the innermost reduction loop ahead sources are fetched; 0
///   for not at all
public record NestSchedule(
    List<Placement> placements,
    List<String> order,
    Map<String, Integer> registers,
    List<String> unrolled,
    int parallel,
    int prefetch) {

  public NestSchedule {
    placements = List.copyOf(placements);
    order = List.copyOf(order);
    registers = Collections.unmodifiableMap(new LinkedHashMap<>(registers));
    unrolled = List.copyOf(unrolled);
  }

  public NestSchedule withPlacements(List<Placement> changed) {
    return new NestSchedule(changed, order, registers, unrolled, parallel, prefetch);
  }

  public NestSchedule withOrder(List<String> changed) {
    return new NestSchedule(placements, changed, registers, unrolled, parallel, prefetch);
  }

  public NestSchedule withRegisters(Map<String, Integer> changed) {
    return new NestSchedule(placements, order, changed, unrolled, parallel, prefetch);
  }

  public NestSchedule withUnrolled(List<String> changed) {
    return new NestSchedule(placements, order, registers, changed, parallel, prefetch);
  }

  public NestSchedule withParallel(int changed) {
    return new NestSchedule(placements, order, registers, unrolled, changed, prefetch);
  }

  public NestSchedule withPrefetch(int changed) {
    return new NestSchedule(placements, order, registers, unrolled, parallel, changed);
  }
}
