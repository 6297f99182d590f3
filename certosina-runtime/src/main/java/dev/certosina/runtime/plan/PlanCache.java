package dev.certosina.runtime.plan;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The most recently used plans of one model, bounded in number. Safe for any number of callers.
public final class PlanCache {
  /// Plans kept. A plan is some tens of kilobytes of Java memory and takes well under a millisecond
  /// to make again.
  public static final int DEFAULT_CAPACITY = 64;

  private static final float LOAD_FACTOR = 0.75f;

  private final Binder binder;
  private final int capacity;
  private final ReentrantLock lock = new ReentrantLock();
  private final SequencedMap<Extents, Plan> plans;
  private final LongAdder hits = new LongAdder();
  private final LongAdder misses = new LongAdder();
  private final LongAdder evictions = new LongAdder();
  private final LongAdder bindNanos = new LongAdder();

  /// How the cache has done so far.
  ///
  /// @param bindNanos time spent making plans
  public record Counters(long hits, long misses, long evictions, long bindNanos) {}

  public PlanCache(Binder binder, int capacity) {
    this.binder = binder;
    this.capacity = capacity;
    this.plans = new LinkedHashMap<>(2 * capacity, LOAD_FACTOR, true);
  }

  /// The plan for the given symbol values, bound now if it is not in the cache.
  ///
  /// @throws dev.certosina.ModelException when the model is not valid at these dims
  public Plan get(Extents symbolValues) {
    Plan cached = find(symbolValues);
    if (cached != null) {
      hits.increment();
      return cached;
    }
    misses.increment();
    long start = System.nanoTime();
    Plan plan = binder.bind(symbolValues);
    bindNanos.add(System.nanoTime() - start);
    keep(symbolValues, plan);
    return plan;
  }

  public Counters counters() {
    return new Counters(hits.sum(), misses.sum(), evictions.sum(), bindNanos.sum());
  }

  private @Nullable Plan find(Extents symbolValues) {
    lock.lock();
    try {
      return plans.get(symbolValues);
    } finally {
      lock.unlock();
    }
  }

  private void keep(Extents symbolValues, Plan plan) {
    lock.lock();
    try {
      plans.put(symbolValues, plan);
      if (plans.size() > capacity) {
        plans.pollFirstEntry();
        evictions.increment();
      }
    } finally {
      lock.unlock();
    }
  }
}
