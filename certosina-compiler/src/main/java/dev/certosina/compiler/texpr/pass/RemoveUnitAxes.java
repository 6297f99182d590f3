package dev.certosina.compiler.texpr.pass;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.runtime.dim.Dims;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// Drops axes that have one point: `for i < 1: y[i, j] = x[i, j]` becomes `y[0, j] = x[0, j]`.
///
/// Afterwards no axis has the constant extent 1, so expressions that differ only in unit axes have
/// the same iteration domain.
public final class RemoveUnitAxes {
  private RemoveUnitAxes() {}

  public static TensorProgram apply(TensorProgram program) {
    return Expressions.mapExpressions(program, RemoveUnitAxes::rewrite);
  }

  private static TensorExpr rewrite(TensorExpr expr) {
    Set<String> units =
        expr.axes().stream()
            .filter(axis -> axis.extent().equals(Dims.constant(1)))
            .map(Axis::name)
            .collect(Collectors.toUnmodifiableSet());
    if (units.isEmpty()) {
      return expr;
    }
    List<Axis> kept = expr.axes().stream().filter(axis -> !units.contains(axis.name())).toList();
    TensorExpr shorter =
        Expressions.substitute(
            expr,
            kept,
            axis -> units.contains(axis) ? IndexExpr.constant(0) : IndexExpr.axis(axis));
    boolean reduces = kept.stream().anyMatch(axis -> axis.kind() == TensorExpr.AxisKind.REDUCTION);
    return reduces ? shorter : withoutCombiner(shorter);
  }

  private static TensorExpr withoutCombiner(TensorExpr expr) {
    return new TensorExpr(
        expr.name(),
        expr.axes(),
        expr.output(),
        expr.write(),
        TensorExpr.Combiner.NONE,
        expr.payload());
  }
}
