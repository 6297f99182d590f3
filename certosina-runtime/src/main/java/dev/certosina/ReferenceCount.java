package dev.certosina;

import java.util.concurrent.atomic.AtomicInteger;

/// Frees something when its last user has let go of it. The creator is the first user.
final class ReferenceCount {
  private final AtomicInteger users = new AtomicInteger(1);
  private final Runnable free;

  ReferenceCount(Runnable free) {
    this.free = free;
  }

  /// One more user, unless it has been freed.
  boolean tryRetain() {
    while (true) {
      int count = users.get();
      if (count == 0) {
        return false;
      }
      if (users.compareAndSet(count, count + 1)) {
        return true;
      }
    }
  }

  /// One user fewer.
  void release() {
    if (users.decrementAndGet() == 0) {
      free.run();
    }
  }
}
