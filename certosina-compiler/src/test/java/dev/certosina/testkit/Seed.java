package dev.certosina.testkit;

import java.util.Random;
import java.util.random.RandomGenerator;

/// The source of randomness of a test. Prints `seed=` so that a failure can be repeated with
/// `-Dseed=`.
public final class Seed {

  private Seed() {}

  /// A generator with a fresh seed, or with the one given by the system property `seed`.
  public static RandomGenerator generator() {
    long seed = Long.getLong("seed", System.nanoTime());
    System.out.println("seed=" + seed);
    return new Random(seed);
  }
}
