package dev.certosina.runtime.plan;

import dev.certosina.runtime.internal.NativeMemory;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// Places the intermediates of one run in one arena, so that those whose lives overlap do not.
///
/// Larger blocks first, each into the smallest gap that holds it between the placed blocks it lives
/// with (greedy best fit by size).
final class ArenaPlanner {
  /// Every block starts on a cache line.
  static final long ALIGNMENT = 64;

  private final List<Block> placed = new ArrayList<>();

  private ArenaPlanner() {}

  /// A piece of arena memory in use from group `first` to group `last`, both included.
  static final class Block {
    final long byteSize;
    final int first;
    final int last;
    private long offset;

    Block(long byteSize, int first, int last) {
      this.byteSize = NativeMemory.roundUp(byteSize, ALIGNMENT);
      this.first = first;
      this.last = last;
    }

    /// Where the block was placed, in bytes from the start of the arena.
    long offset() {
      return offset;
    }

    private long end() {
      return offset + byteSize;
    }

    boolean livesWith(Block other) {
      return first <= other.last && other.first <= last;
    }
  }

  /// Gives every block its offset.
  ///
  /// @return bytes of the whole arena
  /// @throws ArithmeticException when they exceed 64 bits
  static long place(List<Block> blocks) {
    ArenaPlanner planner = new ArenaPlanner();
    List<Block> largestFirst = new ArrayList<>(blocks);
    largestFirst.sort(Comparator.comparingLong((Block block) -> block.byteSize).reversed());
    long end = 0;
    for (Block block : largestFirst) {
      block.offset = planner.bestOffset(block);
      end = Math.max(end, Math.addExact(block.offset, block.byteSize));
      planner.insert(block);
    }
    return end;
  }

  private long bestOffset(Block block) {
    long best = -1;
    long bestGap = Long.MAX_VALUE;
    long free = 0;
    for (Block other : placed) {
      if (!other.livesWith(block)) {
        continue;
      }
      long gap = other.offset - free;
      if (gap >= block.byteSize && gap < bestGap) {
        best = free;
        bestGap = gap;
      }
      free = Math.max(free, other.end());
    }
    return best >= 0 ? best : free;
  }

  /// Keeps the placed blocks sorted by offset.
  private void insert(Block block) {
    int position = placed.size();
    while (position > 0 && placed.get(position - 1).offset > block.offset) {
      position--;
    }
    placed.add(position, block);
  }
}
