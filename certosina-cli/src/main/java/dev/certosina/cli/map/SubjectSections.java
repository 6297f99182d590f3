package dev.certosina.cli.map;

import dev.certosina.cli.map.IntrinsicMappings.Row;
import dev.certosina.cli.map.Markup.Element;
import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.affine.IndexStatementPrinter;
import dev.certosina.compiler.mapping.Mapping.AxisGroup;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.target.Intrinsic.Stride;
import dev.certosina.compiler.target.Intrinsic.Transfer;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// What is mapped and what it is mapped onto.
final class SubjectSections {
  private SubjectSections() {}

  static List<Markup> domain(Computation computation, Optional<Row> chosen) {
    List<Access> accesses = computation.statement().accesses();
    List<String> headings = new ArrayList<>(List.of("axis", "extent", "kind"));
    accesses.forEach(access -> headings.add("in " + access.tensor()));
    headings.add("feeds");
    var rows = new ArrayList<Element>();
    for (Axis axis : computation.axes()) {
      var cells = new ArrayList<Element>();
      cells.add(Tables.code(axis.name()));
      cells.add(Tables.number(Dims.print(axis.extent())));
      cells.add(Tables.cell(FeedDiagram.kind(axis)));
      accesses.forEach(access -> cells.add(Tables.code(coordinates(access, axis.name()))));
      cells.add(Markup.element("td", feeds(axis.name(), chosen)));
      rows.add(Tables.row(cells));
    }
    return List.of(
        Markup.element("h2", "The operator"),
        statement(computation),
        Tables.beside(
            Tables.table(
                "Iteration domain: every axis, and the coordinates of each tensor that it moves",
                headings,
                List.of(1),
                rows),
            tensors(computation)));
  }

  private static Element tensors(Computation computation) {
    List<Element> rows =
        computation.tensors().stream()
            .map(tensor ->
                Tables.row(
                    Tables.code(tensor.name()),
                    Tables.cell(tensor.type().text()),
                    Tables.code(shape(tensor)),
                    Tables.cell(
                        computation.constants().contains(tensor.name())
                            ? "known ahead of time"
                            : tensor.equals(computation.destination())
                                ? "written"
                                : "read at each call")))
            .toList();
    return Tables.table("Tensors", List.of("tensor", "type", "shape", ""), List.of(), rows);
  }

  private static String shape(Tensor tensor) {
    return tensor.shape().stream().map(Dims::print).collect(Collectors.joining(" × "));
  }

  private static String coordinates(Access access, String axis) {
    return access.coordinates().stream()
        .filter(coordinate -> coordinate.uses(axis))
        .map(IndexStatementPrinter::print)
        .collect(Collectors.joining(", "));
  }

  private static Markup feeds(String axis, Optional<Row> chosen) {
    if (chosen.isEmpty()) {
      return Markup.text("");
    }
    List<AxisGroup> groups = chosen.get().mapping().groups();
    for (int group = 0; group < groups.size(); group++) {
      if (groups.get(group).axes().contains(axis)) {
        return Markup.element("span", groups.get(group).intrinsicAxis())
            .with("class", "chip k" + FeedDiagram.color(group));
      }
    }
    return Markup.element("span", "loop").with("class", "quiet");
  }

  static List<Markup> instruction(Accelerator accelerator, Intrinsic intrinsic) {
    List<Element> axes = new ArrayList<>();
    List<Axis> all = intrinsic.compute().axes();
    for (int axis = 0; axis < all.size(); axis++) {
      axes.add(
          Tables.row(
              Markup.element(
                  "td",
                  Markup.element("span", all.get(axis).name())
                      .with("class", "chip k" + FeedDiagram.color(axis))),
              Tables.number(Dims.print(all.get(axis).extent())),
              Tables.cell(FeedDiagram.kind(all.get(axis)))));
    }
    return List.of(
        Markup.element("h2", "The instruction"),
        statement(intrinsic.compute()),
        Tables.beside(
            Tables.table("Axes", List.of("axis", "lanes", "kind"), List.of(1), axes),
            Tables.table(
                "Memory abstraction: how operands move",
                List.of("operand", "type", "from", "to", "address"),
                List.of(),
                intrinsic.transfers().stream()
                    .map(transfer -> transfer(transfer, intrinsic.compute()))
                    .toList())),
        facts(accelerator, intrinsic));
  }

  private static Element transfer(Transfer transfer, Computation compute) {
    return Tables.row(
        Tables.code(transfer.operand()),
        Tables.cell(compute.tensor(transfer.operand()).type().text()),
        Tables.cell(transfer.isLoad() ? transfer.farScope() : transfer.nearScope()),
        Tables.cell(transfer.isLoad() ? transfer.nearScope() : transfer.farScope()),
        Tables.code(address(transfer)));
  }

  private static String address(Transfer transfer) {
    return transfer.base()
        + transfer.strides().stream()
            .map(stride ->
                switch (stride) {
                  case Stride.Fixed(String axis, long elements) when elements == 1 -> " + " + axis;
                  case Stride.Fixed(String axis, long elements) ->
                      " + %d*%s".formatted(elements, axis);
                  case Stride.Free(String axis, String parameter) ->
                      " + %s*%s".formatted(parameter, axis);
                })
            .collect(Collectors.joining());
  }

  private static Element facts(Accelerator accelerator, Intrinsic intrinsic) {
    String chain = String.join(" → ", intrinsic.chain());
    String text =
        String.format(
            Locale.ROOT,
            "Steps: %s. Latency %s cycles, %s started per cycle, %s GHz. %s",
            chain,
            plain(intrinsic.latencyCycles()),
            plain(intrinsic.perCycle()),
            plain(accelerator.gigahertz()),
            intrinsic.source());
    return Markup.element("p", text).with("class", "quiet");
  }

  /// Without digits that say nothing.
  static String plain(double value) {
    return value == Math.rint(value)
        ? Long.toString((long) value)
        : String.format(Locale.ROOT, "%.4g", value);
  }

  private static Element statement(Computation computation) {
    return Markup.element("div", IndexStatementPrinter.print(computation.statement()))
        .with("class", "statement mono");
  }
}
