package dev.certosina.cli.tensor;

import dev.certosina.ElementType;
import dev.certosina.Tensor;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// How far a tensor is from the expected one.
///
/// @param largestAbsolute of `|actual - expected|` over the finite elements
/// @param largestRelative of `|actual - expected| / |expected|` over the finite elements that
///   should not be 0
/// @param reason why the tensors count as different, one line; empty where they agree
public record Difference(double largestAbsolute, double largestRelative, String reason) {

  /// True where type and shape are equal and every element is within the tolerance.
  public boolean agrees() {
    return reason.isEmpty();
  }

  /// Compares `actual` with `expected`.
  public static Difference between(Tensor expected, Tensor actual, Tolerance tolerance) {
    if (expected.type() != actual.type()) {
      return refused("element type %s, expected %s", actual.type(), expected.type());
    }
    if (!Arrays.equals(expected.shape(), actual.shape())) {
      return refused(
          "shape %s, expected %s",
          Arrays.toString(actual.shape()), Arrays.toString(expected.shape()));
    }
    var comparison = new Comparison(expected, actual, tolerance);
    comparison.run();
    return new Difference(comparison.absolute, comparison.relative, comparison.reason());
  }

  private static Difference refused(String message, Object found, Object needed) {
    return new Difference(
        Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY, message.formatted(found, needed));
  }

  private static final class Comparison {
    private final ElementType type;
    private final MemorySegment expected;
    private final MemorySegment actual;
    private final Tolerance tolerance;
    private final long count;
    private double absolute;
    private double relative;
    private long mismatches;
    private long firstMismatch;

    Comparison(Tensor expected, Tensor actual, Tolerance tolerance) {
      this.type = expected.type();
      this.expected = expected.data();
      this.actual = actual.data();
      this.tolerance = tolerance;
      this.count = expected.elementCount();
    }

    void run() {
      for (long i = 0; i < count; i++) {
        boolean agrees = type.isFloat() ? floatsAgree(i) : integersAgree(i);
        if (!agrees && mismatches++ == 0) {
          firstMismatch = i;
        }
      }
    }

    private boolean floatsAgree(long index) {
      double wanted = Elements.floatAt(type, expected, index);
      double found = Elements.floatAt(type, actual, index);
      widen(wanted, found);
      return tolerance.allows(wanted, found) || isNeighbour(index);
    }

    private boolean integersAgree(long index) {
      long wanted = Elements.bitsAt(type, expected, index);
      long found = Elements.bitsAt(type, actual, index);
      widen((double) wanted, (double) found);
      return wanted == found;
    }

    private void widen(double wanted, double found) {
      double difference = Math.abs(found - wanted);
      if (Double.isFinite(difference)) {
        absolute = Math.max(absolute, difference);
        relative = wanted == 0 ? relative : Math.max(relative, difference / Math.abs(wanted));
      }
    }

    /// Half-precision numbers of one sign are neighbours when their bits differ by 1.
    private boolean isNeighbour(long index) {
      if (!tolerance.oneUlpOfHalf() || type != ElementType.FLOAT16) {
        return false;
      }
      long wanted = Elements.bitsAt(type, expected, index);
      long found = Elements.bitsAt(type, actual, index);
      return Math.abs(wanted - found) <= 1
          && Double.isFinite(Elements.floatAt(type, actual, index))
          && Double.isFinite(Elements.floatAt(type, expected, index));
    }

    String reason() {
      return mismatches == 0
          ? ""
          : "%d of %d elements differ, first at %d: %s, expected %s"
              .formatted(
                  mismatches,
                  count,
                  firstMismatch,
                  Elements.textAt(type, actual, firstMismatch),
                  Elements.textAt(type, expected, firstMismatch));
    }
  }
}
