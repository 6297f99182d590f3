package dev.certosina.cli.map;

import dev.certosina.cli.map.IntrinsicMappings.Row;
import dev.certosina.cli.map.Markup.Element;
import dev.certosina.compiler.mapping.MappingText;
import dev.certosina.compiler.mapping.Rejection;
import dev.certosina.compiler.mapping.TileCover;
import dev.certosina.compiler.mapping.TileCover.AxisCover;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// What was accepted, what was rejected, and what the other intrinsics allow.
final class MappingTables {
  /// Rejected sets can be very many; these say enough.
  private static final int MOST_REJECTED = 500;

  private MappingTables() {}

  static String anchor(Row row) {
    return "m" + row.number();
  }

  static List<Markup> accepted(List<Row> rows, Optional<Row> chosen) {
    if (rows.isEmpty()) {
      return List.of(Markup.element("p", "There is none; the reasons are below."));
    }
    boolean modelled = rows.stream().anyMatch(row -> row.modelMicros().isPresent());
    List<String> headings = new ArrayList<>(List.of("", "mapping", "fused extents", "tiles"));
    headings.addAll(List.of("lanes in use", "instructions"));
    if (modelled) {
      headings.add("model, µs");
    }
    List<Element> lines =
        rows.stream()
            .map(row -> {
              Element line = Tables.row(cells(row, modelled));
              return chosen.isPresent() && chosen.get().number() == row.number()
                  ? line.with("class", "chosen")
                  : line;
            })
            .toList();
    String caption =
        rows.size() == 1
            ? "The only mapping"
            : rows.size() + " mappings; the one shown above is marked";
    return List.of(Tables.table(caption, headings, List.of(0, 5, 6), lines));
  }

  private static List<Element> cells(Row row, boolean modelled) {
    var cells = new ArrayList<Element>();
    cells.add(Tables.number(Integer.toString(row.number())));
    cells.add(
        Markup.element(
                "td",
                Markup.element("a", Markup.element("code", MappingText.print(row.mapping())))
                    .with("href", "#" + anchor(row)))
            .with("class", "keep"));
    if (row.cover().isPresent()) {
      TileCover cover = row.cover().get();
      cells.add(Tables.code(MapListing.product(cover, AxisCover::extent)));
      cells.add(Tables.code(MapListing.product(cover, AxisCover::tiles)));
      cells.add(bar(cover.utilization()));
      cells.add(Tables.number(String.format(Locale.ROOT, "%,d", cover.calls())));
    } else {
      cells.add(Tables.cell("symbolic"));
      cells.addAll(List.of(Tables.cell(""), Tables.cell(""), Tables.cell("")));
    }
    if (modelled) {
      cells.add(
          Tables.number(
              row.modelMicros().isPresent()
                  ? String.format(Locale.ROOT, "%,.1f", row.modelMicros().getAsDouble())
                  : ""));
    }
    return cells;
  }

  private static Element bar(double share) {
    String percent = String.format(Locale.ROOT, "%.1f %%", 100 * share);
    Element fill =
        Markup.element("i").with("style", String.format(Locale.ROOT, "width:%.1f%%", 100 * share));
    return Markup.element(
            "td",
            Markup.element("span", fill).with("class", "bar").with("aria-hidden", "true"),
            Markup.text(percent))
        .with("class", "keep");
  }

  static List<Markup> rejected(List<Rejection> rejected) {
    if (rejected.isEmpty()) {
      return List.of(Markup.element("p", "Nothing."));
    }
    List<Element> lines =
        rejected.stream()
            .limit(MOST_REJECTED)
            .map(rejection ->
                Tables.row(
                    Tables.cell(rejection.reason().text()),
                    Tables.code(rejection.place()),
                    Tables.wrapped(rejection.found()),
                    Tables.wrapped(rejection.needed())))
            .toList();
    String caption =
        rejected.size() > MOST_REJECTED
            ? "The first %d of %d".formatted(MOST_REJECTED, rejected.size())
            : "A column says which operands an axis occurs in (1) or not (0)";
    return List.of(
        Tables.table(caption, List.of("reason", "place", "found", "needed"), List.of(), lines));
  }

  /// Counts for the accelerator's other intrinsics.
  static List<Markup> otherIntrinsics(MapReport report, IntrinsicMappings shown) {
    List<Element> lines =
        report.intrinsics().stream()
            .filter(other -> !other.equals(shown))
            .map(other ->
                Tables.row(
                    Tables.code(other.intrinsic().name()),
                    Tables.code(MapListing.instruction(other.intrinsic().compute())),
                    Tables.number(Integer.toString(other.rows().size()))))
            .toList();
    return lines.isEmpty()
        ? List.of()
        : List.of(
            Markup.element("h2", "Other instructions of " + report.accelerator().name()),
            Tables.table(
                "Choose one with --intrinsic",
                List.of("name", "computes", "mappings"),
                List.of(2),
                lines));
  }
}
