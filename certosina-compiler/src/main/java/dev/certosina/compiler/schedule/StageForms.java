package dev.certosina.compiler.schedule;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.mapping.Contraction;
import dev.certosina.compiler.schedule.Stage.ColumnSource;
import dev.certosina.compiler.texpr.Payloads;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Load;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/// Collects and rewrites the linear addresses of a stage.
final class StageForms {
  private StageForms() {}

  /// Adds every linear address to `forms`, and to `unmergeable` the axes used in any other way.
  static void collect(Stage stage, List<IndexExpr> forms, Set<String> unmergeable) {
    switch (stage) {
      case Stage.Rows(List<TensorExpr> exprs) ->
          exprs.forEach(expr -> collect(expr, forms, unmergeable));
      case Stage.Product(Contraction parts, _, ColumnSource columns) -> {
        forms.add(parts.a().coordinates().getFirst());
        forms.add(columns.base());
        forms.addAll(parts.expr().write());
      }
      case Stage.Pack pack -> forms.addAll(pack.source().coordinates());
    }
  }

  private static void collect(TensorExpr expr, List<IndexExpr> forms, Set<String> unmergeable) {
    forms.addAll(expr.write());
    for (Payload access : Payloads.accesses(expr.payload())) {
      if (access instanceof Load load) {
        forms.addAll(load.coordinates());
      }
    }
    BuildStages.collectUnmergeable(expr.payload(), unmergeable);
  }

  /// The stage with `change` applied to every address and the axes in `removed` gone.
  static Stage map(Stage stage, UnaryOperator<IndexExpr> change, Set<String> removed) {
    return switch (stage) {
      case Stage.Rows(List<TensorExpr> exprs) ->
          new Stage.Rows(exprs.stream().map(expr -> map(expr, change, removed)).toList());
      case Stage.Product(Contraction parts, var initial, ColumnSource columns) ->
          new Stage.Product(
              new Contraction(
                  map(parts.expr(), change, removed),
                  map(parts.a(), change),
                  map(parts.b(), change),
                  without(parts.batch(), removed),
                  without(parts.m(), removed),
                  parts.n(),
                  parts.k()),
              initial,
              new ColumnSource(
                  columns.tensor(),
                  change.apply(columns.base()),
                  columns.panelStride(),
                  columns.rowStride()));
      case Stage.Pack pack ->
          new Stage.Pack(pack.target(), map(pack.source(), change), pack.n(), pack.k());
    };
  }

  private static TensorExpr map(
      TensorExpr expr, UnaryOperator<IndexExpr> change, Set<String> removed) {
    return new TensorExpr(
        expr.name(),
        without(expr.axes(), removed),
        expr.output(),
        expr.write().stream().map(change).toList(),
        expr.combiner(),
        Payloads.mapIndices(expr.payload(), change::apply));
  }

  private static Load map(Load load, UnaryOperator<IndexExpr> change) {
    return (Load) Payloads.mapIndices(load, change::apply);
  }

  private static List<Axis> without(List<Axis> axes, Set<String> removed) {
    return axes.stream().filter(axis -> !removed.contains(axis.name())).toList();
  }
}
