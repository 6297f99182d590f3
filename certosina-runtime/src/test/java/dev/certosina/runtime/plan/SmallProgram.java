package dev.certosina.runtime.plan;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.certosina.ElementType;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.NativeAbi;
import dev.certosina.runtime.exec.Program;
import dev.certosina.runtime.exec.WeightTable;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// `y = (2 x + bias) + 1 + 1` over `x: [b, l, 5]` in three stages: a fusible group of two with a
/// local buffer between them, then a group of one that reads the first one's result.
final class SmallProgram {
  static final int COLUMNS = 5;
  static final float TOO_LARGE = 1e6f;

  /// How many elements each kernel has computed.
  final AtomicLong[] computed = {new AtomicLong(), new AtomicLong(), new AtomicLong()};

  private static final int INPUT = 0;
  private static final int OUTPUT = 1;
  private static final int BIAS = 2;
  private static final int MIDDLE = 3;
  private static final int LOCAL = 4;

  private static final Dim B = Dims.symbol("x.0");
  private static final Dim L = Dims.symbol("x.1");
  private static final Dim ZERO = Dims.constant(0);
  private static final Dim ROW_BYTES = Dims.constant(COLUMNS * Float.BYTES);
  private static final Dim OUTER_BYTES = Dims.multiply(L, ROW_BYTES);
  private static final Dim BYTES = Dims.multiply(B, OUTER_BYTES);

  /// @param flopsPerRow what the composer is told, to make it share the work or not
  static Program program(long flopsPerRow) {
    Program.TensorSpec x = tensor("x");
    Program.TensorSpec y = tensor("y");
    Program.Argument localOuter = new Program.Argument.Local(OUTER_BYTES, ZERO, ZERO);
    Program.Argument outer = new Program.Argument.Scalar(OUTER_BYTES);
    Dim flops = Dims.constant(flopsPerRow);
    List<Program.Stage> first =
        List.of(
            stage("scale", flops, INPUT, LOCAL, outer, localOuter),
            stage("increment", flops, LOCAL, MIDDLE, localOuter, outer));
    List<Program.Stage> second = List.of(stage("finish", flops, MIDDLE, OUTPUT, outer, outer));
    return new Program(
        List.of(Program.Symbol.extent("x.0", 0, 0), Program.Symbol.extent("x.1", 0, 1)),
        List.of(x),
        List.of(y),
        List.of(
            new Program.Variant(
                List.of(),
                List.of(
                    new Program.Check(
                        L, Program.Relation.AT_MOST, Dims.constant(1 << 20), "length")),
                List.of(
                    new Program.Buffer("x", Program.BufferKind.INPUT, 0, BYTES),
                    new Program.Buffer("y", Program.BufferKind.OUTPUT, 0, BYTES),
                    new Program.Buffer("bias", Program.BufferKind.WEIGHT, 0, ROW_BYTES),
                    new Program.Buffer("middle", Program.BufferKind.ARENA, 0, BYTES),
                    new Program.Buffer("local", Program.BufferKind.LOCAL, 0, BYTES)),
                List.of(
                    new Program.Group("first", B, L, 4, true, first),
                    new Program.Group("second", B, L, 1, false, second)))));
  }

  private static Program.TensorSpec tensor(String name) {
    return new Program.TensorSpec(name, ElementType.FLOAT32, List.of(B, L, Dims.constant(COLUMNS)));
  }

  private static Program.Stage stage(
      String kernel,
      Dim flops,
      int from,
      int to,
      Program.Argument fromOuter,
      Program.Argument toOuter) {
    return new Program.Stage(
        kernel,
        List.of(
            new Program.Argument.Address(from, ZERO),
            fromOuter,
            new Program.Argument.Address(to, ZERO),
            toOuter,
            new Program.Argument.Address(BIAS, ZERO)),
        Dims.constant(COLUMNS),
        2,
        flops,
        Dims.constant(2L * COLUMNS * Float.BYTES),
        ROW_BYTES);
  }

  static WeightTable weights() {
    return new WeightTable(
        new long[] {0}, new long[] {COLUMNS * Float.BYTES}, COLUMNS * Float.BYTES);
  }

  /// The position of a kernel in [#driver()].
  static long address(String kernel) {
    return List.of("scale", "increment", "finish").indexOf(kernel);
  }

  JavaDriver driver() {
    return new JavaDriver(
        List.of(
            (arguments, tile, scratch) -> run(0, arguments, tile, scratch),
            (arguments, tile, scratch) -> run(1, arguments, tile, scratch),
            (arguments, tile, scratch) -> run(2, arguments, tile, scratch)));
  }

  private void run(int kernel, long arguments, JavaDriver.Tile tile, long scratch) {
    long from = row(arguments, tile, scratch, 0);
    long to = row(arguments, tile, scratch, 2);
    long bias = JavaDriver.word(arguments + 4 * Long.BYTES);
    long rowBytes = COLUMNS * Float.BYTES;
    for (long r = 0; r < tile.rows(); r++) {
      for (long c = tile.column(); c < tile.column() + tile.columns(); c++) {
        float x = element(from + r * rowBytes, c);
        float y = kernel == 0 ? 2 * x + element(bias, c) : x + 1;
        JavaDriver.at(to + r * rowBytes, rowBytes).setAtIndex(JAVA_FLOAT, c, y);
        if (y > TOO_LARGE) {
          report(kernel, tile, y);
        }
      }
    }
    computed[kernel].addAndGet(tile.rows() * tile.columns());
  }

  /// The address of the tile's first row in the buffer of argument `argument`.
  private static long row(long arguments, JavaDriver.Tile tile, long scratch, int argument) {
    long word = JavaDriver.word(arguments + (long) argument * Long.BYTES);
    long outerStride = JavaDriver.word(arguments + (argument + 1L) * Long.BYTES);
    long firstRow = word < 0 ? 0 : tile.row();
    return JavaDriver.resolve(word, scratch)
        + tile.outer() * outerStride
        + firstRow * COLUMNS * Float.BYTES;
  }

  private static float element(long row, long column) {
    return JavaDriver.at(row, COLUMNS * Float.BYTES).getAtIndex(JAVA_FLOAT, column);
  }

  private static void report(int kernel, JavaDriver.Tile tile, float detail) {
    var block = JavaDriver.at(tile.errorBlock(), NativeAbi.ERROR_BLOCK_BYTES);
    block.set(JAVA_LONG, NativeAbi.ERROR_KERNEL, kernel);
    block.set(JAVA_LONG, NativeAbi.ERROR_DETAIL, (long) detail);
    block.set(JAVA_LONG, NativeAbi.ERROR_CODE, NativeAbi.ERROR_INDEX);
  }
}
