package dev.certosina.compiler.mapping;

import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.mapping.Mapping.AxisGroup;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import java.util.ArrayList;
import java.util.List;

/// The three matrices of AMOS's validity test (ISCA 2022, Algorithm 1) for one mapping.
///
/// Rows of X and Z are the sources in the intrinsic's order, then the destination. Columns of axes
/// that stay outer loops are dropped from X, and an intrinsic axis that no axis feeds contributes
/// the column of the axis of extent 1 that is inserted for it.
///
/// @param tensors names of X's rows
/// @param operands names of Z's rows
/// @param axes names of the columns of X and Y
/// @param intrinsicAxes names of Y's rows and Z's columns
/// @param x which tensor uses which axis
/// @param y which axis feeds which intrinsic axis
/// @param z which operand uses which intrinsic axis
public record AccessMatrices(
    List<String> tensors,
    List<String> operands,
    List<String> axes,
    List<String> intrinsicAxes,
    BooleanMatrix x,
    BooleanMatrix y,
    BooleanMatrix z) {

  private static final String INSERTED = "1_";
  private static final String GAP = "   ";

  public AccessMatrices {
    tensors = List.copyOf(tensors);
    operands = List.copyOf(operands);
    axes = List.copyOf(axes);
    intrinsicAxes = List.copyOf(intrinsicAxes);
  }

  public static AccessMatrices of(Mapping mapping) {
    List<Access> software =
        OperandRoles.accesses(mapping.computation().statement(), mapping.sources());
    List<Access> hardware = mapping.intrinsic().compute().statement().accesses();
    List<AxisGroup> groups = mapping.groups();
    List<String> intrinsicAxes = groups.stream().map(AxisGroup::intrinsicAxis).toList();
    var axes = new ArrayList<String>();
    var fed = new ArrayList<Integer>();
    for (Axis axis : mapping.computation().axes()) {
      for (int group = 0; group < groups.size(); group++) {
        if (groups.get(group).axes().contains(axis.name())) {
          axes.add(axis.name());
          fed.add(group);
        }
      }
    }
    int real = axes.size();
    for (int group = 0; group < groups.size(); group++) {
      if (groups.get(group).axes().isEmpty()) {
        axes.add(INSERTED + intrinsicAxes.get(group));
        fed.add(group);
      }
    }
    BooleanMatrix z =
        BooleanMatrix.of(
            hardware.size(),
            groups.size(),
            (row, column) -> hardware.get(row).uses(intrinsicAxes.get(column)));
    BooleanMatrix x =
        BooleanMatrix.of(
            software.size(),
            axes.size(),
            (row, column) ->
                column < real
                    ? software.get(row).uses(axes.get(column))
                    : z.at(row, fed.get(column)));
    BooleanMatrix y =
        BooleanMatrix.of(groups.size(), axes.size(), (row, column) -> fed.get(column) == row);
    return new AccessMatrices(
        software.stream().map(Access::tensor).toList(),
        hardware.stream().map(Access::tensor).toList(),
        axes,
        intrinsicAxes,
        x,
        y,
        z);
  }

  /// True if `Z∘Y = X` and `X∘Yᵀ = Z`, in boolean arithmetic.
  public boolean isValid() {
    return z.times(y).equals(x) && x.times(y.transposed()).equals(z);
  }

  /// The matrices side by side, then the outcome of both comparisons.
  public String text() {
    List<List<String>> blocks =
        List.of(
            table("X", tensors, axes, x),
            table("Y", intrinsicAxes, axes, y),
            table("Z", operands, intrinsicAxes, z));
    int height = blocks.stream().mapToInt(List::size).max().orElse(0);
    var text = new StringBuilder();
    for (int row = 0; row < height; row++) {
      var line = new StringBuilder();
      for (List<String> block : blocks) {
        String cells = row < block.size() ? block.get(row) : "";
        line.append(pad(cells, block.getFirst().length())).append(GAP);
      }
      text.append(line.toString().stripTrailing()).append('\n');
    }
    return text
        + "Z∘Y %s X, X∘Yᵀ %s Z\n"
            .formatted(
                z.times(y).equals(x) ? "=" : "≠", x.times(y.transposed()).equals(z) ? "=" : "≠");
  }

  /// Lines of equal length: the names of columns, then one line per row.
  private static List<String> table(
      String name, List<String> rows, List<String> columns, BooleanMatrix matrix) {
    int label = rows.stream().mapToInt(String::length).max().orElse(1);
    var lines = new ArrayList<String>();
    lines.add(pad(name, label) + (columns.isEmpty() ? "" : " ") + String.join(" ", columns));
    for (int row = 0; row < rows.size(); row++) {
      var line = new StringBuilder(pad(rows.get(row), label));
      for (int column = 0; column < columns.size(); column++) {
        String entry = matrix.at(row, column) ? "1" : "0";
        line.append(' ').append(pad(entry, columns.get(column).length()));
      }
      lines.add(line.toString());
    }
    return lines;
  }

  private static String pad(String text, int width) {
    return text + " ".repeat(Math.max(0, width - text.length()));
  }
}
