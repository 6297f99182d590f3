package dev.certosina.runtime.team;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/// A segment with the counters of the native driver: several steps of tasks, a barrier after each.
final class CountedSegment implements Segment {
  private final int tasks;
  private final AtomicIntegerArray next;
  private final AtomicIntegerArray completed;
  private final AtomicIntegerArray executed;
  final AtomicInteger inside = new AtomicInteger();
  final AtomicIntegerArray indices;

  CountedSegment(int steps, int tasks, int threads) {
    this.tasks = tasks;
    next = new AtomicIntegerArray(steps);
    completed = new AtomicIntegerArray(steps);
    executed = new AtomicIntegerArray(steps * tasks);
    indices = new AtomicIntegerArray(threads);
  }

  void clear() {
    for (int i = 0; i < next.length(); i++) {
      next.set(i, 0);
      completed.set(i, 0);
    }
    for (int i = 0; i < executed.length(); i++) {
      executed.set(i, 0);
    }
    for (int i = 0; i < indices.length(); i++) {
      indices.set(i, 0);
    }
  }

  @Override
  public void run(int threadIndex) {
    inside.incrementAndGet();
    indices.incrementAndGet(threadIndex);
    for (int step = 0; step < next.length(); step++) {
      for (int t = next.getAndIncrement(step); t < tasks; t = next.getAndIncrement(step)) {
        executed.incrementAndGet(step * tasks + t);
        completed.incrementAndGet(step);
      }
      while (completed.get(step) != tasks) {
        Thread.onSpinWait();
      }
    }
    inside.decrementAndGet();
  }

  /// True when every task ran exactly once and nobody is inside.
  boolean isComplete() {
    for (int i = 0; i < executed.length(); i++) {
      if (executed.get(i) != 1) {
        return false;
      }
    }
    return inside.get() == 0;
  }

  /// The largest number of threads that ever had one index; 1 when indices are distinct.
  int mostWithOneIndex() {
    int most = 0;
    for (int i = 0; i < indices.length(); i++) {
      most = Math.max(most, indices.get(i));
    }
    return most;
  }
}
