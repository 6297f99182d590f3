package dev.certosina.compiler.search;

import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.mapping.PhysicalMapping.Loop;
import dev.certosina.compiler.schedule.nest.NestSchedule;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/// The loops of a physical mapping as a schedule orders and blocks them, outermost first.
public record LoopBlocks(List<Block> blocks) {

  public LoopBlocks {
    blocks = List.copyOf(blocks);
  }

  /// @param loop of the physical mapping
  /// @param factor points of the largest block; 1 for a reduction loop
  /// @param isUnrolled true for a reduction loop that is written out
  public record Block(Loop loop, int factor, boolean isUnrolled) {

    /// Iterations of the loop over blocks.
    public long count() {
      return Math.ceilDiv(loop.extent(), factor);
    }

    /// Points of a block on average; blocks differ by at most one.
    public double average() {
      return (double) loop.extent() / count();
    }

    public boolean isSpatial() {
      return loop.kind() == AxisKind.PARALLEL;
    }
  }

  /// @param schedule of a candidate for `physical`; its order names each loop once
  public static LoopBlocks of(PhysicalMapping physical, NestSchedule schedule) {
    Map<String, Loop> loops =
        physical.loops().stream().collect(Collectors.toMap(Loop::name, Function.identity()));
    List<Block> blocks = new ArrayList<>();
    for (String name : schedule.order()) {
      Loop loop = loops.get(name);
      if (loop == null) {
        throw new IllegalArgumentException(
            "schedule: loop '%s' is not one of %s".formatted(name, loops.keySet()));
      }
      blocks.add(
          new Block(
              loop,
              schedule.registers().getOrDefault(name, 1),
              schedule.unrolled().contains(name)));
    }
    return new LoopBlocks(blocks);
  }

  /// How many of the outermost loops stand outside the accumulators: all but the reduction loops at
  /// the end. Spatial loops of one block are no loops.
  public int outside() {
    int outside = blocks.size();
    while (outside > 0 && staysInside(blocks.get(outside - 1))) {
      outside--;
    }
    return outside;
  }

  private static boolean staysInside(Block block) {
    return !block.isSpatial() || block.count() == 1;
  }

  /// The reduction loops that run while accumulators stay in registers, outermost first.
  public List<Block> inner() {
    return blocks.subList(outside(), blocks.size()).stream()
        .filter(block -> !block.isSpatial())
        .toList();
  }

  /// Unrolled instructions of different accumulators, those of the largest blocks.
  public long accumulators() {
    return blocks.stream()
        .filter(Block::isSpatial)
        .mapToLong(Block::factor)
        .reduce(1, Math::multiplyExact);
  }

  /// Instructions written out in the innermost loop's body.
  public long unrolled() {
    return blocks.stream()
        .mapToLong(block -> block.isUnrolled() ? block.loop().extent() : block.factor())
        .reduce(1, Math::multiplyExact);
  }

  /// Spatial loops before the first reduction loop that iterates.
  public int leadingSpatial() {
    int leading = 0;
    while (leading < blocks.size() && blocks.get(leading).isSpatial()) {
      leading++;
    }
    return leading;
  }
}
