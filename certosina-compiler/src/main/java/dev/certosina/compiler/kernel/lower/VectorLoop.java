package dev.certosina.compiler.kernel.lower;

import static dev.certosina.compiler.kernel.KernelExprs.add;
import static dev.certosina.compiler.kernel.KernelExprs.broadcast;
import static dev.certosina.compiler.kernel.KernelExprs.convert;
import static dev.certosina.compiler.kernel.KernelExprs.index;
import static dev.certosina.compiler.kernel.KernelExprs.iota;
import static dev.certosina.compiler.kernel.KernelExprs.less;
import static dev.certosina.compiler.kernel.KernelExprs.remainder;
import static dev.certosina.compiler.kernel.KernelExprs.subtract;

import dev.certosina.ElementType;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.kernel.KernelBuilder;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.Optional;

/// Walks along an axis in whole vectors and one masked rest.
final class VectorLoop {
  private final KernelBuilder builder;
  private final ArgumentBlock block;
  private final PayloadEmitter payloads;
  private final int lanes;

  /// @param lanes points that are evaluated together
  VectorLoop(KernelBuilder builder, ArgumentBlock block, PayloadEmitter payloads, int lanes) {
    this.builder = builder;
    this.block = block;
    this.payloads = payloads;
    this.lanes = lanes;
  }

  /// What happens at one vector of points.
  interface Body {

    /// @param copy which of several vectors that are next to each other, from 0
    /// @param mask which lanes count; empty if all do
    void at(int copy, Optional<Expr> mask);
  }

  /// Runs `body` at every point of an axis.
  void along(String axis, Dim extent, Body body) {
    along(axis, Dims.constant(0), extent, 1, body);
  }

  /// Runs `body` at the points from `from` on.
  ///
  /// @param points how many
  /// @param copies vectors for each step of the loop, as long as there are so many left; those that
  ///   are left over are copy 0
  void along(String axis, Dim from, Dim points, int copies, Body body) {
    Expr extent = block.dim(points);
    Expr start = block.dim(from);
    Expr rest = lanes == 1 ? index(0) : builder.let("rest", remainder(extent, index(lanes)));
    Expr whole = builder.let("whole", subtract(extent, rest));
    Expr single = start;
    if (copies > 1) {
      Expr left = remainder(whole, index((long) lanes * copies));
      Expr several = builder.let("several", add(start, subtract(whole, left)));
      vectors(axis, start, several, copies, body);
      single = several;
    }
    Expr end = builder.let("end", add(start, whole));
    vectors(axis, single, end, 1, body);
    if (!rest.equals(index(0))) {
      builder.ifThen(less(index(0), rest), () -> rest(axis, end, rest, body));
    }
  }

  private void vectors(String axis, Expr from, Expr to, int copies, Body body) {
    builder.forLoop(
        "j",
        from,
        to,
        (long) lanes * copies,
        value -> {
          for (int copy = 0; copy < copies; copy++) {
            block.setAxis(axis, add(value, index((long) copy * lanes)));
            payloads.startPoint(new PayloadEmitter.Lanes(axis, lanes, Optional.empty()));
            body.at(copy, Optional.empty());
          }
        });
  }

  private void rest(String axis, Expr at, Expr count, Body body) {
    block.setAxis(axis, at);
    Expr lane = iota(new Type(ElementType.INT32, lanes));
    Expr mask =
        builder.bind("mask", less(lane, broadcast(convert(ElementType.INT32, count), lanes)));
    payloads.startPoint(new PayloadEmitter.Lanes(axis, lanes, Optional.of(mask)));
    body.at(0, Optional.of(mask));
  }
}
