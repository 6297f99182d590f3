package dev.certosina.compiler.kernel.lower;

import static dev.certosina.compiler.kernel.KernelExprs.add;
import static dev.certosina.compiler.kernel.KernelExprs.constant;
import static dev.certosina.compiler.kernel.KernelExprs.coordinate;
import static dev.certosina.compiler.kernel.KernelExprs.divide;
import static dev.certosina.compiler.kernel.KernelExprs.equal;
import static dev.certosina.compiler.kernel.KernelExprs.index;
import static dev.certosina.compiler.kernel.KernelExprs.load;
import static dev.certosina.compiler.kernel.KernelExprs.min;
import static dev.certosina.compiler.kernel.KernelExprs.multiply;
import static dev.certosina.compiler.kernel.KernelExprs.remainder;
import static dev.certosina.compiler.kernel.KernelExprs.shuffle;
import static dev.certosina.compiler.kernel.KernelExprs.subtract;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.kernel.Kernel.Access;
import dev.certosina.compiler.kernel.Kernel.Coordinate;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Linkage;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.kernel.KernelBuilder;
import dev.certosina.compiler.schedule.Memory;
import dev.certosina.compiler.schedule.PackedWeight;
import dev.certosina.compiler.schedule.Place;
import dev.certosina.compiler.schedule.Stage;
import dev.certosina.compiler.schedule.TaskGroup;
import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Lowers the copy of a right operand into panels, a slice of 16 columns at a time, with zeros past
/// the last column.
///
/// Where k runs along memory (a transposed operand), square blocks are transposed in registers;
/// what is left over is moved element by element.
final class LowerPack {
  private static final int SLICE = PackedWeight.SLICE;

  private final TaskGroup group;
  private final Stage.Pack stage;
  private final int lanes;
  private final KernelBuilder builder = new KernelBuilder("pack", Linkage.ENTRY);
  private final ArgumentBlock block;
  private final IndexExpr source;

  private LowerPack(
      TaskGroup group, Stage.Pack stage, Memory memory, Map<String, Place> places, Target target) {
    this.group = group;
    this.stage = stage;
    this.lanes = target.lanes(Float.BYTES);
    this.source = stage.source().coordinates().getFirst();
    Map<String, Access> accesses = new LinkedHashMap<>();
    accesses.put(stage.source().tensor(), Access.READ);
    accesses.put(stage.target(), Access.WRITE);
    this.block = new ArgumentBlock(builder, group, memory, places, accesses);
    block.bindBuffers(accesses.keySet());
    block.bindOuterAxes();
  }

  static LoweredStage lower(
      TaskGroup group, Stage.Pack stage, Memory memory, Map<String, Place> places, Target target) {
    return new LowerPack(group, stage, memory, places, target).lower();
  }

  private LoweredStage lower() {
    Expr first = coordinate(Coordinate.ROW);
    builder.forLoop("slice", first, add(first, coordinate(Coordinate.ROWS)), 1, this::packSlice);
    Dim elements = Dims.multiply(stage.k().extent(), Dims.constant(SLICE));
    return new LoweredStage(
        builder.build(),
        List.of(),
        block.words(),
        Dims.constant(1),
        1,
        elements,
        Dims.multiply(elements, Dims.constant(2 * Float.BYTES)),
        Dims.constant(0));
  }

  private void packSlice(Expr slice) {
    Expr column = builder.bind("column", multiply(slice, index(SLICE)));
    Expr extent = block.dim(stage.n().extent());
    Expr count = builder.bind("count", min(index(SLICE), subtract(extent, column)));
    Expr depth = block.dim(stage.k().extent());
    Expr panel = builder.bind("panel", divide(slice, index(PackedWeight.PANEL_SLICES)));
    Expr left = subtract(block.dim(group.row().extent()), panelSlices(panel));
    Expr width =
        builder.bind("width", multiply(min(index(PackedWeight.PANEL_SLICES), left), index(SLICE)));
    Expr within = multiply(subtract(slice, panelSlices(panel)), index(SLICE));
    Expr panelStart = multiply(multiply(panel, depth), index(PackedWeight.PANEL));
    Expr target = builder.bind("target", add(add(targetBase(), panelStart), within));
    boolean transposed = source.coefficient(stage.k().name()).equals(Dims.constant(1));
    if (transposed) {
      Expr whole = builder.bind("whole", subtract(depth, remainder(depth, index(lanes))));
      builder.ifThenElse(
          equal(count, index(SLICE)),
          () -> {
            builder.forLoop(
                "k", index(0), whole, lanes, k -> transposeBlocks(column, k, target, width));
            elements(column, count, whole, depth, target, width);
          },
          () -> elements(column, count, index(0), depth, target, width));
    } else {
      elements(column, count, index(0), depth, target, width);
    }
  }

  private static Expr panelSlices(Expr panel) {
    return multiply(panel, index(PackedWeight.PANEL_SLICES));
  }

  /// Where the slices of this batch point begin.
  private Expr targetBase() {
    Dim point =
        Dims.multiply(List.of(group.row().extent(), stage.k().extent(), Dims.constant(SLICE)));
    IndexExpr base = IndexExpr.constant(0);
    List<Axis> outer = group.outer();
    for (int i = outer.size() - 1; i >= 0; i--) {
      base = base.plus(IndexExpr.axis(outer.get(i).name()).times(point));
      point = Dims.multiply(point, outer.get(i).extent());
    }
    return block.address(stage.target(), base);
  }

  private Expr sourceAt(Expr column, Expr k) {
    block.setAxis(stage.n().name(), column);
    block.setAxis(stage.k().name(), k);
    return block.address(stage.source().tensor(), source);
  }

  /// Sixteen columns by `lanes` rows: each load takes a run of k of one column.
  private void transposeBlocks(Expr column, Expr k, Expr target, Expr width) {
    Type vector = new Type(ElementType.FLOAT32, lanes);
    String from = block.buffer(stage.source().tensor());
    String to = block.buffer(stage.target());
    for (int part = 0; part < SLICE; part += lanes) {
      List<Expr> vectors = new ArrayList<>();
      for (int lane = 0; lane < lanes; lane++) {
        Expr at = sourceAt(add(column, index((long) part + lane)), k);
        vectors.add(builder.bind("x", load(from, vector, at)));
      }
      transpose(vectors);
      for (int row = 0; row < lanes; row++) {
        Expr at = add(target, add(multiply(add(k, index(row)), width), index(part)));
        builder.store(to, at, vectors.get(row));
      }
    }
  }

  /// Transposes a square of lanes by swapping ever larger off-diagonal blocks.
  private void transpose(List<Expr> vectors) {
    for (int distance = 1; distance < lanes; distance *= 2) {
      for (int i = 0; i < lanes; i++) {
        if ((i & distance) == 0) {
          Expr upper = vectors.get(i);
          Expr lower = vectors.get(i + distance);
          vectors.set(i, builder.bind("t", shuffle(upper, lower, exchange(distance, false))));
          vectors.set(
              i + distance, builder.bind("t", shuffle(upper, lower, exchange(distance, true))));
        }
      }
    }
  }

  private List<Integer> exchange(int distance, boolean second) {
    List<Integer> picked = new ArrayList<>();
    for (int lane = 0; lane < lanes; lane++) {
      boolean inSecondHalf = (lane & distance) != 0;
      int fromUpper = second ? lane + distance : lane;
      int fromLower = lanes + (second ? lane : lane - distance);
      picked.add(inSecondHalf ? fromLower : fromUpper);
    }
    return picked;
  }

  private void elements(Expr column, Expr count, Expr from, Expr to, Expr target, Expr width) {
    Type scalar = Type.scalar(ElementType.FLOAT32);
    String source = block.buffer(stage.source().tensor());
    String packed = block.buffer(stage.target());
    builder.forLoop(
        "k",
        from,
        to,
        1,
        k -> {
          Expr row = builder.bind("row", add(target, multiply(k, width)));
          builder.forLoop(
              "lane",
              index(0),
              count,
              1,
              lane -> {
                Expr value = load(source, scalar, sourceAt(add(column, lane), k));
                builder.store(packed, add(row, lane), value);
              });
          builder.forLoop(
              "lane",
              count,
              index(SLICE),
              1,
              lane -> builder.store(packed, add(row, lane), constant(scalar, 0.0)));
        });
  }
}
