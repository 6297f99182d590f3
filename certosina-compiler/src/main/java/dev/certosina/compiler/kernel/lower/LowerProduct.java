package dev.certosina.compiler.kernel.lower;

import static dev.certosina.compiler.kernel.KernelBuilder.bufferArgument;
import static dev.certosina.compiler.kernel.KernelBuilder.scalarArgument;
import static dev.certosina.compiler.kernel.KernelExprs.add;
import static dev.certosina.compiler.kernel.KernelExprs.convert;
import static dev.certosina.compiler.kernel.KernelExprs.coordinate;
import static dev.certosina.compiler.kernel.KernelExprs.divide;
import static dev.certosina.compiler.kernel.KernelExprs.equal;
import static dev.certosina.compiler.kernel.KernelExprs.index;
import static dev.certosina.compiler.kernel.KernelExprs.less;
import static dev.certosina.compiler.kernel.KernelExprs.lessOrEqual;
import static dev.certosina.compiler.kernel.KernelExprs.min;
import static dev.certosina.compiler.kernel.KernelExprs.multiply;
import static dev.certosina.compiler.kernel.KernelExprs.remainder;
import static dev.certosina.compiler.kernel.KernelExprs.subtract;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.kernel.Kernel;
import dev.certosina.compiler.kernel.Kernel.Access;
import dev.certosina.compiler.kernel.Kernel.CallArgument;
import dev.certosina.compiler.kernel.Kernel.Coordinate;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Linkage;
import dev.certosina.compiler.kernel.KernelBuilder;
import dev.certosina.compiler.mapping.Contraction;
import dev.certosina.compiler.mapping.LaneProduct;
import dev.certosina.compiler.schedule.Memory;
import dev.certosina.compiler.schedule.PackedWeight;
import dev.certosina.compiler.schedule.Place;
import dev.certosina.compiler.schedule.Stage;
import dev.certosina.compiler.schedule.Stage.ColumnSource;
import dev.certosina.compiler.schedule.TaskGroup;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Load;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Lowers a matrix product to loops over register tiles.
///
/// Column panels are outermost, row blocks inside, the whole of k in the micro-kernel, so a panel
/// of the right operand is read once per task while the rows stay in the nearest cache. The rows of
/// a task are covered exactly by blocks of two neighbouring heights.
final class LowerProduct {
  private static final int SLICE = PackedWeight.SLICE;
  private static final int PANEL = PackedWeight.PANEL;
  private static final int PANEL_SLICES = PackedWeight.PANEL_SLICES;

  private final TaskGroup group;
  private final Contraction parts;
  private final ColumnSource columns;
  private final RegisterTile tile;
  private final Intrinsic intrinsic;
  private final KernelBuilder builder = new KernelBuilder("product", Linkage.ENTRY);
  private final ArgumentBlock block;
  private final Load initial;
  private final boolean biased;
  private final Map<String, Kernel> helpers = new LinkedHashMap<>();

  private LowerProduct(
      TaskGroup group,
      Stage.Product stage,
      Memory memory,
      Map<String, Place> places,
      Target target) {
    this.group = group;
    this.parts = stage.contraction();
    this.columns = stage.columns();
    this.tile = RegisterTile.of(target);
    this.intrinsic = LaneProduct.of(target);
    this.biased = stage.initial().isPresent();
    this.initial = stage.initial().orElse(new Load(ZEROS, List.of(IndexExpr.constant(0))));
    Map<String, Access> accesses = new LinkedHashMap<>();
    List.of(parts.a().tensor(), columns.tensor(), initial.tensor())
        .forEach(tensor -> accesses.put(bufferOf(tensor, places), Access.READ));
    accesses.merge(
        bufferOf(parts.expr().output(), places), Access.WRITE, (_, _) -> Access.READ_WRITE);
    this.block = new ArgumentBlock(builder, group, memory, places, accesses);
    block.bindBuffers(accesses.keySet());
    block.bindOuterAxes();
  }

  /// The constant tensor of 16 zeros that sums without an initial value start from.
  static final String ZEROS = "@zeros";

  static LoweredStage lower(
      TaskGroup group,
      Stage.Product stage,
      Memory memory,
      Map<String, Place> places,
      Target target) {
    return new LowerProduct(group, stage, memory, places, target).lower();
  }

  private static String bufferOf(String tensor, Map<String, Place> places) {
    return places.get(tensor) instanceof Place.InBuffer place ? place.buffer() : tensor;
  }

  private LoweredStage lower() {
    Expr first = builder.bind("first", divide(coordinate(Coordinate.COLUMN), index(PANEL)));
    Expr beyond = add(coordinate(Coordinate.COLUMN), coordinate(Coordinate.COLUMNS));
    Expr slices = builder.bind("slices", divide(add(beyond, index(SLICE - 1)), index(SLICE)));
    Expr rest = builder.bind("rest", remainder(slices, index(PANEL_SLICES)));
    Expr whole = builder.bind("whole", divide(slices, index(PANEL_SLICES)));
    builder.forLoop("panel", first, whole, 1, panel -> tiles(panel, PANEL_SLICES));
    for (int narrow = 1; narrow < PANEL_SLICES; narrow++) {
      int width = narrow;
      builder.ifThen(equal(rest, index(narrow)), () -> tiles(whole, width));
    }
    Dim n = parts.n().extent();
    Dim k = parts.k().extent();
    Dim product = Dims.multiply(n, k);
    return new LoweredStage(
        builder.build(),
        List.copyOf(helpers.values()),
        block.words(),
        n,
        PANEL,
        Dims.multiply(product, Dims.constant(2)),
        Dims.multiply(Dims.add(n, k), Dims.constant(Float.BYTES)),
        Dims.multiply(product, Dims.constant(Float.BYTES)));
  }

  /// One panel of `slices` slices, in tiles as wide as the registers allow.
  private void tiles(Expr panel, int slices) {
    int width = Math.min(tile.width(), slices);
    for (int slice = 0; slice < slices; slice += width) {
      blocks(panel, slices, slice, width);
    }
  }

  /// Balanced row blocks: `ceil(rows / height)` of them, heights differing by at most one.
  private void blocks(Expr panel, int slices, int slice, int width) {
    int height = tile.height();
    Expr rows = coordinate(Coordinate.ROWS);
    Expr count = builder.bind("count", divide(add(rows, index(height - 1)), index(height)));
    Expr base = builder.bind("base", divide(rows, count));
    Expr taller = builder.bind("taller", remainder(rows, count));
    builder.forLoop(
        "block",
        index(0),
        count,
        1,
        at -> {
          Expr row = builder.bind("from", add(multiply(at, base), min(at, taller)));
          Expr size = builder.bind("size", add(base, convert(ElementType.INT64, less(at, taller))));
          List<CallArgument> arguments = tileArguments(panel, slices, slice, row, width);
          dispatch(size, 1, height, width, arguments);
        });
  }

  /// Calls the tile of `size` rows, by halving the range of heights.
  private void dispatch(Expr size, int low, int high, int width, List<CallArgument> arguments) {
    if (low == high) {
      String name = MicroKernel.name(low, width);
      helpers.computeIfAbsent(name, _ -> MicroKernel.build(low, width, intrinsic));
      builder.call(name, arguments);
      return;
    }
    int middle = (low + high) / 2;
    builder.ifThenElse(
        lessOrEqual(size, index(middle)),
        () -> dispatch(size, low, middle, width, arguments),
        () -> dispatch(size, middle + 1, high, width, arguments));
  }

  private List<CallArgument> tileArguments(Expr panel, int slices, int slice, Expr row, int width) {
    String rowAxis = group.row().name();
    block.setAxis(rowAxis, builder.bind("row", add(coordinate(Coordinate.ROW), row)));
    block.setAxis(parts.k().name(), index(0));
    Expr column =
        builder.bind("column", add(multiply(panel, index(PANEL)), index((long) slice * SLICE)));
    block.setAxis(parts.n().name(), column);
    IndexExpr a = parts.a().coordinates().getFirst();
    IndexExpr c = parts.expr().write().getFirst();
    Expr lastColumn = add(column, index((long) SLICE * (width - 1)));
    Expr last = min(index(SLICE), subtract(block.dim(parts.n().extent()), lastColumn));
    Expr initialAt = biased ? column : index(0);
    List<CallArgument> arguments = new ArrayList<>();
    addBuffer(arguments, parts.a().tensor(), block.address(parts.a().tensor(), a));
    addBuffer(arguments, columns.tensor(), columnBase(panel, slice));
    addBuffer(arguments, initial.tensor(), initialAt);
    addBuffer(arguments, parts.expr().output(), block.address(parts.expr().output(), c));
    List.of(
            block.dim(parts.k().extent()),
            block.dim(a.coefficient(rowAxis)),
            columns.rowStride().map(block::dim).orElse(index((long) slices * SLICE)),
            index(biased ? SLICE : 0),
            block.dim(c.coefficient(rowAxis)),
            builder.bind("last", last))
        .forEach(value -> arguments.add(scalarArgument(value)));
    return arguments;
  }

  private Expr columnBase(Expr panel, int slice) {
    Expr base = block.address(columns.tensor(), columns.base());
    Expr start = add(base, multiply(panel, block.dim(columns.panelStride())));
    Expr offset = add(start, index((long) slice * SLICE));
    return builder.bind("right", multiply(offset, depthAtMostOne()));
  }

  /// 0 where k is 0: the right operand has no elements then, so there is none to point at.
  private Expr depthAtMostOne() {
    Dim k = parts.k().extent();
    boolean positive = Dims.isAtMost(Dims.constant(1), k);
    return positive ? index(1) : min(block.dim(k), index(1));
  }

  /// A buffer and the extent that is left from the offset on.
  private void addBuffer(List<CallArgument> arguments, String tensor, Expr offset) {
    String buffer = block.buffer(tensor);
    Expr from = builder.bind("at", offset);
    arguments.add(bufferArgument(buffer, from));
    Expr extent = new Expr.Variable(buffer + "_extent", Kernel.Type.INDEX);
    arguments.add(scalarArgument(subtract(extent, from)));
  }
}
