package dev.certosina.peers.operator;

import dev.certosina.peers.operator.OperatorProblem.Convolution;
import dev.certosina.peers.operator.OperatorProblem.Mean;
import dev.certosina.peers.operator.OperatorProblem.Product;
import dev.certosina.peers.operator.OperatorProblem.Scan;
import dev.certosina.peers.operator.OperatorProblem.TransposedConvolution;
import dev.certosina.peers.operator.OperatorProblem.Variance;
import java.util.ArrayList;
import java.util.List;

/// What operators compute, by their definition and in f64.
public final class Float64Reference {
  /// Convolutions are computed with this many spatial axes; missing ones have extent 1.
  private static final int SPATIAL = 3;

  /// Sums of numbers in [-1, 1) in f32 stay within this many units in the last place of 1 for each
  /// summand, however many results there are.
  private static final double ROUNDINGS = 2;

  private static final SpatialAxis UNIT = new SpatialAxis(1, 1, 1, 0, 1);

  private Float64Reference() {}

  /// The result, in the plain order of [OperatorProblem].
  public static double[] evaluate(OperatorProblem problem, Operands operands) {
    float[] left = operands.left();
    double[] right = widen(operands.right());
    return switch (problem) {
      case Product product -> product(product, widen(left), right);
      case Convolution convolution -> convolution(convolution, widen(left), right);
      case TransposedConvolution convolution -> transposed(convolution, widen(left), right);
      case Mean(int rows, int columns) -> moments(left, rows, columns, false);
      case Variance(int rows, int columns) -> moments(left, rows, columns, true);
      case Scan scan -> scan(scan, left);
    };
  }

  /// The largest difference from `expected` divided by the error that the sums may have: rounding
  /// of each addition, for operands in [-1, 1). At most 1 for a right result; NaN for a NaN.
  public static double excess(OperatorProblem problem, double[] expected, float[] found) {
    if (found.length != expected.length) {
      return Double.POSITIVE_INFINITY;
    }
    double allowed = ROUNDINGS * (problem.reductionLength() + 8) * Math.ulp(1f);
    if (problem instanceof Mean || problem instanceof Variance) {
      allowed /= Math.sqrt((double) problem.reductionLength());
    }
    double worst = 0;
    for (int i = 0; i < found.length; i++) {
      worst = Math.max(worst, Math.abs(found[i] - expected[i]) / allowed);
    }
    return worst;
  }

  private static double[] product(Product p, double[] left, double[] right) {
    var out = new double[p.batch() * p.m() * p.n()];
    for (int row = 0; row < p.batch() * p.m(); row++) {
      for (int t = 0; t < p.k(); t++) {
        double factor = left[row * p.k() + t];
        int from = (row / p.m() * p.k() + t) * p.n();
        for (int j = 0; j < p.n(); j++) {
          out[row * p.n() + j] += factor * right[from + j];
        }
      }
    }
    return out;
  }

  private static double[] convolution(Convolution c, double[] left, double[] right) {
    List<SpatialAxis> axes = threeAxes(c.axes());
    int channels = c.channels() / c.groups();
    int filters = c.filters() / c.groups();
    var planes = new Planes(axes);
    var out = new double[c.batch() * c.filters() * planes.out()];
    for (int plane = 0; plane < c.batch() * c.filters(); plane++) {
      int filter = plane % c.filters();
      for (int channel = 0; channel < channels; channel++) {
        int source = (plane / c.filters() * c.groups() + filter / filters) * channels + channel;
        planes.convolve(
            left,
            source * planes.in(),
            right,
            (filter * channels + channel) * planes.taps(),
            out,
            plane * planes.out());
      }
    }
    return out;
  }

  private static double[] transposed(TransposedConvolution t, double[] left, double[] right) {
    var planes = new Planes(threeAxes(t.axes()));
    var out = new double[t.batch() * t.filters() * planes.transposedOut()];
    for (int plane = 0; plane < t.batch() * t.filters(); plane++) {
      for (int channel = 0; channel < t.channels(); channel++) {
        planes.spread(
            left,
            (plane / t.filters() * t.channels() + channel) * planes.in(),
            right,
            (channel * t.filters() + plane % t.filters()) * planes.taps(),
            out,
            plane * planes.transposedOut());
      }
    }
    return out;
  }

  private static double[] moments(float[] left, int rows, int columns, boolean variance) {
    var out = new double[rows];
    for (int row = 0; row < rows; row++) {
      double sum = 0;
      for (int i = 0; i < columns; i++) {
        sum += left[row * columns + i];
      }
      double mean = sum / columns;
      double squares = 0;
      for (int i = 0; i < columns; i++) {
        double deviation = left[row * columns + i] - mean;
        squares += deviation * deviation;
      }
      out[row] = variance ? squares / columns : mean;
    }
    return out;
  }

  private static double[] scan(Scan s, float[] left) {
    var out = new double[s.m() * s.n()];
    for (int row = 0; row < s.m(); row++) {
      double sum = 0;
      for (int j = 0; j < s.n(); j++) {
        sum += j < s.k() ? left[row * s.k() + j] : 0;
        out[row * s.n() + j] = sum;
      }
    }
    return out;
  }

  private static List<SpatialAxis> threeAxes(List<SpatialAxis> axes) {
    var all = new ArrayList<SpatialAxis>();
    for (int missing = axes.size(); missing < SPATIAL; missing++) {
      all.add(UNIT);
    }
    all.addAll(axes);
    return all;
  }

  private static double[] widen(float[] values) {
    var wide = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      wide[i] = values[i];
    }
    return wide;
  }
}
