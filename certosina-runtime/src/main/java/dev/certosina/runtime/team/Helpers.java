package dev.certosina.runtime.team;

/// Where a run finds threads beside its caller.
public interface Helpers {

  /// Runs the job's segment on the calling thread, helped by up to `threads - 1` others, and
  /// returns when it is complete and every helper has left it.
  ///
  /// @param threads at least 1; 1 asks for no help
  /// @throws dev.certosina.InternalCompilerException when a helper failed
  void run(Job job, int threads);
}
