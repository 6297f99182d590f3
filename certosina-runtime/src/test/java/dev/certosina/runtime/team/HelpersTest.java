package dev.certosina.runtime.team;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.certosina.InternalCompilerException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class HelpersTest {
  private static final int RUNS = 2000;

  private static void runMany(Helpers helpers, int threads, int runs) {
    CountedSegment segment = new CountedSegment(3, 5, threads);
    Job job = new Job(segment);
    for (int i = 0; i < runs; i++) {
      segment.clear();
      helpers.run(job, threads);
      assertThat(segment.isComplete()).isTrue();
      assertThat(segment.mostWithOneIndex()).isEqualTo(1);
    }
  }

  private static void runFromManyCallers(Helpers helpers, int threads) throws Exception {
    try (ExecutorService callers = Executors.newFixedThreadPool(8)) {
      List<Future<?>> done = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        done.add(callers.submit(() -> runMany(helpers, threads, RUNS)));
      }
      for (Future<?> future : done) {
        future.get();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8})
  void completesRunsOfOneCaller(int threads) {
    runMany(ThreadTeam.of(threads), threads, RUNS);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void completesRunsOfEightCallers(int threads) throws Exception {
    runFromManyCallers(ThreadTeam.of(threads), threads);
  }

  @Test
  void completesRunsWithAnExecutorOfOneThread() throws Exception {
    try (ExecutorService one = Executors.newSingleThreadExecutor()) {
      runMany(new ExecutorHelpers(one), 3, RUNS);
      runFromManyCallers(new ExecutorHelpers(one), 3);
    }
  }

  @Test
  void completesRunsCalledFromTheExecutorsOnlyThread() throws Exception {
    try (ExecutorService one = Executors.newSingleThreadExecutor()) {
      one.submit(() -> runMany(new ExecutorHelpers(one), 3, RUNS)).get();
    }
  }

  @Test
  void completesRunsWithAnExecutorThatRunsTasksOnTheCaller() {
    runMany(new ExecutorHelpers(Runnable::run), 3, RUNS);
  }

  @Test
  void completesRunsWithAnExecutorThatRefuses() {
    Helpers refusing =
        new ExecutorHelpers(_ -> {
          throw new RejectedExecutionException();
        });
    runMany(refusing, 3, 10);
  }

  @Test
  void submitsNoMoreTasksThanHelpersToAnExecutorThatNeverRunsThem() {
    List<Runnable> waiting = new ArrayList<>();
    ExecutorHelpers helpers = new ExecutorHelpers(waiting::add);
    CountedSegment segment = new CountedSegment(1, 1, 3);
    Job job = new Job(segment);
    for (int i = 0; i < 100; i++) {
      segment.clear();
      helpers.run(job, 3);
    }
    assertThat(waiting).hasSize(2);
    waiting.forEach(Runnable::run);
    assertThat(segment.isComplete()).as("late helpers return at once").isTrue();
  }

  @Test
  void letsHelpersTakePart() {
    CountDownLatch together = new CountDownLatch(2);
    Job job =
        new Job(_ -> {
          together.countDown();
          awaitQuietly(together);
        });
    ThreadTeam.of(2).run(job, 2);
    assertThat(together.getCount()).isZero();
  }

  @Test
  void reportsAHelperThatFails() {
    CountDownLatch failed = new CountDownLatch(1);
    Job job =
        new Job(index -> {
          if (index > 0) {
            failed.countDown();
            throw new IllegalStateException("helper");
          }
          awaitQuietly(failed);
        });
    assertThatThrownBy(() -> ThreadTeam.of(2).run(job, 2))
        .isInstanceOf(InternalCompilerException.class)
        .hasRootCauseMessage("helper");
    runMany(ThreadTeam.of(2), 2, 10);
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  @Test
  void sharesOneTeamAmongAllWhoAskForAsManyThreads() {
    assertThat(ThreadTeam.of(3)).isSameAs(ThreadTeam.of(3)).isNotSameAs(ThreadTeam.of(2));
  }
}
