package dev.certosina.bench.measure;

/// How long things are measured.
///
/// @param warmUpNanos each engine runs before anything is counted
/// @param timedNanos each engine is timed, roughly
/// @param choiceNanos each way of an engine runs to find its fastest
/// @param fewestRounds turns that each engine gets at least, unless a case is large
public record Effort(long warmUpNanos, long timedNanos, long choiceNanos, int fewestRounds) {
  private static final long MILLI = 1_000_000;
  private static final double LARGE_OPERATIONS = 1e10;
  private static final double HUGE_OPERATIONS = 1e11;
  private static final int ROUNDS_OF_LARGE = 3;

  /// For results that are kept.
  public static final Effort FULL = new Effort(100 * MILLI, 300 * MILLI, 60 * MILLI, 11);

  /// For a look: a suite of one case for each operator ends within a minute.
  public static final Effort QUICK = new Effort(20 * MILLI, 60 * MILLI, 15 * MILLI, 5);

  /// The fewest rounds for a case of so many operations.
  int rounds(double operations) {
    if (operations > HUGE_OPERATIONS) {
      return 1;
    }
    return operations > LARGE_OPERATIONS ? Math.min(ROUNDS_OF_LARGE, fewestRounds) : fewestRounds;
  }
}
