package dev.certosina.cli.map;

import dev.certosina.cli.map.IntrinsicMappings.Row;
import dev.certosina.cli.map.Markup.Element;
import dev.certosina.compiler.mapping.AccessMatrices;
import dev.certosina.compiler.mapping.TileCover;
import dev.certosina.compiler.mapping.TileCover.AxisCover;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// One mapping: which axes feed which, tiles and padding, loops and addresses, matrices.
final class MappingSections {
  private MappingSections() {}

  static List<Markup> of(Row row) {
    var parts = new ArrayList<Markup>();
    parts.add(heading("Which axes feed which"));
    parts.add(scroll(FeedDiagram.draw(row.mapping())));
    row.cover()
        .ifPresent(cover -> {
          parts.add(heading("Tiles and padding"));
          parts.addAll(tiles(cover));
          parts.add(heading("Loops and addresses"));
          parts.addAll(NestSection.of(row));
        });
    parts.add(heading("Why it is valid"));
    parts.addAll(MatrixTables.of(AccessMatrices.of(row.mapping())));
    return parts;
  }

  private static List<Markup> tiles(TileCover cover) {
    var parts = new ArrayList<Markup>();
    for (int axis = 0; axis < cover.axes().size(); axis++) {
      parts.add(scroll(TilePicture.draw(cover.axes().get(axis), FeedDiagram.color(axis))));
    }
    var product = new StringBuilder();
    for (AxisCover axis : cover.axes()) {
      product
          .append(product.isEmpty() ? "" : " × ")
          .append(String.format(Locale.ROOT, "%.1f %%", 100 * axis.utilization()));
    }
    parts.add(
        Markup.element(
            "p",
            String.format(
                Locale.ROOT,
                "Utilisation: %s = %.1f %%. The instruction runs %,d times (%,d points of outer"
                    + " loops for each combination of tiles) and computes %,d points in all.",
                product,
                100 * cover.utilization(),
                cover.calls(),
                cover.outerPoints(),
                cover.issuedPoints())));
    return parts;
  }

  private static Element heading(String text) {
    return Markup.element("h3", text);
  }

  private static Element scroll(Element drawing) {
    return Markup.element("div", drawing).with("class", "scroll");
  }
}
