package dev.certosina.runtime.plan;

import static java.lang.foreign.ValueLayout.JAVA_FLOAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.DeviceException;
import dev.certosina.runtime.team.Helpers;
import dev.certosina.runtime.team.ThreadTeam;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ContextTest {
  private static final int[] LENGTHS = {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 33, 64, 100, 127, 129};
  private static final int[] BATCHES = {0, 1, 2, 3, 5};
  private static final long MANY_FLOPS = 1_000_000;

  private final Arena arena = Arena.ofShared();
  private final MemoryBudget budget = new MemoryBudget(Long.MAX_VALUE);
  private final SmallProgram small = new SmallProgram();
  private final Context context = new Context(small.driver(), budget);

  @AfterEach
  void close() {
    context.close();
    arena.close();
    assertThat(budget.usedBytes()).isZero();
  }

  private Binder binder(long flopsPerRow, int threads) {
    MemorySegment bias = arena.allocateFrom(JAVA_FLOAT, 10, 20, 30, 40, 50);
    Binder.Weights weights = new Binder.Weights(SmallProgram.weights(), bias.address());
    return new Binder(SmallProgram.program(flopsPerRow), SmallProgram::address, weights, threads);
  }

  private void runAndCheck(Plan plan, Helpers helpers, long batch, long length) {
    int size = (int) (batch * length * SmallProgram.COLUMNS);
    MemorySegment x = arena.allocate(Math.max(4, size * 4L), 64);
    MemorySegment y = arena.allocate(Math.max(4, size * 4L), 64);
    for (int i = 0; i < size; i++) {
      x.setAtIndex(JAVA_FLOAT, i, i % 1000);
    }
    for (var counter : small.computed) {
      counter.set(0);
    }
    context.prepare(plan);
    context.run(helpers, new long[] {x.address()}, new long[] {y.address()});
    for (int i = 0; i < size; i++) {
      float expected = 2 * (i % 1000) + 10 * (i % SmallProgram.COLUMNS + 1) + 2;
      assertThat(y.getAtIndex(JAVA_FLOAT, i)).as("element %d", i).isEqualTo(expected);
    }
    for (var counter : small.computed) {
      assertThat(counter).as("elements computed, each once").hasValue(size);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8})
  void runsEveryShapeExactlyOnce(int threads) {
    for (long flops : new long[] {1, MANY_FLOPS}) {
      Binder binder = binder(flops, threads);
      for (long batch : BATCHES) {
        for (long length : LENGTHS) {
          Plan plan = binder.bind(new Extents(new long[] {batch, length}));
          runAndCheck(plan, ThreadTeam.of(threads), batch, length);
          runAndCheck(plan, ThreadTeam.of(threads), batch, length);
        }
      }
    }
  }

  @Test
  void keepsTheCallersThreadAloneForSmallRuns() {
    Plan plan = binder(1, 8).bind(new Extents(new long[] {1, 3}));
    assertThat(plan.threads()).isOne();
  }

  @Test
  void asksForNoMoreThreadsThanTasks() {
    Plan plan = binder(MANY_FLOPS, 64).bind(new Extents(new long[] {1, 3}));
    assertThat(plan.threads()).isEqualTo(3);
  }

  @Test
  void reportsAnIndexOutOfRange() {
    Plan plan = binder(1, 1).bind(new Extents(new long[] {1, 1}));
    MemorySegment x = arena.allocateFrom(JAVA_FLOAT, 1e7f, 0, 0, 0, 0);
    MemorySegment y = arena.allocate(20, 64);
    context.prepare(plan);
    long[] inputs = {x.address()};
    long[] outputs = {y.address()};
    assertThatThrownBy(() -> context.run(ThreadTeam.of(1), inputs, outputs))
        .isInstanceOf(IndexFault.class)
        .hasMessageMatching("index 200000\\d\\d is outside its axis");
    runAndCheck(plan, ThreadTeam.of(1), 1, 1);
  }

  @Test
  void growsOnlyToTheLargestNeedAndShrinksAfterwards() {
    Binder binder = binder(1, 1);
    Plan large = binder.bind(new Extents(new long[] {1, 1 << 17}));
    Plan tiny = binder.bind(new Extents(new long[] {1, 1}));
    context.prepare(large);
    long grown = budget.usedBytes();
    Random random = new Random(7);
    for (int i = 0; i < 50; i++) {
      context.prepare(binder.bind(new Extents(new long[] {1, 1 + random.nextInt(1 << 17)})));
      assertThat(budget.usedBytes()).isEqualTo(grown);
    }
    for (int i = 0; i < 200; i++) {
      context.prepare(tiny);
    }
    assertThat(budget.usedBytes()).isLessThan(grown / 4);
    runAndCheck(tiny, ThreadTeam.of(1), 1, 1);
  }

  @Test
  void refusesARunThatExceedsTheMemoryLimitAndRunsTheNext() {
    Binder binder = binder(1, 1);
    Plan large = binder.bind(new Extents(new long[] {1, 1 << 17}));
    Plan tiny = binder.bind(new Extents(new long[] {1, 1}));
    MemoryBudget limited = new MemoryBudget(1 << 20);
    try (Context limitedContext = new Context(small.driver(), limited)) {
      limitedContext.prepare(tiny);
      assertThatThrownBy(() -> limitedContext.prepare(large))
          .isInstanceOf(DeviceException.class)
          .hasMessageMatching(
              "memory limit: the arena of a run needs \\d+ bytes, \\d+ of 1048576 are in use");
      limitedContext.prepare(tiny);
    }
    assertThat(limited.usedBytes()).isZero();
  }
}
