package dev.certosina.compiler.mapping;

import java.util.ArrayList;
import java.util.List;

/// Rows of booleans, all of the same length.
public record BooleanMatrix(List<List<Boolean>> rows, int columns) {

  /// Says what stands at a row and a column.
  @FunctionalInterface
  public interface Entry {
    boolean at(int row, int column);
  }

  public BooleanMatrix {
    rows = rows.stream().map(List::copyOf).toList();
  }

  public static BooleanMatrix of(int rows, int columns, Entry entry) {
    var all = new ArrayList<List<Boolean>>();
    for (int row = 0; row < rows; row++) {
      var values = new ArrayList<Boolean>();
      for (int column = 0; column < columns; column++) {
        values.add(entry.at(row, column));
      }
      all.add(values);
    }
    return new BooleanMatrix(all, columns);
  }

  public boolean at(int row, int column) {
    return rows.get(row).get(column);
  }

  /// The product in which `and` multiplies and `or` adds.
  public BooleanMatrix times(BooleanMatrix other) {
    return of(
        rows.size(),
        other.columns,
        (row, column) -> {
          for (int inner = 0; inner < columns; inner++) {
            if (at(row, inner) && other.at(inner, column)) {
              return true;
            }
          }
          return false;
        });
  }

  public BooleanMatrix transposed() {
    return of(columns, rows.size(), (row, column) -> at(column, row));
  }
}
