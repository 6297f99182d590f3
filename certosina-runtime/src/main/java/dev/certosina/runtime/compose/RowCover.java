package dev.certosina.runtime.compose;

import java.util.Arrays;

/// The cheapest way to cover a number of rows exactly by micro-kernels of given heights.
///
/// Any number of calls of any height whose sum is the row count is a cover; its cost is the sum of
/// its calls. The best cover of `m` rows is found by dynamic programming over smaller counts. Let
/// `b` be the height with the least cost per row and `h` the tallest. Among any `b` other calls
/// some have heights that sum to a multiple of `b`, and calls of height `b` replace them at no more
/// cost; so some best cover has fewer than `b` other calls, that is, fewer than `b * h` rows not
/// covered by `b`. Beyond that many rows the table is therefore periodic, and a large count costs
/// no more to cover than a small one.
///
/// Not safe for several threads. Nothing is allocated after construction.
public final class RowCover {
  private final int[] heights;
  private final double[] costs;
  private final double[] best;
  private final int[] choice;
  private int filled;
  private int limit;
  private int efficient;
  private double efficientCost;

  /// @param heights distinct, rising, the first of them 1
  public RowCover(int[] heights) {
    if (heights.length == 0 || heights[0] != 1) {
      throw new IllegalArgumentException(
          "heights " + Arrays.toString(heights) + ", needed 1 as the first");
    }
    this.heights = heights.clone();
    this.costs = new double[heights.length];
    int tallest = heights[heights.length - 1];
    this.best = new double[tallest * tallest + 1];
    this.choice = new int[best.length];
  }

  /// Starts over with new costs; each is above 0 and belongs to the height at its place.
  public void begin(double[] newCosts) {
    System.arraycopy(newCosts, 0, costs, 0, costs.length);
    int place = 0;
    for (int i = 1; i < heights.length; i++) {
      // Taller wins a tie: fewer calls.
      if (costs[i] * heights[place] <= costs[place] * heights[i]) {
        place = i;
      }
    }
    efficient = heights[place];
    efficientCost = costs[place];
    limit = efficient * heights[heights.length - 1];
    filled = 0;
    best[0] = 0;
  }

  /// The height with the least cost per row.
  public int efficientHeight() {
    return efficient;
  }

  /// The cost of the best cover of `rows` rows, 0 or more.
  public double cost(long rows) {
    long periods = periods(rows);
    int rest = (int) (rows - periods * efficient);
    fill(rest);
    return periods * efficientCost + best[rest];
  }

  /// The height of a call of the best cover of `rows` rows, at least 1. Taking it away leaves rows
  /// whose best cover is the rest of this one.
  public int height(long rows) {
    if (periods(rows) > 0) {
      return efficient;
    }
    int rest = (int) rows;
    fill(rest);
    return heights[choice[rest]];
  }

  /// Adds the calls of the best cover to `calls`, one counter per height, in order.
  public void count(long rows, long[] calls) {
    long periods = periods(rows);
    int rest = (int) (rows - periods * efficient);
    fill(rest);
    calls[Arrays.binarySearch(heights, efficient)] += periods;
    while (rest > 0) {
      calls[choice[rest]]++;
      rest -= heights[choice[rest]];
    }
  }

  private long periods(long rows) {
    return rows <= limit ? 0 : Math.ceilDiv(rows - limit, efficient);
  }

  private void fill(int rows) {
    for (int r = filled + 1; r <= rows; r++) {
      double least = Double.POSITIVE_INFINITY;
      int taken = 0;
      for (int i = 0; i < heights.length && heights[i] <= r; i++) {
        double cost = costs[i] + best[r - heights[i]];
        if (cost <= least) {
          least = cost;
          taken = i;
        }
      }
      best[r] = least;
      choice[r] = taken;
    }
    filled = Math.max(filled, rows);
  }
}
