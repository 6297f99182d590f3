package dev.certosina.compiler.texpr;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.BinaryOperator;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Binary;
import dev.certosina.compiler.texpr.TensorExpr.Payload.FloatConstant;
import dev.certosina.compiler.texpr.TensorExpr.Payload.IndexValue;
import dev.certosina.compiler.texpr.TensorExpr.Payload.IntConstant;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Select;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// An expression whose result at each position of an axis combines the values up to there, such as
/// running sums: `y[.., n] = combined over k <= n of value(.., k)`.
///
/// It is an ordinary reduction over `k` with [#upTo] as payload, so everything that knows
/// reductions knows what it means; what recognises it needs one step for each position instead of
/// one for each pair. Past the last `k` the result stays as it is.
///
/// @param along the axis of positions, `n`
/// @param reduced the reduction axis, `k`
/// @param value what is combined, a function of `reduced` that does not depend on `along`
public record Scan(TensorExpr expr, Axis along, Axis reduced, Payload value) {

  /// `value` where `reduced <= along`, else `identity`.
  ///
  /// @param identity the literal that changes nothing under the expression's combiner
  public static Payload upTo(String reduced, String along, Payload value, Payload identity) {
    Payload reached =
        new Binary(
            BinaryOperator.LESS_OR_EQUAL,
            new IndexValue(IndexExpr.axis(reduced)),
            new IndexValue(IndexExpr.axis(along)));
    return new Select(reached, value, identity);
  }

  /// The expression as a scan, if it is one.
  public static Optional<Scan> of(TensorExpr expr) {
    List<Axis> reductions =
        expr.axes().stream().filter(axis -> axis.kind() == AxisKind.REDUCTION).toList();
    if (reductions.size() != 1 || !(expr.payload() instanceof Select select)) {
      return Optional.empty();
    }
    Axis reduced = reductions.getFirst();
    return expr.axes().stream()
        .filter(axis -> axis.kind() == AxisKind.PARALLEL)
        .map(axis -> new Scan(expr, axis, reduced, select.whenTrue()))
        .filter(scan -> scan.isWhat(select))
        .findFirst();
  }

  private boolean isWhat(Select select) {
    return isIdentity(expr.combiner(), select.whenFalse())
        && select.equals(upTo(reduced.name(), along.name(), value, select.whenFalse()))
        && !Payloads.axes(value).contains(along.name());
  }

  private static boolean isIdentity(Combiner combiner, Payload payload) {
    return switch (payload) {
      case FloatConstant(_, double found) ->
          switch (combiner) {
            case SUM -> found == 0;
            case PRODUCT -> found == 1;
            case MAX -> found == Double.NEGATIVE_INFINITY;
            case MIN -> found == Double.POSITIVE_INFINITY;
            case NONE -> false;
          };
      case IntConstant(_, long found) ->
          switch (combiner) {
            case SUM -> found == 0;
            case PRODUCT -> found == 1;
            case MAX, MIN, NONE -> false;
          };
      case Payload.Load _,
          Payload.Gather _,
          IndexValue _,
          Payload.Unary _,
          Binary _,
          Select _,
          Payload.Convert _ ->
          false;
    };
  }

  /// How many positions have a value of their own.
  public Dim extent() {
    return Dims.min(along.extent(), reduced.extent());
  }

  /// The values that are combined, each at its own position, instead of the combined ones.
  public TensorExpr values() {
    List<Axis> axes = new ArrayList<>(expr.axes());
    axes.remove(reduced);
    axes.replaceAll(
        axis -> axis.equals(along) ? new Axis(along.name(), extent(), along.kind()) : axis);
    Payload moved =
        Payloads.substituteAxes(
            value, axis -> IndexExpr.axis(axis.equals(reduced.name()) ? along.name() : axis));
    return new TensorExpr(expr.name(), axes, expr.output(), expr.write(), Combiner.NONE, moved);
  }
}
