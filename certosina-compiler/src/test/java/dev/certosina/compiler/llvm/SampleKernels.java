package dev.certosina.compiler.llvm;

import static dev.certosina.compiler.kernel.KernelBuilder.bufferArgument;
import static dev.certosina.compiler.kernel.KernelBuilder.scalarArgument;
import static dev.certosina.compiler.kernel.KernelExprs.*;

import dev.certosina.ElementType;
import dev.certosina.compiler.kernel.Kernel;
import dev.certosina.compiler.kernel.Kernel.Access;
import dev.certosina.compiler.kernel.Kernel.BinaryOperator;
import dev.certosina.compiler.kernel.Kernel.Coordinate;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Linkage;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.kernel.KernelBuilder;
import java.util.List;

/// Kernels of the kinds that models need, for tests.
final class SampleKernels {
  private SampleKernels() {}

  /// `c[i, j] = sum over k of a[i, k] * b[k, j]` for `rows` rows and `vectors` vectors of columns,
  /// accumulated in registers; `b` is one panel, row after row.
  static Kernel microKernel(int rows, int vectors, int lanes) {
    var b = new KernelBuilder("micro_" + rows + "x" + vectors * lanes, Linkage.INTERNAL);
    Expr k = b.scalar("k");
    Expr lda = b.scalar("lda");
    Expr ldc = b.scalar("ldc");
    b.scalar("na");
    b.scalar("nb");
    b.scalar("nc");
    b.buffer("a", ElementType.FLOAT32, Access.READ, "na");
    b.buffer("b", ElementType.FLOAT32, Access.READ, "nb");
    b.buffer("c", ElementType.FLOAT32, Access.WRITE, "nc");
    Type vector = new Type(ElementType.FLOAT32, lanes);
    var sums = new Expr.Variable[rows][vectors];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < vectors; j++) {
        sums[i][j] = b.declare("sum" + i + "_" + j, constant(vector, 0.0));
      }
    }
    b.forLoop(
        "p",
        index(0),
        k,
        1,
        p -> {
          Expr[] columns = new Expr[vectors];
          for (int j = 0; j < vectors; j++) {
            Expr at = add(multiply(p, index((long) vectors * lanes)), index((long) j * lanes));
            columns[j] = b.let("b" + j, load("b", vector, at));
          }
          for (int i = 0; i < rows; i++) {
            Expr at = add(multiply(index(i), lda), p);
            Expr row = b.let("a" + i, load("a", Type.scalar(ElementType.FLOAT32), at));
            for (int j = 0; j < vectors; j++) {
              b.assign(sums[i][j], fma(row, columns[j], sums[i][j]));
            }
          }
        });
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < vectors; j++) {
        b.store("c", add(multiply(index(i), ldc), index((long) j * lanes)), sums[i][j]);
      }
    }
    return b.build();
  }

  /// Calls a micro-kernel for each of `count` blocks of rows, as many as the task has.
  static Kernel product(Kernel micro, int rows, int columns) {
    var b = new KernelBuilder("product", Linkage.ENTRY);
    Expr k = b.scalar("k");
    Expr na = b.scalar("na");
    Expr nb = b.scalar("nb");
    Expr nc = b.scalar("nc");
    b.buffer("a", ElementType.FLOAT32, Access.READ, "na");
    b.buffer("b", ElementType.FLOAT32, Access.READ, "nb");
    b.buffer("c", ElementType.FLOAT32, Access.WRITE, "nc");
    Expr first = coordinate(Coordinate.ROW);
    Expr last = add(first, coordinate(Coordinate.ROWS));
    b.forLoop(
        "row",
        first,
        last,
        rows,
        row ->
            b.call(
                micro.name(),
                List.of(
                    scalarArgument(k),
                    scalarArgument(k),
                    scalarArgument(index(columns)),
                    scalarArgument(subtract(na, multiply(row, k))),
                    scalarArgument(nb),
                    scalarArgument(subtract(nc, multiply(row, index(columns)))),
                    bufferArgument("a", multiply(row, k)),
                    bufferArgument("b", index(0)),
                    bufferArgument("c", multiply(row, index(columns))))));
    return b.build();
  }

  /// Divides each row by its largest magnitude, with a masked tail: reductions over vectors.
  static Kernel normalise(int lanes) {
    var b = new KernelBuilder("normalise", Linkage.ENTRY);
    Expr columns = b.scalar("columns");
    b.scalar("n");
    b.buffer("x", ElementType.FLOAT32, Access.READ, "n");
    b.buffer("y", ElementType.FLOAT32, Access.WRITE, "n");
    Type vector = new Type(ElementType.FLOAT32, lanes);
    Type indices = new Type(ElementType.INT64, lanes);
    Expr first = coordinate(Coordinate.ROW);
    b.forLoop(
        "row",
        first,
        add(first, coordinate(Coordinate.ROWS)),
        1,
        row -> {
          Expr start = b.let("start", multiply(row, columns));
          var largest = b.declare("largest", constant(vector, 0.0));
          b.forLoop(
              "j",
              index(0),
              columns,
              lanes,
              j -> {
                Expr mask = b.let("mask", less(iota(indices), subtract(columns, j)));
                Expr x = load("x", vector, add(start, j), mask);
                b.assign(largest, max(largest, abs(x)));
              });
          Expr scale = b.let("scale", reduce(BinaryOperator.MAX, largest));
          b.forLoop(
              "j",
              index(0),
              columns,
              lanes,
              j -> {
                Expr mask = b.let("mask", less(iota(indices), subtract(columns, j)));
                Expr x = load("x", vector, add(start, j), mask);
                b.store("y", add(start, j), divide(x, scale), mask);
              });
        });
    return b.build();
  }
}
