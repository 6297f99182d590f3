package dev.certosina.compiler.kernel.lower;

import static dev.certosina.compiler.kernel.KernelExprs.binary;
import static dev.certosina.compiler.kernel.KernelExprs.broadcast;
import static dev.certosina.compiler.kernel.KernelExprs.convert;
import static dev.certosina.compiler.kernel.KernelExprs.select;
import static dev.certosina.compiler.kernel.KernelExprs.shuffle;

import dev.certosina.compiler.kernel.Kernel.BinaryOperator;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.kernel.KernelBuilder;
import dev.certosina.compiler.texpr.Scan;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/// Writes a scan along one row, one step for each position.
///
/// A vector is scanned in registers; then what all earlier vectors gave is combined into it. Only
/// that last operation waits for the vector before. The order depends on the number of lanes alone.
final class ScanEmitter {
  private final KernelBuilder builder;
  private final PayloadEmitter payloads;
  private final VectorLoop loop;
  private final int lanes;
  private final Store store;

  /// Stores results at the current points.
  interface Store {
    void store(TensorExpr expr, Expr value, Optional<Expr> mask);
  }

  /// @param loop of `lanes` lanes
  ScanEmitter(
      KernelBuilder builder, PayloadEmitter payloads, VectorLoop loop, int lanes, Store store) {
    this.builder = builder;
    this.payloads = payloads;
    this.loop = loop;
    this.lanes = lanes;
    this.store = store;
  }

  /// @param accumulator the scalar type that values are combined in
  void emit(Scan scan, Type accumulator) {
    Combiner combiner = scan.expr().combiner();
    BinaryOperator operator = Combine.operator(combiner);
    TensorExpr values = scan.values();
    Expr identity = Combine.identity(combiner, accumulator.withLanes(lanes));
    Expr.Variable carry = builder.declare("carry", identity);
    String axis = scan.along().name();
    Dim extent = scan.extent();
    loop.along(
        axis,
        extent,
        (_, mask) -> {
          Expr value =
              convert(accumulator.element(), broadcast(payloads.emit(values.payload()), lanes));
          Expr counted = mask.map(m -> select(m, value, identity)).orElse(value);
          Expr scanned = builder.let("scanned", prefix(operator, counted, identity));
          store.store(values, builder.let("s", binary(operator, carry, scanned)), mask);
          builder.assign(carry, binary(operator, carry, last(scanned)));
        });
    Dim left = Dims.subtract(scan.along().extent(), extent);
    if (!left.equals(Dims.constant(0))) {
      loop.along(axis, extent, left, 1, (_, mask) -> store.store(values, carry, mask));
    }
  }

  /// Each lane combined with all lanes below it, by J. Sklansky's network: blocks of 1, 2, 4, …
  /// lanes that are scanned already are joined in pairs by combining the last lane of the lower
  /// block into every lane of the upper one.
  private Expr prefix(BinaryOperator operator, Expr value, Expr identity) {
    Expr result = value;
    for (int block = 1; block < lanes; block *= 2) {
      int size = block;
      List<Integer> below =
          IntStream.range(0, lanes)
              .map(lane -> lane / size % 2 == 0 ? lanes + lane : lane / size * size - 1)
              .boxed()
              .toList();
      Expr now = builder.let("prefix", result);
      result = binary(operator, shuffle(now, identity, below), now);
    }
    return result;
  }

  /// The last lane in every lane.
  private Expr last(Expr scanned) {
    return lanes == 1
        ? scanned
        : shuffle(scanned, scanned, IntStream.range(0, lanes).map(_ -> lanes - 1).boxed().toList());
  }
}
