package dev.certosina.compiler.kernel.lower;

import static dev.certosina.compiler.kernel.KernelExprs.add;
import static dev.certosina.compiler.kernel.KernelExprs.broadcast;
import static dev.certosina.compiler.kernel.KernelExprs.convert;
import static dev.certosina.compiler.kernel.KernelExprs.equal;
import static dev.certosina.compiler.kernel.KernelExprs.index;
import static dev.certosina.compiler.kernel.KernelExprs.invoke;
import static dev.certosina.compiler.kernel.KernelExprs.iota;
import static dev.certosina.compiler.kernel.KernelExprs.less;
import static dev.certosina.compiler.kernel.KernelExprs.load;
import static dev.certosina.compiler.kernel.KernelExprs.multiply;
import static dev.certosina.compiler.kernel.KernelExprs.subtract;

import dev.certosina.ElementType;
import dev.certosina.compiler.kernel.Kernel;
import dev.certosina.compiler.kernel.Kernel.Access;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Linkage;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.kernel.KernelBuilder;
import dev.certosina.compiler.mapping.LaneProduct;
import dev.certosina.compiler.schedule.PackedWeight;
import dev.certosina.compiler.target.Intrinsic;
import java.util.ArrayList;
import java.util.List;

/// One register tile of a matrix product: `c[height, width * 16] = init + a[height, k] * b[k, …]`.
///
/// Every sum starts from `init` and takes its products in the order of k, one instruction each,
/// whatever the tile; so a row's result does not depend on the tile that computes it. The last
/// slice may be partial: only `last` of its columns are read from `init` and stored.
///
/// Shapes (f32, in elements): `a` rows are `lda` apart, `b` rows `ldb`, `c` rows `ldc`; `init`
/// moves by `init_step` per slice (16, or 0 to start all slices from the same 16 values).
final class MicroKernel {
  private static final int SLICE = PackedWeight.SLICE;

  /// Names of the scalar parameters, in order.
  private static final List<String> SCALARS =
      List.of("k", "lda", "ldb", "init_step", "ldc", "last");

  private final int height;
  private final int width;
  private final Intrinsic intrinsic;
  private final int lanes;
  private final KernelBuilder b;

  private MicroKernel(int height, int width, Intrinsic intrinsic) {
    this.height = height;
    this.width = width;
    this.intrinsic = intrinsic;
    this.lanes = LaneProduct.lanes(intrinsic);
    this.b = new KernelBuilder(name(height, width), Linkage.INTERNAL);
  }

  static String name(int height, int width) {
    return "product_" + height + "x" + width * SLICE;
  }

  /// @param height rows
  /// @param width slices of 16 columns
  /// @param intrinsic what multiplies one element of `a` by a vector of `b`
  static Kernel build(int height, int width, Intrinsic intrinsic) {
    return new MicroKernel(height, width, intrinsic).build();
  }

  private Kernel build() {
    for (String buffer : List.of("a", "b", "init", "c")) {
      b.buffer(
          buffer,
          ElementType.FLOAT32,
          buffer.equals("c") ? Access.WRITE : Access.READ,
          buffer + "_extent");
      b.scalar(buffer + "_extent");
    }
    SCALARS.forEach(b::scalar);
    List<Expr.Variable> sums = declareSums();
    b.forLoop("i", index(0), scalar("k"), 1, i -> step(i, sums));
    storeSums(sums);
    return b.build();
  }

  private int vectorsPerSlice() {
    return SLICE / lanes;
  }

  private int vectorsPerRow() {
    return width * vectorsPerSlice();
  }

  private static Expr scalar(String name) {
    return new Expr.Variable(name, Type.INDEX);
  }

  private Type vector() {
    return new Type(ElementType.FLOAT32, lanes);
  }

  /// Which lanes of vector `part` of the last slice are real columns.
  private Expr lastMask(int part) {
    Expr count = convert(ElementType.INT32, subtract(scalar("last"), index((long) part * lanes)));
    Expr lane = iota(new Type(ElementType.INT32, lanes));
    return less(lane, broadcast(count, lanes));
  }

  private List<Expr.Variable> declareSums() {
    List<Expr> first = new ArrayList<>();
    for (int v = 0; v < vectorsPerRow(); v++) {
      int slice = v / vectorsPerSlice();
      int part = v % vectorsPerSlice();
      Expr at = add(multiply(index(slice), scalar("init_step")), index((long) part * lanes));
      Expr value =
          slice == width - 1
              ? load("init", vector(), at, lastMask(part))
              : load("init", vector(), at);
      first.add(b.bind("first", value));
    }
    List<Expr.Variable> sums = new ArrayList<>();
    for (int row = 0; row < height; row++) {
      for (Expr value : first) {
        sums.add(b.declare("sum", value));
      }
    }
    return sums;
  }

  private void step(Expr i, List<Expr.Variable> sums) {
    Expr rowOfB = b.bind("row", multiply(i, scalar("ldb")));
    List<Expr> right = new ArrayList<>();
    for (int v = 0; v < vectorsPerRow(); v++) {
      Expr at = add(rowOfB, index((long) v * lanes));
      right.add(b.bind("right", load("b", vector(), at)));
    }
    for (int row = 0; row < height; row++) {
      Expr at = add(multiply(index(row), scalar("lda")), i);
      Expr left = b.bind("left", load("a", Type.scalar(ElementType.FLOAT32), at));
      for (int v = 0; v < vectorsPerRow(); v++) {
        Expr.Variable sum = sums.get(row * vectorsPerRow() + v);
        b.assign(sum, invoke(intrinsic, sum, List.of(left, right.get(v))));
      }
    }
  }

  private void storeSums(List<Expr.Variable> sums) {
    for (int row = 0; row < height; row++) {
      Expr rowOfC = multiply(index(row), scalar("ldc"));
      for (int v = 0; v < vectorsPerRow(); v++) {
        Expr.Variable sum = sums.get(row * vectorsPerRow() + v);
        Expr at = add(rowOfC, index((long) v * lanes));
        if (v / vectorsPerSlice() == width - 1) {
          storeLast(at, sum, v % vectorsPerSlice());
        } else {
          b.store("c", at, sum);
        }
      }
    }
  }

  /// Masked stores are slow on some processors, so whole slices are stored plainly.
  private void storeLast(Expr at, Expr.Variable sum, int part) {
    b.ifThenElse(
        equal(scalar("last"), index(SLICE)),
        () -> b.store("c", at, sum),
        () -> b.store("c", at, sum, lastMask(part)));
  }
}
