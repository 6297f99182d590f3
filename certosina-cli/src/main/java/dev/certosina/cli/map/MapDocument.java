package dev.certosina.cli.map;

import dev.certosina.cli.json.Json;
import dev.certosina.cli.map.IntrinsicMappings.Row;
import dev.certosina.compiler.affine.IndexStatementPrinter;
import dev.certosina.compiler.mapping.Mapping.AxisGroup;
import dev.certosina.compiler.mapping.MappingText;
import dev.certosina.compiler.mapping.Rejection;
import dev.certosina.compiler.mapping.TileCover;
import dev.certosina.compiler.mapping.TileCover.AxisCover;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;

/// A report as a JSON document. Extents that depend on a symbol are `null`.
public final class MapDocument {
  private MapDocument() {}

  /// @param document with what every document begins with
  public static Json.Structure of(MapReport report, Json.Structure document) {
    return document
        .with("subject", report.subject().name())
        .with("accelerator", report.accelerator().name())
        .with("rule", report.options().rule().text())
        .with("intrinsics", report.intrinsics().stream().map(MapDocument::intrinsic).toList());
  }

  private static Json intrinsic(IntrinsicMappings mappings) {
    return Json.object()
        .with("name", mappings.intrinsic().name())
        .with("compute", computation(mappings.intrinsic().compute()))
        .with("computation", computation(mappings.computation()))
        .with("count", mappings.rows().size())
        .with("mappings", mappings.rows().stream().map(MapDocument::mapping).toList())
        .with(
            "rejected", mappings.space().rejected().stream().map(MapDocument::rejection).toList());
  }

  private static Json computation(Computation computation) {
    return Json.object()
        .with("statement", IndexStatementPrinter.print(computation.statement()))
        .with(
            "axes",
            computation.axes().stream()
                .map(axis ->
                    Json.object()
                        .with("name", axis.name())
                        .with("extent", extent(axis.extent()))
                        .with("kind", FeedDiagram.kind(axis)))
                .toList())
        .with("tensors", computation.tensors().stream().map(MapDocument::tensor).toList());
  }

  private static Json tensor(Tensor tensor) {
    return Json.object()
        .with("name", tensor.name())
        .with("type", tensor.type().text())
        .with("dims", tensor.shape().stream().map(MapDocument::extent).toList());
  }

  private static Json extent(Dim extent) {
    return Dims.constantValue(extent).isPresent()
        ? new Json.Int(Dims.constantValue(extent).getAsLong())
        : new Json.Null();
  }

  private static Json mapping(Row row) {
    var groups = new ArrayList<Json>();
    List<AxisGroup> fed = row.mapping().groups();
    for (int group = 0; group < fed.size(); group++) {
      Json.Structure one =
          Json.object()
              .with("intrinsicAxis", fed.get(group).intrinsicAxis())
              .with("axes", Json.texts(fed.get(group).axes()));
      int current = group;
      groups.add(row.cover().map(cover -> cover(one, cover.axes().get(current))).orElse(one));
    }
    Json.Structure mapping =
        Json.object()
            .with("text", MappingText.print(row.mapping()))
            .with(
                "sources",
                row.mapping().sources().stream().map(source -> new Json.Int(source)).toList())
            .with("groups", groups)
            .with("outerAxes", outerAxes(row));
    return totals(row, mapping);
  }

  private static Json outerAxes(Row row) {
    return Json.texts(row.mapping().outerAxes().stream().map(axis -> axis.name()).toList());
  }

  private static Json.Structure cover(Json.Structure group, AxisCover cover) {
    return group
        .with("extent", cover.extent())
        .with("size", cover.size())
        .with("tiles", cover.tiles())
        .with("padding", cover.padding());
  }

  private static Json totals(Row row, Json.Structure mapping) {
    return mapping
        .with(
            "calls",
            row.cover().map(cover -> (Json) new Json.Int(cover.calls())).orElse(new Json.Null()))
        .with(
            "utilization",
            row.cover().map(TileCover::utilization).map(Json::real).orElse(new Json.Null()))
        .with("modelMicros", Json.real(row.modelMicros().orElse(Double.NaN)));
  }

  private static Json rejection(Rejection rejection) {
    return Json.object()
        .with("reason", rejection.reason().text())
        .with("place", rejection.place())
        .with("found", rejection.found())
        .with("needed", rejection.needed());
  }
}
