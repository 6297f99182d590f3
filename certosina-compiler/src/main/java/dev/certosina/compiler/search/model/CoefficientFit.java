package dev.certosina.compiler.search.model;

import dev.certosina.compiler.search.Candidate;
import dev.certosina.compiler.search.CandidateSpace;
import java.util.ArrayList;
import java.util.List;

/// Fits the model's coefficients to measured times, one coefficient at a time, so that predicted
/// times of one layer are in proportion to measured ones.
///
/// The error is the variance of log(predicted ÷ measured) within each layer, averaged: how fast the
/// machine is as a whole does not matter, only how candidates compare.
public final class CoefficientFit {
  private static final List<Double> STEPS = List.of(0.5, 0.8, 0.95, 1.05, 1.25, 2.0);
  private static final int ROUNDS = 6;
  private static final double FARTHEST = 40;

  /// @param units that the candidates were measured on
  public record Layer(CandidateSpace space, List<Sample> samples, long units) {
    public Layer {
      samples = List.copyOf(samples);
    }
  }

  public record Sample(Candidate candidate, double micros) {}

  private CoefficientFit() {}

  public static ModelCoefficients fit(ModelCoefficients start, List<Layer> layers) {
    ModelCoefficients best = start;
    double least = error(best, layers);
    for (int round = 0; round < ROUNDS; round++) {
      double before = least;
      for (int i = 0; i < best.values().size(); i++) {
        for (double step : STEPS) {
          List<Double> values = new ArrayList<>(best.values());
          values.set(i, values.get(i) * step);
          if (isFar(values.get(i), start.values().get(i))) {
            continue;
          }
          ModelCoefficients changed = ModelCoefficients.of(values);
          double error = error(changed, layers);
          if (error < least) {
            least = error;
            best = changed;
          }
        }
      }
      if (before - least < 1e-4 * before) {
        break;
      }
    }
    return best;
  }

  /// A coefficient that leaves its order of magnitude by far explains something else.
  private static boolean isFar(double value, double start) {
    return value > FARTHEST * start || value < start / FARTHEST;
  }

  static double error(ModelCoefficients coefficients, List<Layer> layers) {
    return layers.stream().mapToDouble(layer -> error(coefficients, layer)).average().orElse(0);
  }

  private static double error(ModelCoefficients coefficients, Layer layer) {
    var model = new PerformanceModel(coefficients, layer.units());
    double sum = 0;
    double squares = 0;
    for (Sample sample : layer.samples()) {
      double predicted = model.estimate(layer.space(), sample.candidate()).micros();
      double difference = Math.log(predicted / sample.micros());
      sum += difference;
      squares += difference * difference;
    }
    int count = Math.max(1, layer.samples().size());
    return squares / count - sum / count * (sum / count);
  }
}
