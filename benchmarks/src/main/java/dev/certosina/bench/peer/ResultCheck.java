package dev.certosina.bench.peer;

/// Says whether a result is right.
@FunctionalInterface
public interface ResultCheck {

  /// The error in units of the one allowed: at most 1 for a right result, NaN for a NaN.
  ///
  /// @param found in the plain order of the problem
  double excess(float[] found);
}
