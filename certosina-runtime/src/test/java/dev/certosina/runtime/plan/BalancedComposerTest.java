package dev.certosina.runtime.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.runtime.plan.GroupPlan.Tile;
import dev.certosina.runtime.plan.GroupShape.StageShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class BalancedComposerTest {
  private static final long SEED = Long.getLong("seed", 20_251_130L);

  private final BalancedComposer composer = new BalancedComposer();

  private static GroupShape product(long outer, long rows, boolean fusible) {
    StageShape stage = new StageShape(1536, 32, 2 * 384 * 1536, 7680, 384 * 1536 * 4);
    return new GroupShape(outer, rows, 1, fusible, 6144, List.of(stage, stage));
  }

  @Test
  void cutsTilesAtGrainsAndCoversEverything() {
    System.out.println("seed=" + SEED);
    Random random = new Random(SEED);
    for (int round = 0; round < 2000; round++) {
      GroupShape group = randomGroup(random);
      GroupPlan plan = composer.compose(group, 1 + random.nextInt(8));
      assertThat(plan.tiles()).hasSize(plan.fused() ? 1 : group.stages().size());
      assertThat(plan.fused()).isIn(false, group.fusible());
      assertThat(plan.mostTasks(group)).isNotNegative();
      for (int s = 0; s < plan.tiles().size(); s++) {
        Tile tile = plan.tiles().get(s);
        assertCut(tile.rows(), group.rowExtent(), group.rowGrain());
        if (!plan.fused()) {
          StageShape stage = group.stages().get(s);
          assertCut(tile.columns(), stage.columnExtent(), stage.columnGrain());
        }
      }
    }
  }

  private static void assertCut(long tile, long extent, long grain) {
    assertThat(tile).isPositive();
    assertThat(tile >= extent || tile % grain == 0).isTrue();
  }

  private static GroupShape randomGroup(Random random) {
    List<StageShape> stages = new ArrayList<>();
    for (int left = 1 + random.nextInt(3); left > 0; left--) {
      stages.add(
          new StageShape(
              random.nextInt(10) == 0 ? 0 : 1 + random.nextInt(2000),
              1 + random.nextInt(64),
              random.nextInt(1_000_000),
              random.nextInt(10_000),
              random.nextInt(1_000_000)));
    }
    return new GroupShape(
        1 + random.nextInt(20),
        1 + random.nextInt(600),
        1 + random.nextInt(14),
        random.nextBoolean(),
        random.nextInt(100_000),
        stages);
  }

  @Test
  void runsFusedOnOneThread() {
    assertThat(composer.compose(product(1, 100, true), 1)).isEqualTo(GroupPlan.fused(50));
    assertThat(composer.compose(product(1, 1, true), 1)).isEqualTo(GroupPlan.fused(1));
  }

  @Test
  void runsFusedOnSeveralThreadsWhenRowsSuffice() {
    assertThat(composer.compose(product(1, 512, true), 2)).isEqualTo(GroupPlan.fused(64));
    assertThat(composer.compose(product(12, 8, true), 2)).isEqualTo(GroupPlan.fused(8));
  }

  @Test
  void cutsColumnsWhenRowsAreFew() {
    GroupPlan plan = composer.compose(product(1, 8, true), 2);
    assertThat(plan.fused()).isFalse();
    assertThat(plan.tiles()).containsOnly(new Tile(8, 384));
  }

  @Test
  void bindsScratchToTheCache() {
    StageShape stage = new StageShape(64, 1, 100, 100, 0);
    GroupShape wide = new GroupShape(1, 64, 1, true, 100_000, List.of(stage));
    assertThat(composer.compose(wide, 1)).isEqualTo(GroupPlan.fused(5));
  }
}
