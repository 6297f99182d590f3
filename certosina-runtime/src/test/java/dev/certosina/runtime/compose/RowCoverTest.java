package dev.certosina.runtime.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.certosina.testkit.Seed;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RowCoverTest {
  private static final int[] HEIGHTS = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  private static final int MOST_ROWS = 8192;

  @Test
  void coversEveryRowCountExactlyAndAsCheaplyAsAFullTable() {
    var random = Seed.generator();
    int[][] families = {HEIGHTS, {1, 3, 6, 12}, {1, 2, 5, 14}, {1}, {1, 28}};
    for (int[] heights : families) {
      var cover = new RowCover(heights);
      for (int round = 0; round < 3; round++) {
        double[] costs = new double[heights.length];
        for (int i = 0; i < costs.length; i++) {
          costs[i] = 20 + 10 * random.nextDouble() * heights[i];
        }
        cover.begin(costs);
        double[] least = fullTable(heights, costs);
        for (int rows = 0; rows <= MOST_ROWS; rows += rows < 1000 ? 1 : 7) {
          assertThat(cover.cost(rows)).isCloseTo(least[rows], within(1e-9 * (1 + least[rows])));
        }
        assertCounts(cover, heights, costs);
      }
    }
  }

  private static void assertCounts(RowCover cover, int[] heights, double[] costs) {
    for (int rows = 1; rows <= MOST_ROWS; rows += 13) {
      long[] calls = new long[heights.length];
      cover.count(rows, calls);
      long covered = 0;
      double cost = 0;
      for (int i = 0; i < heights.length; i++) {
        covered += calls[i] * heights[i];
        cost += calls[i] * costs[i];
      }
      assertThat(covered).isEqualTo(rows);
      assertThat(cost).isCloseTo(cover.cost(rows), within(1e-9 * cost));
      long left = rows;
      while (left > 0) {
        calls[Arrays.binarySearch(heights, cover.height(left))]--;
        left -= cover.height(left);
      }
      assertThat(calls).containsOnly(0);
    }
  }

  private static double[] fullTable(int[] heights, double[] costs) {
    double[] least = new double[MOST_ROWS + 1];
    for (int rows = 1; rows <= MOST_ROWS; rows++) {
      least[rows] = Double.POSITIVE_INFINITY;
      for (int i = 0; i < heights.length && heights[i] <= rows; i++) {
        least[rows] = Math.min(least[rows], least[rows - heights[i]] + costs[i]);
      }
    }
    return least;
  }

  @Test
  void balancesRowsWhereShortCallsAreDear() {
    var cover = new RowCover(HEIGHTS);
    double[] costs = new double[HEIGHTS.length];
    for (int i = 0; i < costs.length; i++) {
      costs[i] = Math.max(4, HEIGHTS[i] * 1.5) + 0.2;
    }
    cover.begin(costs);
    assertThat(cover.height(10)).isBetween(3, 7);
    assertThat(cover.cost(10)).isLessThan(costs[8] + costs[0]);
  }

  @Test
  void refusesHeightsThatLeaveRowsOver() {
    assertThatThrownBy(() -> new RowCover(new int[] {2, 4}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("needed 1");
  }
}
