package dev.certosina.cli.map;

import dev.certosina.cli.map.Markup.Element;
import dev.certosina.compiler.mapping.AccessMatrices;
import dev.certosina.compiler.mapping.BooleanMatrix;
import java.util.List;

/// The matrices X, Y and Z of one mapping as tables, and what comparing their products gives.
final class MatrixTables {
  private MatrixTables() {}

  static List<Element> of(AccessMatrices matrices) {
    BooleanMatrix x = matrices.z().times(matrices.y());
    BooleanMatrix z = matrices.x().times(matrices.y().transposed());
    return List.of(
        Markup.element("div")
            .with("class", "matrices")
            .add(
                table("X: tensor uses axis", matrices.tensors(), matrices.axes(), matrices.x()),
                table(
                    "Y: axis feeds axis", matrices.intrinsicAxes(), matrices.axes(), matrices.y()),
                table(
                    "Z: operand uses axis",
                    matrices.operands(),
                    matrices.intrinsicAxes(),
                    matrices.z())),
        Markup.element("p")
            .add(
                verdict("Z∘Y = X", x.equals(matrices.x())),
                Markup.text(" and "),
                verdict("X∘Yᵀ = Z", z.equals(matrices.z())),
                Markup.text(
                    ", where ∘ is the product of boolean matrices. Axes that stay loops have no"
                        + " column.")));
  }

  private static Element verdict(String equation, boolean holds) {
    return Markup.element("span", equation + (holds ? " holds" : " fails"))
        .with("class", "verdict " + (holds ? "yes" : "no"));
  }

  private static Element table(
      String caption, List<String> rows, List<String> columns, BooleanMatrix matrix) {
    Element head =
        Markup.element("tr", Markup.element("td", ""))
            .add(columns.stream().map(MatrixTables::column).toList());
    Element body = Markup.element("tbody");
    for (int row = 0; row < rows.size(); row++) {
      Element line =
          Markup.element("tr").add(Markup.element("th", rows.get(row)).with("scope", "row"));
      for (int column = 0; column < columns.size(); column++) {
        boolean one = matrix.at(row, column);
        line = line.add(Markup.element("td", one ? "1" : "0").with("class", one ? "one" : "zero"));
      }
      body = body.add(line);
    }
    return Markup.element("table")
        .with("class", "matrix")
        .add(Markup.element("caption", caption), Markup.element("thead", head), body);
  }

  private static Element column(String name) {
    return Markup.element("th", name).with("scope", "col");
  }
}
