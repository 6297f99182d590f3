package dev.certosina.runtime.plan;

import dev.certosina.runtime.internal.NativeMemory;
import dev.certosina.runtime.plan.GroupPlan.Tile;
import dev.certosina.runtime.plan.GroupShape.StageShape;
import java.util.ArrayList;
import java.util.List;

/// Tiles of equal height, as high as the cache allows and as many as the threads need.
///
/// One thread runs a group fused. Several run it fused when that yields enough tiles of a height at
/// which weights are worth reading, else staged with columns cut as well. Work too short to share
/// is not cut.
final class BalancedComposer implements Composer {
  private static final long ROW_TILE = 64;

  /// Scratch of one task that stays in a second-level cache beside the weights passing through.
  private static final long SCRATCH_BYTES = 512L << 10;

  /// Below this height a fused tile reads all weights for too few rows.
  private static final long LEAST_SHARED_ROW_TILE = 16;

  /// Spare tasks even out threads that start late or are interrupted.
  private static final long TASKS_PER_THREAD = 2;

  /// Waking a helper and meeting it again costs about as much.
  private static final double WORTH_SHARING_NANOS = 3000;

  @Override
  public GroupPlan compose(GroupShape group, int threads) {
    boolean shared = threads > 1 && group.estimateNanos() >= WORTH_SHARING_NANOS;
    if (group.fusible()) {
      long highest = highestFusedTile(group);
      long rows = shared ? sharedFusedTile(group, highest, threads) : balanced(group, highest);
      if (rows > 0) {
        return GroupPlan.fused(rows);
      }
    }
    List<Tile> tiles = new ArrayList<>(group.stages().size());
    for (StageShape stage : group.stages()) {
      tiles.add(stagedTile(group, stage, shared ? threads : 1));
    }
    return GroupPlan.staged(tiles);
  }

  private static long highestFusedTile(GroupShape group) {
    long perRow = Math.max(1, group.scratchBytesPerRow());
    return Math.clamp(SCRATCH_BYTES / perRow, 1, ROW_TILE);
  }

  /// The height that gives every thread its tasks, or 0 when it would be too low.
  private static long sharedFusedTile(GroupShape group, long highest, int threads) {
    long rowTiles = Math.ceilDiv(threads * TASKS_PER_THREAD, group.outerExtent());
    long enough = Math.ceilDiv(group.rowExtent(), rowTiles);
    boolean whole = rowTiles == 1;
    if (!whole && enough < LEAST_SHARED_ROW_TILE) {
      return 0;
    }
    return balanced(group, Math.min(enough, highest));
  }

  /// The height at which the fewest tiles of at most `highest` rows have the same size, up to the
  /// grain.
  private static long balanced(GroupShape group, long highest) {
    long grain = group.rowGrain();
    long limit = Math.max(grain, highest / grain * grain);
    long tiles = Math.ceilDiv(group.rowExtent(), limit);
    return NativeMemory.roundUp(Math.ceilDiv(group.rowExtent(), tiles), grain);
  }

  private static Tile stagedTile(GroupShape group, StageShape stage, int threads) {
    long columns = Math.max(1, stage.columnExtent());
    long rows = balanced(group, ROW_TILE);
    long tasks = group.outerExtent() * Math.ceilDiv(group.rowExtent(), rows);
    long wanted = threads * TASKS_PER_THREAD;
    if (threads == 1 || tasks >= wanted) {
      return new Tile(rows, columns);
    }
    if (group.estimateNanos(stage) < WORTH_SHARING_NANOS) {
      return new Tile(group.rowExtent(), columns);
    }
    long columnTiles = Math.ceilDiv(wanted, tasks);
    long grains = Math.ceilDiv(columns, stage.columnGrain());
    if (grains > 1) {
      long tile = Math.ceilDiv(grains, Math.min(columnTiles, grains)) * stage.columnGrain();
      return new Tile(rows, Math.min(tile, columns));
    }
    long rowTiles = Math.ceilDiv(wanted, group.outerExtent());
    return new Tile(balanced(group, Math.ceilDiv(group.rowExtent(), rowTiles)), columns);
  }
}
