package dev.certosina.runtime.compose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.certosina.testkit.EventSimulator;
import dev.certosina.testkit.EventSimulator.Task;
import dev.certosina.testkit.Seed;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MakespanTest {
  private static final double ROUNDING = 1e-6;

  @Test
  void agreesWithEventsForAnyClasses() {
    var random = Seed.generator();
    var makespan = new Makespan(4);
    for (int round = 0; round < 3000; round++) {
      int elements = 1 + random.nextInt(40);
      List<Task> tasks = new ArrayList<>();
      makespan.begin(elements);
      for (int left = 1 + random.nextInt(4); left > 0; left--) {
        long count = random.nextInt(200);
        double nanos = 1 + random.nextInt(1000) / 7.0;
        makespan.add(count, nanos, 1);
        tasks.addAll(EventSimulator.alike(count, nanos, 1));
      }
      double expected = EventSimulator.end(elements, tasks);
      assertThat(makespan.nanos()).isCloseTo(expected, within(ROUNDING * (1 + expected)));
    }
  }

  @Test
  void letsSmallTasksShareAnElement() {
    var random = Seed.generator();
    var makespan = new Makespan(2);
    for (int round = 0; round < 2000; round++) {
      int elements = 1 + random.nextInt(120);
      long big = random.nextInt(400);
      long small = random.nextInt(800);
      double bigNanos = 10 + random.nextInt(90);
      double smallNanos = 1 + random.nextInt(30);
      int perElement = 1 + random.nextInt(4);
      makespan.begin(elements);
      makespan.add(big, bigNanos, 1);
      makespan.add(small, smallNanos, perElement);
      List<Task> tasks = new ArrayList<>(EventSimulator.alike(big, bigNanos, 1));
      tasks.addAll(EventSimulator.alike(small, smallNanos, perElement));
      double expected = EventSimulator.end(elements, tasks);
      assertThat(makespan.nanos()).isCloseTo(expected, within(ROUNDING * (1 + expected)));
    }
  }

  @Test
  void freesAnElementOnceAllItsSlotsAreFree() {
    var makespan = new Makespan(2);
    makespan.begin(2);
    makespan.add(5, 10, 2);
    makespan.add(1, 7, 1);
    assertThat(makespan.nanos()).isEqualTo(20);
    makespan.add(1, 7, 1);
    assertThat(makespan.nanos()).isEqualTo(24);
  }

  @Test
  void costsNoMoreForManyTasks() {
    var makespan = new Makespan(1);
    makespan.begin(108);
    makespan.add(1L << 40, 1, 1);
    assertThat(makespan.nanos()).isEqualTo((double) Math.ceilDiv(1L << 40, 108));
  }
}
