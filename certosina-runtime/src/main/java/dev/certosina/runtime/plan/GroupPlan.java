package dev.certosina.runtime.plan;

import java.util.List;

/// How a group runs for one shape.
///
/// @param fused whether a task runs every stage on its rows
/// @param tiles one for the group when it runs fused, else one per stage
record GroupPlan(boolean fused, List<Tile> tiles) {

  GroupPlan {
    tiles = List.copyOf(tiles);
  }

  /// The size of one task: rows of one outer point, and columns. Both at least 1; a fused tile has
  /// all columns, whatever `columns` says.
  record Tile(long rows, long columns) {}

  static GroupPlan fused(long rows) {
    return new GroupPlan(true, List.of(new Tile(rows, 1)));
  }

  static GroupPlan staged(List<Tile> tiles) {
    return new GroupPlan(false, tiles);
  }

  /// The most tasks that a step of `group` has: more threads than that are of no use.
  ///
  /// @throws ArithmeticException when they exceed 64 bits
  long mostTasks(GroupShape group) {
    long most = 0;
    for (int i = 0; i < tiles.size(); i++) {
      long rowTiles = Math.ceilDiv(group.rowExtent(), tiles.get(i).rows());
      long columnTiles =
          fused ? 1 : Math.ceilDiv(group.stages().get(i).columnExtent(), tiles.get(i).columns());
      long outerTasks = Math.multiplyExact(group.outerExtent(), rowTiles);
      most = Math.max(most, Math.multiplyExact(outerTasks, columnTiles));
    }
    return most;
  }
}
