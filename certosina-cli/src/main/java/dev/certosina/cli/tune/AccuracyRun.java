package dev.certosina.cli.tune;

import dev.certosina.compiler.search.Candidate;
import dev.certosina.compiler.search.CandidateSpace;
import dev.certosina.compiler.search.Measurer;
import dev.certosina.compiler.search.Measurer.Measurement;
import dev.certosina.compiler.search.SpaceSampler;
import dev.certosina.compiler.search.model.CoefficientFit.Layer;
import dev.certosina.compiler.search.model.CoefficientFit.Sample;
import dev.certosina.compiler.search.model.ModelAccuracy;
import dev.certosina.compiler.search.model.PerformanceModel;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/// Uniformly drawn candidates of one problem, measured, and what the model says of them.
final class AccuracyRun {
  /// The share of candidates that counts as the fastest.
  static final double TOP = 0.4;

  static final String PURPOSE = "; uniform draws";

  /// Passes over all candidates of a problem. Whatever else the machine does comes in phases and
  /// only ever slows a run down, so a candidate counts with its least time over passes that lie
  /// apart.
  private static final int PASSES = 3;

  private AccuracyRun() {}

  /// Measures until `count` candidates ran; those that fail are replaced, but no more than as many
  /// again.
  ///
  /// @param step told after each measurement how many have run
  static Layer measure(
      Tuner tuner, TuneProblem problem, int count, int threads, long seed, Consumer<Integer> step) {
    CandidateSpace space = tuner.space(problem);
    var sampler = new SpaceSampler(space, new SplittableRandom(seed));
    List<Sample> samples = new ArrayList<>();
    Set<Candidate> seen = new LinkedHashSet<>();
    try (Measurer measurer = tuner.measurer(problem, PURPOSE, _ -> {})) {
      for (int draw = 0; draw < 4 * count && samples.size() < count; draw++) {
        Optional<Candidate> candidate = sampler.draw();
        if (candidate.isEmpty() || seen.size() >= 2 * count || !seen.add(candidate.get())) {
          continue;
        }
        if (measurer.measure(candidate.get()) instanceof Measurement.Timed(double micros)) {
          samples.add(new Sample(candidate.get(), micros));
        }
        step.accept(samples.size());
      }
      for (int pass = 1; pass < PASSES; pass++) {
        samples.replaceAll(sample -> again(measurer, sample));
      }
    }
    return new Layer(space, samples, threads);
  }

  private static Sample again(Measurer measurer, Sample sample) {
    return measurer.measure(sample.candidate()) instanceof Measurement.Timed(double micros)
        ? new Sample(sample.candidate(), Math.min(sample.micros(), micros))
        : sample;
  }

  static ModelAccuracy accuracy(PerformanceModel model, Layer layer) {
    return ModelAccuracy.of(
        layer.samples().stream()
            .map(sample -> model.estimate(layer.space(), sample.candidate()).micros())
            .toList(),
        layer.samples().stream().map(Sample::micros).toList(),
        TOP);
  }
}
