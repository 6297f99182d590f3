package dev.certosina.compiler.search;

/// Runs candidates on hardware; whoever owns the clock implements it.
public interface Measurer extends AutoCloseable {

  /// Compiles, checks and times one candidate. Never throws for a candidate that fails.
  Measurement measure(Candidate candidate);

  @Override
  void close();

  /// What came of a trial.
  sealed interface Measurement {

    /// The median of several runs.
    record Timed(double micros) implements Measurement {}

    /// Not compiled, not in time, crashed or wrong.
    record Failed(String reason) implements Measurement {}
  }
}
