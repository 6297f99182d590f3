package dev.certosina.runtime.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.runtime.plan.ArenaPlanner.Block;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ArenaPlannerTest {
  private static final long SEED = Long.getLong("seed", 20_251_130L);

  @Test
  void keepsBlocksThatLiveTogetherApart() {
    System.out.println("seed=" + SEED);
    Random random = new Random(SEED);
    for (int round = 0; round < 300; round++) {
      List<Block> blocks = randomBlocks(random);
      long total = ArenaPlanner.place(blocks);
      for (Block block : blocks) {
        assertThat(block.offset() % ArenaPlanner.ALIGNMENT).isZero();
        assertThat(block.offset()).isNotNegative();
        assertThat(block.offset() + block.byteSize).isLessThanOrEqualTo(total);
      }
      assertDisjoint(blocks);
      assertThat(total)
          .isGreaterThanOrEqualTo(peak(blocks))
          .isLessThanOrEqualTo(blocks.stream().mapToLong(block -> block.byteSize).sum());
    }
  }

  private static List<Block> randomBlocks(Random random) {
    List<Block> blocks = new ArrayList<>();
    int groups = 1 + random.nextInt(20);
    for (int left = random.nextInt(40); left > 0; left--) {
      int first = random.nextInt(groups);
      int last = Math.min(groups - 1, first + random.nextInt(4));
      blocks.add(new Block(random.nextInt(5000), first, last));
    }
    return blocks;
  }

  private static void assertDisjoint(List<Block> blocks) {
    for (int i = 0; i < blocks.size(); i++) {
      for (int j = 0; j < i; j++) {
        Block a = blocks.get(i);
        Block b = blocks.get(j);
        boolean apart =
            a.offset() + a.byteSize <= b.offset() || b.offset() + b.byteSize <= a.offset();
        assertThat(apart || !a.livesWith(b)).isTrue();
      }
    }
  }

  /// The most bytes that live at once.
  private static long peak(List<Block> blocks) {
    long peak = 0;
    for (Block moment : blocks) {
      long live = 0;
      for (Block block : blocks) {
        live += block.first <= moment.first && moment.first <= block.last ? block.byteSize : 0;
      }
      peak = Math.max(peak, live);
    }
    return peak;
  }

  @Test
  void reusesMemoryOfBlocksThatAreDead() {
    List<Block> chain = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      chain.add(new Block(640, i, i + 1));
    }
    assertThat(ArenaPlanner.place(chain)).isEqualTo(1280);
  }
}
