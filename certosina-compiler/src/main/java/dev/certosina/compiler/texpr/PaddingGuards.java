package dev.certosina.compiler.texpr;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.BinaryOperator;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Binary;
import dev.certosina.compiler.texpr.TensorExpr.Payload.IndexValue;
import dev.certosina.compiler.texpr.TensorExpr.Payload.IntConstant;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Reads conditions that keep a load inside its tensor: conjunctions of `0 <= i` and `i < extent`.
final class PaddingGuards {
  private static final Dim ZERO = Dims.constant(0);
  private static final Dim ONE = Dims.constant(1);

  private PaddingGuards() {}

  /// `least <= most`.
  record Guard(IndexExpr least, IndexExpr most) {}

  /// The comparisons; empty where something else occurs.
  static Optional<List<Guard>> of(Payload condition) {
    List<Guard> guards = new ArrayList<>();
    return collect(condition, guards) ? Optional.of(guards) : Optional.empty();
  }

  private static boolean collect(Payload condition, List<Guard> guards) {
    if (!(condition instanceof Binary(BinaryOperator operator, Payload left, Payload right))) {
      return false;
    }
    if (operator == BinaryOperator.AND) {
      return collect(left, guards) && collect(right, guards);
    }
    Optional<IndexExpr> least = index(left);
    Optional<IndexExpr> most = index(right);
    boolean compares = operator == BinaryOperator.LESS || operator == BinaryOperator.LESS_OR_EQUAL;
    if (!compares || least.isEmpty() || most.isEmpty()) {
      return false;
    }
    Dim closed = operator == BinaryOperator.LESS ? Dims.constant(-1) : ZERO;
    guards.add(new Guard(least.get(), most.get().plus(closed)));
    return true;
  }

  private static Optional<IndexExpr> index(Payload payload) {
    return switch (payload) {
      case IndexValue(IndexExpr value) -> Optional.of(value);
      case IntConstant(var _, long value) -> Optional.of(IndexExpr.constant(value));
      case Payload.Load _,
          Payload.Gather _,
          Payload.FloatConstant _,
          Payload.Unary _,
          Binary _,
          Payload.Select _,
          Payload.Convert _ ->
          Optional.empty();
    };
  }

  /// What keeps the guards from being just those of `coordinates`; empty for nothing.
  static String problem(
      List<Guard> guards, List<IndexExpr> coordinates, Tensor tensor, List<Axis> axes) {
    List<Guard> possible = new ArrayList<>();
    for (int dim = 0; dim < coordinates.size(); dim++) {
      IndexExpr coordinate = coordinates.get(dim);
      Dim last = Dims.subtract(tensor.shape().get(dim), ONE);
      Guard low = new Guard(IndexExpr.constant(0), coordinate);
      Guard high = new Guard(coordinate, IndexExpr.constant(last));
      IndexRange range = IndexRange.of(coordinate, axis -> extent(axes, axis));
      boolean leaves =
          (!Dims.isAtMost(ZERO, range.least()) && !guards.contains(low))
              || (!Dims.isAtMost(range.most(), last) && !guards.contains(high));
      if (leaves) {
        return "nothing keeps coordinate %s inside '%s'"
            .formatted(TensorProgramPrinter.print(coordinate), tensor.name());
      }
      possible.add(low);
      possible.add(high);
    }
    return possible.containsAll(guards)
        ? ""
        : "a condition asks for more than that '" + tensor.name() + "' is not left";
  }

  private static Dim extent(List<Axis> axes, String name) {
    return axes.stream()
        .filter(axis -> axis.name().equals(name))
        .findFirst()
        .orElseThrow()
        .extent();
  }
}
