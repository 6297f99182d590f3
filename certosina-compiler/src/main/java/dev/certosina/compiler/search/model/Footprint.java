package dev.certosina.compiler.search.model;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.mapping.PhysicalMapping.Copy;
import dev.certosina.compiler.mapping.PhysicalMapping.Loop;
import dev.certosina.compiler.mapping.PhysicalMapping.OperandMap;
import dev.certosina.compiler.mapping.PhysicalMapping.TiledAxis;
import dev.certosina.compiler.mapping.Placement;
import dev.certosina.compiler.search.Extents;
import dev.certosina.compiler.search.LoopBlocks;
import dev.certosina.compiler.search.LoopBlocks.Block;
import dev.certosina.compiler.search.OperandShape;
import dev.certosina.runtime.dim.Dim;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Bytes of an operand that the inner loops of a nest touch, in whole cache lines.
final class Footprint {
  private static final double LINE_BYTES = 64;

  private final PhysicalMapping physical;
  private final LoopBlocks nest;

  /// @param bytes in whole cache lines
  /// @param jumps runs of neighbours that these bytes lie in
  /// @param crowdedBytes that a virtually indexed cache needs to hold all the lines that fall into
  ///   the fullest of its sets; see [CacheSets]
  record Touched(double bytes, double jumps, double crowdedBytes) {}

  /// Runs along one dim of a tensor.
  private record Step(double count, double strideBytes) {}

  Footprint(PhysicalMapping physical, LoopBlocks nest) {
    this.physical = physical;
    this.nest = nest;
  }

  /// @param depth the outermost `depth` loops over blocks stand still, all others run
  Touched touched(OperandShape operand, int depth) {
    Map<String, Double> points = points(depth);
    double elementBytes = operand.tensor().type().byteSize();
    OperandMap map = physical.operands().get(operand.position());
    return map.placement() == Placement.PACKED
        ? packed(operand, map.copy().orElseThrow(), points, elementBytes)
        : lines(operand, axisPoints(points), elementBytes);
  }

  private static Touched packed(
      OperandShape operand, Copy copy, Map<String, Double> points, double elementBytes) {
    double tiles = 1;
    double runs = 1;
    double stride = elementBytes;
    boolean isRunning = true;
    var sets = new CacheSets(operand.lanes() * elementBytes);
    for (Loop variable : copy.variables().reversed()) {
      if (operand.loops().contains(variable.name())) {
        double count = points.getOrDefault(variable.name(), 1.0);
        tiles *= count;
        sets.add(count, stride);
        runs *= isRunning ? 1 : count;
        isRunning &= count >= variable.extent();
      }
      stride *= variable.extent();
    }
    return new Touched(tiles * operand.lanes() * elementBytes, runs, sets.crowdedBytes());
  }

  /// Points of each loop that the inner loops cover: of a loop that stands still one block.
  private Map<String, Double> points(int depth) {
    Map<String, Double> points = new HashMap<>();
    List<Block> blocks = nest.blocks();
    for (int i = 0; i < blocks.size(); i++) {
      Block block = blocks.get(i);
      points.put(
          block.loop().name(), i >= depth ? (double) block.loop().extent() : block.average());
    }
    return points;
  }

  /// Points of each axis of the computation. Of fused axes the last one runs first.
  private Map<String, Double> axisPoints(Map<String, Double> loopPoints) {
    Mapping mapping = physical.mapping();
    Map<String, Double> points = new HashMap<>(loopPoints);
    for (int i = 0; i < physical.tiles().size(); i++) {
      TiledAxis tile = physical.tiles().get(i);
      double left =
          Math.min(loopPoints.getOrDefault(tile.loop(), 1.0) * tile.size(), (double) tile.extent());
      for (String axis : mapping.groups().get(i).axes().reversed()) {
        double covered = Math.clamp(left, 1, (double) Extents.of(mapping.computation().axis(axis)));
        points.put(axis, covered);
        left /= covered;
      }
    }
    return points;
  }

  private static Touched lines(
      OperandShape operand, Map<String, Double> points, double elementBytes) {
    double run = 1;
    double rows = 1;
    double stride = elementBytes;
    boolean isRunning = true;
    List<Step> steps = new ArrayList<>();
    List<IndexExpr> coordinates = operand.access().coordinates();
    List<Dim> shape = operand.tensor().shape();
    for (int i = coordinates.size() - 1; i >= 0; i--) {
      double extent = (double) Extents.of(shape.get(i));
      double span = 1;
      double combinations = 1;
      for (IndexExpr.Term term : coordinates.get(i).terms()) {
        double axis = points.getOrDefault(term.axis(), 1.0);
        span += Math.abs(Extents.of(term.coefficient())) * (axis - 1);
        combinations *= axis;
      }
      span = Math.min(span, extent);
      if (isRunning) {
        run *= span;
        isRunning = span >= extent;
      } else {
        double count = Math.min(span, combinations);
        rows *= count;
        steps.add(new Step(count, count > 1 ? stride * (span - 1) / (count - 1) : stride));
      }
      stride *= extent;
    }
    double bytes = run * elementBytes;
    double moved = bytes < LINE_BYTES ? LINE_BYTES : bytes + LINE_BYTES / 2;
    var sets = new CacheSets(bytes);
    steps.forEach(step -> sets.add(step.count(), step.strideBytes()));
    return new Touched(rows * moved, rows, sets.crowdedBytes());
  }
}
