package dev.certosina.cli.map;

import dev.certosina.cli.map.IntrinsicMappings.Row;
import dev.certosina.compiler.affine.IndexStatementPrinter;
import dev.certosina.compiler.mapping.AccessMatrices;
import dev.certosina.compiler.mapping.Mapping.AxisGroup;
import dev.certosina.compiler.mapping.MappingText;
import dev.certosina.compiler.mapping.Rejection;
import dev.certosina.compiler.mapping.Rejection.Reason;
import dev.certosina.compiler.mapping.TileCover;
import dev.certosina.compiler.mapping.TileCover.AxisCover;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dims;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

/// Prints a report as text: a table of mappings for each intrinsic.
public final class MapListing {
  private final PrintWriter out;
  private final boolean explain;

  /// @param explain also print the access matrices and the fused axes of each mapping, and what was
  ///   rejected
  public MapListing(PrintWriter out, boolean explain) {
    this.out = out;
    this.explain = explain;
  }

  public void print(MapReport report) {
    out.printf("%s on %s%n", report.subject().name(), report.accelerator().name());
    if (!report.intrinsics().isEmpty()) {
      Computation computation = report.intrinsics().getFirst().computation();
      out.printf("  %s%n", IndexStatementPrinter.print(computation.statement()));
      out.printf("  spatial %s%n", extents(computation, AxisKind.PARALLEL));
      out.printf("  reduction %s%n", extents(computation, AxisKind.REDUCTION));
    }
    report.intrinsics().forEach(this::print);
    if (report.isPartlyModelled()) {
      out.printf("%ntimes are modelled for the first intrinsics; --intrinsic chooses one%n");
    }
  }

  private void print(IntrinsicMappings mappings) {
    out.printf(
        "%n%s: %s%n", mappings.intrinsic().name(), instruction(mappings.intrinsic().compute()));
    if (mappings.rows().isEmpty()) {
      out.printf("  no mapping%s%n", reason(mappings.space().rejected()));
    } else {
      out.printf(
          "  %d mapping%s%n", mappings.rows().size(), mappings.rows().size() == 1 ? "" : "s");
      printRows(mappings.rows());
    }
    if (explain) {
      out.printf("  rejected:%n");
      mappings.space().rejected().forEach(rejection -> out.printf("    %s%n", rejection.text()));
    }
  }

  private void printRows(List<Row> rows) {
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("#", "mapping", "extents", "tiles", "used", "calls", "model"));
    rows.forEach(row -> table.add(cells(row)));
    List<Integer> widths = new ArrayList<>();
    for (int column = 0; column < table.getFirst().size(); column++) {
      int current = column;
      widths.add(table.stream().mapToInt(line -> line.get(current).length()).max().orElse(0));
    }
    for (int line = 0; line < table.size(); line++) {
      out.println(line(table.get(line), widths));
      if (explain && line > 0) {
        explain(rows.get(line - 1));
      }
    }
  }

  private void explain(Row row) {
    AccessMatrices.of(row.mapping())
        .text()
        .lines()
        .forEach(matrices -> out.printf("       %s%n", matrices));
    FusedFormula.lines(row.mapping(), row.cover().isPresent())
        .forEach(formula -> out.printf("       %s%n", formula));
  }

  private static String line(List<String> cells, List<Integer> widths) {
    var line = new StringBuilder();
    for (int column = 0; column < cells.size(); column++) {
      int width = widths.get(column);
      String pad = " ".repeat(width - cells.get(column).length());
      boolean isLeft = column == 1 || column == 2 || column == 3;
      line.append("  ").append(isLeft ? cells.get(column) + pad : pad + cells.get(column));
    }
    return line.toString().stripTrailing();
  }

  private static List<String> cells(Row row) {
    String time =
        row.modelMicros().isPresent()
            ? String.format(Locale.ROOT, "%.1f us", row.modelMicros().getAsDouble())
            : "";
    String number = Integer.toString(row.number());
    String text = MappingText.print(row.mapping());
    if (row.cover().isEmpty()) {
      return List.of(number, text, symbolicExtents(row), "", "", "", time);
    }
    TileCover cover = row.cover().get();
    return List.of(
        number,
        text,
        product(cover, AxisCover::extent),
        product(cover, AxisCover::tiles),
        String.format(Locale.ROOT, "%.1f %%", 100 * cover.utilization()),
        Long.toString(cover.calls()),
        time);
  }

  /// For example `1792x64x147`.
  static String product(TileCover cover, ToLongFunction<AxisCover> number) {
    return cover.axes().stream()
        .map(axis -> Long.toString(number.applyAsLong(axis)))
        .collect(Collectors.joining("x"));
  }

  private static String symbolicExtents(Row row) {
    Computation computation = row.mapping().computation();
    return row.mapping().groups().stream()
        .map(AxisGroup::axes)
        .map(axes ->
            Dims.print(
                Dims.multiply(axes.stream().map(axis -> computation.axis(axis).extent()).toList())))
        .collect(Collectors.joining(" x "));
  }

  private static String extents(Computation computation, AxisKind kind) {
    String text =
        computation.axes().stream()
            .filter(axis -> axis.kind() == kind)
            .map(axis -> axis.name() + "=" + Dims.print(axis.extent()))
            .collect(Collectors.joining(" "));
    return text.isEmpty() ? "none" : text;
  }

  /// Statement, extents and types: `D[i] += A[] * B[i], i=16, f32 f32 -> f32`.
  static String instruction(Computation compute) {
    String axes =
        compute.axes().stream()
            .map((Axis axis) -> ", " + axis.name() + "=" + Dims.print(axis.extent()))
            .collect(Collectors.joining());
    List<Tensor> tensors = compute.tensors();
    String sources =
        tensors.subList(0, tensors.size() - 1).stream()
            .map(tensor -> tensor.type().text())
            .collect(Collectors.joining(" "));
    return "%s%s, %s -> %s"
        .formatted(
            IndexStatementPrinter.print(compute.statement()),
            axes,
            sources,
            compute.destination().type().text());
  }

  /// The reason that says most about why there is no mapping at all.
  private static String reason(List<Rejection> rejected) {
    return rejected.stream()
        .filter(rejection ->
            rejection.reason() == Reason.STATEMENT
                || rejection.reason() == Reason.NO_AXIS
                || rejection.reason() == Reason.EXTENT
                || rejection.reason() == Reason.PADDING)
        .findFirst()
        .map(rejection -> ": " + rejection.text())
        .orElse("");
  }
}
