package dev.certosina.testkit;

import java.util.List;

/// Prints what slow sweeps over accelerators executed: a line for each, and one for all.
public final class SweepReport {
  private static final double NANOS = 1e9;

  private final String title;
  private int accelerators;
  private long mappings;
  private long executions;
  private long failures;
  private double seconds;

  /// @param title what kind of execution
  public SweepReport(String title) {
    this.title = title;
  }

  /// Prints the line of one accelerator.
  ///
  /// @param mappings that were executed
  /// @param startNanos when its sweep began, by `System.nanoTime()`
  public void add(
      String accelerator, long mappings, long executions, List<String> failed, long startNanos) {
    double took = (System.nanoTime() - startNanos) / NANOS;
    this.accelerators++;
    this.mappings += mappings;
    this.executions += executions;
    this.failures += failed.size();
    this.seconds += took;
    System.out.printf(
        "sweep %s %s: %d mappings, %d executions, %d failures, %.0f s%n",
        title, accelerator, mappings, executions, failed.size(), took);
  }

  /// Prints the line of all accelerators so far; nothing if there were none.
  public void printTotal() {
    if (accelerators > 0) {
      System.out.printf(
          "sweep %s: %d mappings, %d executions, %d accelerators, %d failures, %.0f s%n",
          title, mappings, executions, accelerators, failures, seconds);
    }
  }
}
