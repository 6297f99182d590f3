package dev.certosina.runtime.team;

import dev.certosina.InternalCompilerException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Persistent daemon workers, shared by all sessions of a process that ask for as many threads.
///
/// Callers take part in their own runs, so a team of n threads has n - 1 workers, and a caller gets
/// only as many helpers as there are threads not taken by other callers: concurrent callers never
/// run more threads than the team has, beyond the callers themselves.
public final class ThreadTeam implements Helpers {
  private static final Map<Integer, ThreadTeam> TEAMS = new ConcurrentHashMap<>();

  private final Worker[] workers;
  private final AtomicInteger callers = new AtomicInteger();
  private final AtomicInteger nextWorker = new AtomicInteger();

  private ThreadTeam(int threads) {
    workers = new Worker[threads - 1];
    for (int i = 0; i < workers.length; i++) {
      workers[i] = new Worker("certosina-" + threads + "-" + (i + 1));
    }
    for (Worker worker : workers) {
      worker.start();
    }
  }

  /// The team of `threads` threads, callers included; its workers start with the first request.
  public static ThreadTeam of(int threads) {
    return TEAMS.computeIfAbsent(threads, ThreadTeam::new);
  }

  @Override
  public void run(Job job, int threads) {
    int present = callers.incrementAndGet();
    int helpers = Math.min(threads - 1, workers.length + 1 - present);
    Throwable failure = null;
    try {
      if (helpers <= 0) {
        job.runAsCaller();
      } else {
        failure = runHelped(job, helpers);
      }
    } finally {
      callers.decrementAndGet();
    }
    if (failure != null) {
      throw new InternalCompilerException("a helper thread failed in a run", failure);
    }
  }

  private @Nullable Throwable runHelped(Job job, int helpers) {
    job.open(helpers);
    int first = workers.length == 1 ? 0 : firstWorker();
    Throwable failure;
    try {
      offer(job, helpers, first);
      job.runAsCaller();
    } finally {
      for (Worker worker : workers) {
        worker.retract(job);
      }
      failure = job.closeAndAwait();
    }
    return failure;
  }

  /// Callers start to look at different workers, so that they seldom compete for one.
  private int firstWorker() {
    return Math.floorMod(nextWorker.getAndIncrement(), workers.length);
  }

  private void offer(Job job, int helpers, int first) {
    int offered = 0;
    for (int i = 0; i < workers.length && offered < helpers; i++) {
      if (workers[(first + i) % workers.length].offer(job)) {
        offered++;
      }
    }
  }
}
