package dev.certosina.compiler.mapping.check;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexStatement.Accumulation;
import dev.certosina.compiler.affine.IndexStatement.ElementOperation;
import dev.certosina.compiler.mapping.check.MappingCase.AxisUse;
import dev.certosina.compiler.mapping.check.MappingCase.CaseOperand;
import dev.certosina.compiler.mapping.check.MappingCase.LaneAxis;
import dev.certosina.compiler.mapping.check.MappingCase.LoopAxis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.random.RandomGenerator;

/// Draws mappings of random affine computations onto random instructions.
final class RandomCases {
  private static final int MOST_POINTS = 3000;
  // Longer products of floats leave the range of f32.
  private static final int MOST_FACTORS = 60;
  private static final List<Long> LOOP_EXTENTS = List.of(1L, 2L, 3L, 4L, 5L, 7L);
  private static final List<Long> LANE_EXTENTS = List.of(1L, 2L, 3L, 4L, 5L, 8L);
  private static final List<Long> COEFFICIENTS = List.of(1L, 1L, 1L, 2L, 3L, -1L, -2L);
  private static final List<Double> PADDINGS = List.of(0.0, 0.0, 1.0, 3.0);

  private final RandomGenerator random;

  RandomCases(RandomGenerator random) {
    this.random = random;
  }

  private <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private boolean oneIn(int count) {
    return random.nextInt(count) == 0;
  }

  /// Any accumulation, operation and types.
  MappingCase next() {
    Accumulation accumulation = oneIn(2) ? Accumulation.SUM : pick(List.of(Accumulation.values()));
    ElementOperation operation =
        oneIn(2) ? ElementOperation.MULTIPLY : pick(List.of(ElementOperation.values()));
    List<ElementType> types =
        pick(
            List.of(
                List.of(ElementType.FLOAT32, ElementType.FLOAT32),
                List.of(ElementType.FLOAT64, ElementType.FLOAT64),
                List.of(ElementType.FLOAT16, ElementType.FLOAT16),
                List.of(ElementType.FLOAT16, ElementType.FLOAT32),
                List.of(ElementType.BFLOAT16, ElementType.FLOAT32),
                List.of(ElementType.UINT8, ElementType.INT8, ElementType.INT32),
                List.of(ElementType.INT8, ElementType.INT8),
                List.of(ElementType.INT4, ElementType.INT32),
                List.of(ElementType.BOOL, ElementType.INT32),
                List.of(ElementType.UINT8, ElementType.UINT8),
                List.of(ElementType.UINT8, ElementType.INT8),
                List.of(ElementType.INT32, ElementType.INT32),
                List.of(ElementType.UINT32, ElementType.INT64),
                List.of(ElementType.INT64, ElementType.INT64)));
    boolean isNarrow = types.getLast() == ElementType.FLOAT16;
    return next(
        isNarrow && accumulation == Accumulation.PRODUCT ? Accumulation.SUM : accumulation,
        operation,
        types);
  }

  /// @param types of sources, in turn, then that of the destination
  MappingCase next(Accumulation accumulation, ElementOperation operation, List<ElementType> types) {
    int sources = oneIn(6) ? 1 : oneIn(4) ? 3 : 2;
    List<LaneAxis> lanes = lanes();
    List<List<Integer>> tiles = tiles(lanes, sources);
    List<LoopAxis> axes = new ArrayList<>();
    List<Integer> dims = new ArrayList<>();
    for (int i = 0; i <= sources; i++) {
      dims.add(i < sources ? 1 + random.nextInt(4) : 0);
    }
    long points = 1;
    int count = 1 + random.nextInt(7);
    for (int i = 0; i < count; i++) {
      long extent = pick(LOOP_EXTENTS);
      if (points * extent <= (accumulation == Accumulation.PRODUCT ? MOST_FACTORS : MOST_POINTS)) {
        points *= extent;
        axes.add(axis("a" + i, extent, lanes, tiles, dims, sources));
      }
    }
    if (axes.stream().noneMatch(axis -> axis.uses().stream().anyMatch(use -> use.operand() == 0))) {
      dims.set(0, 1);
    }
    List<CaseOperand> operands = new ArrayList<>();
    for (int i = 0; i <= sources; i++) {
      boolean isPadded = i < sources && oneIn(3);
      operands.add(
          new CaseOperand(
              i == sources ? types.getLast() : types.get(i % (types.size() - 1)),
              tiles.get(i),
              dims.get(i),
              oneIn(3),
              isPadded ? List.of(padding(accumulation)) : List.of(),
              random.nextInt(2)));
    }
    return new MappingCase(axes, lanes, operands, accumulation, operation);
  }

  /// Long products of anything but 1 overflow.
  private double padding(Accumulation accumulation) {
    return accumulation == Accumulation.PRODUCT ? 1 : pick(PADDINGS);
  }

  private List<LaneAxis> lanes() {
    List<LaneAxis> lanes = new ArrayList<>();
    int spatial = 1 + random.nextInt(2);
    int reductions = random.nextInt(3);
    for (int i = 0; i < spatial; i++) {
      lanes.add(new LaneAxis("i" + i, AxisKind.PARALLEL, pick(LANE_EXTENTS), false));
    }
    for (int i = 0; i < reductions; i++) {
      lanes.add(new LaneAxis("r" + i, AxisKind.REDUCTION, pick(LANE_EXTENTS), oneIn(5)));
    }
    return lanes;
  }

  /// Every spatial axis is in the destination, every axis in at least one source.
  private List<List<Integer>> tiles(List<LaneAxis> lanes, int sources) {
    List<List<Integer>> tiles = new ArrayList<>();
    for (int i = 0; i <= sources; i++) {
      tiles.add(new ArrayList<>());
    }
    for (int lane = 0; lane < lanes.size(); lane++) {
      int sure = random.nextInt(sources);
      for (int i = 0; i < sources; i++) {
        if (i == sure || oneIn(2)) {
          tiles.get(i).add(lane);
        }
      }
      if (lanes.get(lane).kind() == AxisKind.PARALLEL) {
        tiles.get(sources).add(lane);
      }
    }
    tiles.forEach(tile -> Collections.shuffle(tile, new Random(random.nextLong())));
    return tiles;
  }

  private LoopAxis axis(
      String name,
      long extent,
      List<LaneAxis> lanes,
      List<List<Integer>> tiles,
      List<Integer> dims,
      int sources) {
    int lane = oneIn(4) ? -1 : random.nextInt(lanes.size());
    boolean isSpatial =
        lane < 0 ? random.nextBoolean() : lanes.get(lane).kind() == AxisKind.PARALLEL;
    List<AxisUse> uses = new ArrayList<>();
    int sure = random.nextInt(sources);
    for (int i = 0; i < sources; i++) {
      if (lane < 0 ? i == sure || oneIn(2) : tiles.get(i).contains(lane)) {
        uses.add(new AxisUse(i, random.nextInt(dims.get(i)), pick(COEFFICIENTS)));
      }
    }
    if (isSpatial) {
      // A dim of its own, so that no two points write one element.
      uses.add(new AxisUse(sources, dims.get(sources), pick(COEFFICIENTS)));
      dims.set(sources, dims.get(sources) + 1);
    }
    return new LoopAxis(
        name, isSpatial ? AxisKind.PARALLEL : AxisKind.REDUCTION, extent, lane, uses);
  }
}
