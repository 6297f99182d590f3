package dev.certosina.compiler.search.model;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.mapping.PhysicalMapping.TiledAxis;
import dev.certosina.compiler.mapping.Placement;
import dev.certosina.compiler.search.Extents;
import dev.certosina.compiler.search.LoopBlocks;
import dev.certosina.compiler.search.LoopBlocks.Block;
import dev.certosina.compiler.search.OperandShape;
import dev.certosina.runtime.dim.Dim;
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
  record Touched(double bytes, double jumps) {}

  Footprint(PhysicalMapping physical, LoopBlocks nest) {
    this.physical = physical;
    this.nest = nest;
  }

  /// @param depth the outermost `depth` loops over blocks stand still, all others run
  Touched touched(OperandShape operand, int depth) {
    Map<String, Double> points = points(depth);
    double elementBytes = operand.tensor().type().byteSize();
    if (physical.operands().get(operand.position()).placement() == Placement.PACKED) {
      double tiles = 1;
      for (String loop : operand.loops()) {
        tiles *= points.getOrDefault(loop, 1.0);
      }
      return new Touched(tiles * operand.lanes() * elementBytes, 0);
    }
    return lines(operand, axisPoints(points), elementBytes);
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
    boolean isRunning = true;
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
        rows *= Math.min(span, combinations);
      }
    }
    double bytes = run * elementBytes;
    double moved = bytes < LINE_BYTES ? LINE_BYTES : bytes + LINE_BYTES / 2;
    return new Touched(rows * moved, rows);
  }
}
