package dev.certosina.testkit;

import java.util.Random;
import java.util.random.RandomGenerator;

/// The source of randomness of a test. Prints `seed=` so that a failure can be repeated with
/// `-Dseed=`.
///
/// Without that property every run draws the same numbers, so that a change is judged by what it
/// changes; `-Dseed=fresh`, which the slow suites use, draws new ones.
public final class Seed {
  private static final long USUAL = 20251;

  private Seed() {}

  /// A generator that starts from [#value()].
  public static RandomGenerator generator() {
    return new Random(value());
  }

  /// The seed that the system property `seed` asks for.
  public static long value() {
    String asked = System.getProperty("seed", Long.toString(USUAL));
    long seed = asked.equals("fresh") ? System.nanoTime() & 0xffff_ffffL : Long.parseLong(asked);
    System.out.println("seed=" + seed);
    return seed;
  }
}
