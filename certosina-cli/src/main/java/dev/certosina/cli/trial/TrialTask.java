package dev.certosina.cli.trial;

import java.util.List;

/// Work that a [TrialProcess] does in its child; a class with a constructor without parameters.
///
/// The child may be a new one each time, so a task that keeps something between two runs must be
/// able to say that it is gone.
public interface TrialTask {

  /// @param arguments as given to [TrialProcess#call]
  /// @return what the caller gets
  /// @throws Exception for a failure; its message is reported
  List<String> run(List<String> arguments) throws Exception;
}
