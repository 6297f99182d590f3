package dev.certosina.runtime.plan;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// The contexts of one session: as many as there are concurrent calls.
///
/// The context used last is handed out first, so that one caller always meets warm memory; contexts
/// that a burst of callers left behind are closed when they have not been needed for a while.
public final class ContextPool implements AutoCloseable {
  /// After this many runs, contexts that none of them needed are closed.
  private static final int RUNS_PER_CHECK = 256;

  private final Supplier<Context> factory;
  private final ReentrantLock lock = new ReentrantLock();
  private final Deque<Context> idle = new ArrayDeque<>();
  private long heldBytes;
  private int leastIdle;
  private int runs;
  private boolean closed;

  public ContextPool(Supplier<Context> factory) {
    this.factory = factory;
  }

  /// A context for the caller alone, until it is released.
  public Context acquire() {
    lock.lock();
    try {
      Context context = idle.pollFirst();
      leastIdle = Math.min(leastIdle, idle.size());
      if (context != null) {
        heldBytes -= context.byteSize();
        return context;
      }
    } finally {
      lock.unlock();
    }
    return factory.get();
  }

  /// Takes a context back.
  public void release(Context context) {
    List<Context> surplus;
    lock.lock();
    try {
      idle.addFirst(context);
      heldBytes += context.byteSize();
      surplus = closed ? drain(0) : unneeded();
    } finally {
      lock.unlock();
    }
    surplus.forEach(Context::close);
  }

  private List<Context> unneeded() {
    if (++runs < RUNS_PER_CHECK) {
      return List.of();
    }
    List<Context> surplus = drain(idle.size() - leastIdle);
    runs = 0;
    leastIdle = idle.size();
    return surplus;
  }

  private List<Context> drain(int kept) {
    List<Context> drained = new ArrayList<>();
    while (idle.size() > kept) {
      Context context = idle.removeLast();
      heldBytes -= context.byteSize();
      drained.add(context);
    }
    return drained;
  }

  /// Closes all contexts that no run is using.
  public void trim() {
    List<Context> drained;
    lock.lock();
    try {
      drained = drain(0);
      leastIdle = 0;
    } finally {
      lock.unlock();
    }
    drained.forEach(Context::close);
  }

  /// Bytes of native memory in contexts that no run is using.
  public long idleBytes() {
    lock.lock();
    try {
      return heldBytes;
    } finally {
      lock.unlock();
    }
  }

  /// Closes idle contexts now and the others when they are released.
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
    } finally {
      lock.unlock();
    }
    trim();
  }
}
