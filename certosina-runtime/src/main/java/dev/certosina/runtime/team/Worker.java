package dev.certosina.runtime.team;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// A persistent thread with a mailbox for one job.
///
/// It spins for a bounded time after its last job, then parks; callers unpark only a worker that
/// says it is parked. The mailbox holds null (idle), an offered job, or [#BUSY].
final class Worker implements Runnable {
  private static final long SPIN_NANOS = 100_000;

  /// Reading the clock costs as much as many spins.
  private static final int SPINS_PER_CLOCK_READ = 64;

  private static final Job BUSY = new Job(_ -> {});
  private static final VarHandle MAILBOX;

  static {
    try {
      MAILBOX = MethodHandles.lookup().findVarHandle(Worker.class, "mailbox", Job.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  private final Thread thread;
  private volatile @Nullable Job mailbox;
  private volatile boolean parked;

  Worker(String name) {
    thread = Thread.ofPlatform().daemon().name(name).unstarted(this);
  }

  void start() {
    thread.start();
  }

  /// Hands the worker a job; false when it has one already.
  boolean offer(Job job) {
    if (mailbox != null || !MAILBOX.compareAndSet(this, null, job)) {
      return false;
    }
    if (parked) {
      LockSupport.unpark(thread);
    }
    return true;
  }

  /// Takes back a job that the worker has not picked up.
  void retract(Job job) {
    if (mailbox == job) {
      MAILBOX.compareAndSet(this, job, null);
    }
  }

  @Override
  public void run() {
    while (true) {
      Job job = mailbox;
      if (job == null) {
        awaitJob();
      } else if (MAILBOX.compareAndSet(this, job, BUSY)) {
        job.help();
        mailbox = null;
      }
    }
  }

  private void awaitJob() {
    long start = System.nanoTime();
    do {
      for (int i = 0; i < SPINS_PER_CLOCK_READ; i++) {
        if (mailbox != null) {
          return;
        }
        Thread.onSpinWait();
      }
    } while (System.nanoTime() - start < SPIN_NANOS);
    parked = true;
    while (mailbox == null) {
      LockSupport.park(this);
      // Only a caller's unpark matters here; an interrupt would make every later park return.
      Thread.interrupted();
    }
    parked = false;
  }
}
