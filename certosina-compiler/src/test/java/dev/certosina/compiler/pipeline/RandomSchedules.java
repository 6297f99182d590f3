package dev.certosina.compiler.pipeline;

import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.mapping.PhysicalMapping.Loop;
import dev.certosina.compiler.mapping.Placement;
import dev.certosina.compiler.schedule.nest.NestSchedule;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/// Draws any schedule that fits a mapping.
final class RandomSchedules {
  private static final int LARGEST_FACTOR = 4;
  private static final int LONGEST_UNROLLED = 3;

  private final Random random;

  RandomSchedules(Random random) {
    this.random = random;
  }

  NestSchedule next(PhysicalMapping mapping, List<Placement> placements) {
    List<String> order = new ArrayList<>();
    List<String> reductions = new ArrayList<>();
    Map<String, Integer> registers = new LinkedHashMap<>();
    List<String> unrolled = new ArrayList<>();
    for (Loop loop : mapping.loops()) {
      if (loop.kind() == AxisKind.REDUCTION) {
        reductions.add(loop.name());
        if (loop.extent() <= LONGEST_UNROLLED && oneIn(3)) {
          unrolled.add(loop.name());
        }
        continue;
      }
      order.add(loop.name());
      if (registers.size() < 2 && oneIn(3)) {
        registers.put(loop.name(), random.nextInt(2, LARGEST_FACTOR + 1));
      }
    }
    Collections.shuffle(order, random);
    Collections.shuffle(reductions, random);
    int parallel = random.nextInt(order.size() + 1);
    boolean mixed = oneIn(4);
    for (String loop : reductions) {
      int inside = order.size() - parallel + 1;
      order.add(mixed ? parallel + random.nextInt(inside) : order.size(), loop);
    }
    return new NestSchedule(placements, order, registers, unrolled, parallel, oneIn(4) ? 2 : 0);
  }

  private boolean oneIn(int count) {
    return random.nextInt(count) == 0;
  }
}
