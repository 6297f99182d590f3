package dev.certosina.runtime.compose.model;

import dev.certosina.ModelException;

/// The time of one call over the reduction length: two straight pieces.
///
/// @param knee reduction length from which the far piece holds; at least 0
/// @param intercept nanoseconds of a call before its first step; at least 0
/// @param slope nanoseconds per step up to the knee; above 0
/// @param farIntercept where the far piece meets length 0; of any sign
/// @param farSlope nanoseconds per step from the knee on; above 0
public record Curve(
    long knee, double intercept, double slope, double farIntercept, double farSlope) {

  /// @throws ModelException when a number cannot describe a time
  public Curve {
    boolean finite = Double.isFinite(intercept) && Double.isFinite(farIntercept);
    boolean rising = isPositive(slope) && isPositive(farSlope);
    if (!finite || !rising || intercept < 0 || knee < 0 || farIntercept + farSlope * knee < 0) {
      throw new ModelException(
          "curve is not a time: found knee %s, %s + %s k, then %s + %s k, needed rising positive times"
              .formatted(knee, intercept, slope, farIntercept, farSlope));
    }
  }

  private static boolean isPositive(double value) {
    return value > 0 && Double.isFinite(value);
  }

  /// One straight line.
  public static Curve line(double intercept, double slope) {
    return new Curve(0, intercept, slope, intercept, slope);
  }

  /// Nanoseconds of one call over `k` steps.
  public double nanos(long k) {
    return k < knee ? intercept + slope * k : farIntercept + farSlope * k;
  }
}
