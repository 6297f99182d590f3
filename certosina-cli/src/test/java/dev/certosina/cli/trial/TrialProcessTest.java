package dev.certosina.cli.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.certosina.cli.trial.TrialProcess.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

class TrialProcessTest {
  private static final Duration LONG = Duration.ofSeconds(60);
  private static final TrialProcess PROCESS = new TrialProcess();

  @AfterAll
  static void close() {
    PROCESS.close();
  }

  private static Outcome call(Class<? extends TrialTask> task, String... arguments) {
    return PROCESS.call(task, List.of(arguments), LONG);
  }

  private static String reason(Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.Failed.class);
    return ((Outcome.Failed) outcome).reason();
  }

  private static void assertWorks() {
    assertThat(call(TrialTasks.Echo.class, "a", "", "zwei\nZeilen – ü"))
        .isEqualTo(new Outcome.Done(List.of("a", "", "zwei\nZeilen – ü")));
  }

  @Test
  void servesManyCallsWithOneChild() {
    assertWorks();
    long pid = PROCESS.pid().orElseThrow();
    assertWorks();
    assertThat(reason(call(TrialTasks.Refuse.class))).isEqualTo("no such thing");
    assertThat(reason(call(TrialTasks.Fail.class))).isEqualTo("java.io.IOException: disk on fire");
    assertThat(PROCESS.pid()).contains(pid);
  }

  @Test
  void killsWhatHangs() {
    assertWorks();
    long pid = PROCESS.pid().orElseThrow();
    Outcome outcome = PROCESS.call(TrialTasks.Hang.class, List.of(), Duration.ofMillis(500));
    assertThat(outcome).isEqualTo(new Outcome.Failed("took longer than 0.5 s"));
    assertThat(ProcessHandle.of(pid).filter(ProcessHandle::isAlive)).isEmpty();
    assertWorks();
  }

  @Test
  void survivesCrashes() {
    assertThat(reason(call(TrialTasks.Crash.class)))
        .isEqualTo("the child process ended with code 1: SIGSEGV (0xb)");
    assertThat(reason(call(TrialTasks.Exit.class)))
        .isEqualTo("the child process ended with code 3: giving up");
    assertWorks();
  }

  @Test
  void survivesLlvm() {
    String folder = Path.of(System.getProperty("java.io.tmpdir"), "certosina-test-llvm").toString();
    assertThat(reason(call(TrialTasks.AbortInLlvm.class, folder)))
        .startsWith("the child process ended with code 134: LLVM ERROR: ");
    assertWorks();
  }

  @Test
  void leavesNoOrphans() throws Exception {
    try (var outer = new TrialProcess()) {
      Outcome outcome = outer.call(TrialTasks.LeaveChild.class, List.of(), LONG);
      assertThat(outcome).isInstanceOf(Outcome.Done.class);
      List<String> pids = ((Outcome.Done) outcome).results();
      assertThat(pids).hasSize(1);
      CompletableFuture<ProcessHandle> inner =
          ProcessHandle.of(Long.parseLong(pids.getFirst())).orElseThrow().onExit();
      assertThat(inner).isNotDone();
      outer.call(TrialTasks.Hang.class, List.of(), Duration.ofMillis(100));
      inner.get(10, TimeUnit.SECONDS);
    }
  }
}
