package dev.certosina.runtime.compose.model;

/// Fits a [Curve] to measured times, or says why none fits.
///
/// Errors are relative: a sample of 20 ns counts as much as one of 20 µs. One line is tried first,
/// then two pieces with every possible place of the knee.
public final class CurveFit {
  /// A curve that misses a sample by more than this share of it is refused.
  public static final double TOLERANCE = 0.08;

  /// Two pieces are used only where one line misses by more than this.
  private static final double GOOD_LINE = 0.02;

  private static final int FEWEST_SAMPLES = 4;

  private CurveFit() {}

  /// What came of a fit.
  public sealed interface Result {}

  /// @param curve within [#TOLERANCE] of all samples
  /// @param worstError the largest relative distance to a sample
  public record Fitted(Curve curve, double worstError) implements Result {}

  /// @param reason one line: what was found and what was needed
  public record Refused(String reason) implements Result {}

  /// @param lengths reduction lengths, rising
  /// @param nanos time of one call at each length
  public static Result of(long[] lengths, double[] nanos) {
    String fault = fault(lengths, nanos);
    if (!fault.isEmpty()) {
      return new Refused(fault);
    }
    int samples = lengths.length;
    Line whole = Line.through(lengths, nanos, 0, samples);
    Candidate best = Candidate.of(lengths, nanos, samples, whole, whole);
    if (best.error > GOOD_LINE) {
      for (int knee = 2; knee <= samples - 2; knee++) {
        Line near = Line.through(lengths, nanos, 0, knee);
        Line far = Line.through(lengths, nanos, knee, samples);
        Candidate split = Candidate.of(lengths, nanos, knee, near, far);
        best = (split.isUsable() && split.error < best.error) || !best.isUsable() ? split : best;
      }
    }
    return best.result();
  }

  private static String fault(long[] lengths, double[] nanos) {
    if (lengths.length != nanos.length || lengths.length < FEWEST_SAMPLES) {
      return "found %s lengths and %s times, needed as many and at least %s"
          .formatted(lengths.length, nanos.length, FEWEST_SAMPLES);
    }
    for (int i = 0; i < lengths.length; i++) {
      boolean rising = i == 0 ? lengths[i] > 0 : lengths[i] > lengths[i - 1];
      if (!rising || !(nanos[i] > 0) || !Double.isFinite(nanos[i])) {
        return "sample %s: found %s ns at length %s, needed rising lengths and positive times"
            .formatted(i, nanos[i], lengths[i]);
      }
    }
    return "";
  }

  /// The line with the least sum of squared relative errors.
  private record Line(double intercept, double slope) {
    static Line through(long[] lengths, double[] nanos, int from, int to) {
      double w = 0;
      double wx = 0;
      double wy = 0;
      double wxx = 0;
      double wxy = 0;
      for (int i = from; i < to; i++) {
        double weight = 1 / (nanos[i] * nanos[i]);
        w += weight;
        wx += weight * lengths[i];
        wy += weight * nanos[i];
        wxx += weight * lengths[i] * lengths[i];
        wxy += weight * lengths[i] * nanos[i];
      }
      double slope = (w * wxy - wx * wy) / (w * wxx - wx * wx);
      return new Line((wy - slope * wx) / w, slope);
    }
  }

  private record Candidate(Line near, Line far, long knee, double error) {
    static Candidate of(long[] lengths, double[] nanos, int split, Line near, Line far) {
      double error = 0;
      for (int i = 0; i < lengths.length; i++) {
        Line line = i < split ? near : far;
        double predicted = line.intercept + line.slope * lengths[i];
        error = Math.max(error, Math.abs(predicted / nanos[i] - 1));
      }
      return new Candidate(near, far, split == lengths.length ? 0 : lengths[split], error);
    }

    boolean isUsable() {
      return near.intercept >= 0 && near.slope > 0 && far.slope > 0;
    }

    Result result() {
      if (near.intercept < 0) {
        return new Refused(
            "found a call cost of %.3f ns, needed 0 or more".formatted(near.intercept));
      }
      if (!isUsable()) {
        return new Refused(
            "found %.6f and %.6f ns a step, needed more than 0".formatted(near.slope, far.slope));
      }
      if (error > TOLERANCE) {
        return new Refused(
            "found samples %.1f %% off the best curve, needed %.0f %% or less"
                .formatted(error * 100, TOLERANCE * 100));
      }
      return new Fitted(
          new Curve(knee, near.intercept, near.slope, far.intercept, far.slope), error);
    }
  }
}
