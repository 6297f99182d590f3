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
      case Stage.Nest _, Stage.Repack _ -> {}
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

  /// The stage over merged axes.
  static Stage map(Stage stage, MergeAxes.Result merge) {
    return switch (stage) {
      case Stage.Rows(List<TensorExpr> exprs) ->
          new Stage.Rows(exprs.stream().map(expr -> map(expr, merge)).toList());
      case Stage.Product(Contraction parts, var initial, ColumnSource columns) ->
          new Stage.Product(
              new Contraction(
                  map(parts.expr(), merge),
                  map(parts.a(), merge),
                  map(parts.b(), merge),
                  merged(parts.batch(), merge),
                  merged(parts.m(), merge),
                  parts.n(),
                  parts.k()),
              initial,
              new ColumnSource(
                  columns.tensor(),
                  merge.apply(columns.base()),
                  columns.panelStride(),
                  columns.rowStride()));
      case Stage.Pack pack ->
          new Stage.Pack(pack.target(), map(pack.source(), merge), pack.n(), pack.k());
      case Stage.Nest nest -> nest;
      case Stage.Repack repack -> repack;
    };
  }

  private static TensorExpr map(TensorExpr expr, MergeAxes.Result merge) {
    return new TensorExpr(
        expr.name(),
        merged(expr.axes(), merge),
        expr.output(),
        expr.write().stream().map(merge::apply).toList(),
        expr.combiner(),
        Payloads.mapIndices(expr.payload(), merge::apply));
  }

  private static Load map(Load load, MergeAxes.Result merge) {
    return (Load) Payloads.mapIndices(load, merge::apply);
  }

  private static List<Axis> merged(List<Axis> axes, MergeAxes.Result merge) {
    return axes.stream()
        .filter(axis -> !merge.removed().contains(axis.name()))
        .map(merge::widened)
        .toList();
  }
}
