package dev.certosina.runtime.team;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/// One segment while it is open to helpers; reused for run after run of one context.
///
/// Helpers enter only while the job is open. The caller closes it when its own part has returned
/// and waits for those who entered, never for one who has not. A helper that comes late, even
/// during a later run of the same job, either enters that run properly or not at all.
public final class Job {
  /// State word: helpers inside now (16 bits), helpers that entered this run (16 bits), and a
  /// generation that grows with every opening and closing: odd while open. Because it never returns
  /// to an earlier value, a helper that acts on what it read long ago fails.
  private static final long INSIDE_ONE = 1;

  private static final int ENTERED_SHIFT = 16;
  private static final long ENTERED_ONE = 1L << ENTERED_SHIFT;
  private static final long COUNT_MASK = ENTERED_ONE - 1;
  private static final long GENERATION_ONE = 1L << Integer.SIZE;
  private static final int SPINS_BEFORE_SLEEP = 2000;
  private static final long SLEEP_NANOS = 20_000;

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Job.class, "state", long.class);
    } catch (ReflectiveOperationException impossible) {
      throw new ExceptionInInitializerError(impossible);
    }
  }

  private final Segment segment;
  private volatile long state;
  private volatile @Nullable Throwable failure;
  private int helperLimit;

  /// Tasks handed to an executor that have not started yet, and the task itself: made once so that
  /// a run allocates nothing.
  private final AtomicInteger submitted = new AtomicInteger();

  private final Runnable executorTask = this::helpFromExecutor;

  public Job(Segment segment) {
    this.segment = segment;
  }

  /// Lets up to `helpers` threads in.
  void open(int helpers) {
    helperLimit = helpers;
    failure = null;
    state = generation(state) + GENERATION_ONE;
  }

  /// Runs the caller's part.
  void runAsCaller() {
    segment.run(0);
  }

  /// Keeps further helpers out and returns when those inside have left.
  ///
  /// @return what a helper threw, if one did
  @Nullable Throwable closeAndAwait() {
    long seen;
    do {
      seen = state;
    } while (!STATE.compareAndSet(this, seen, seen + GENERATION_ONE));
    for (int spins = 0; (state & COUNT_MASK) != 0; spins++) {
      pause(spins);
    }
    return failure;
  }

  private static long generation(long state) {
    return state & -GENERATION_ONE;
  }

  private static boolean isOpen(long state) {
    return (state & GENERATION_ONE) != 0;
  }

  private static void pause(int spins) {
    if (spins < SPINS_BEFORE_SLEEP) {
      Thread.onSpinWait();
    } else {
      // All work is done: whoever is still inside was interrupted by the system on its way out.
      LockSupport.parkNanos(SLEEP_NANOS);
    }
  }

  /// Takes part if the job is open and wants another helper; else returns at once.
  void help() {
    int index = enter();
    if (index == 0) {
      return;
    }
    try {
      segment.run(index);
    } catch (Throwable thrown) {
      failure = thrown;
    } finally {
      STATE.getAndAdd(this, -INSIDE_ONE);
    }
  }

  /// The thread index of a new helper, or 0 when there is no place.
  private int enter() {
    while (true) {
      long seen = state;
      int entered = (int) (seen >>> ENTERED_SHIFT & COUNT_MASK);
      // The limit belongs to the generation that was read, or the exchange below fails.
      if (!isOpen(seen) || entered >= helperLimit) {
        return 0;
      }
      if (STATE.compareAndSet(this, seen, seen + ENTERED_ONE + INSIDE_ONE)) {
        return entered + 1;
      }
    }
  }

  /// Counts one more task for an executor, unless `limit` of them wait there already.
  ///
  /// @return the task to submit, or null
  @Nullable Runnable taskForExecutor(int limit) {
    while (true) {
      int waiting = submitted.get();
      if (waiting >= limit) {
        return null;
      }
      if (submitted.compareAndSet(waiting, waiting + 1)) {
        return executorTask;
      }
    }
  }

  /// Takes back a task that the executor refused.
  void taskRefused() {
    submitted.decrementAndGet();
  }

  private void helpFromExecutor() {
    submitted.decrementAndGet();
    help();
  }
}
