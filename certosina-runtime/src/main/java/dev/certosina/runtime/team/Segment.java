package dev.certosina.runtime.team;

/// Work that any number of threads finish together.
///
/// `run` returns when **all** the work is complete, not only the caller's part, and one thread
/// alone completes it. Threads enter at different times and some never do.
@FunctionalInterface
public interface Segment {

  /// Takes part until the work is complete.
  ///
  /// @param threadIndex distinct among the threads in one run, from 0 (the caller) to the number of
  ///   threads - 1
  void run(int threadIndex);
}
