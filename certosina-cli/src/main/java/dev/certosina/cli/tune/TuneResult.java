package dev.certosina.cli.tune;

import dev.certosina.compiler.search.Candidate;
import dev.certosina.compiler.search.Extents;
import dev.certosina.compiler.search.model.Estimate;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// What tuning one problem gave.
///
/// @param winner the candidate that models use; empty where none was measured
/// @param estimate the model's opinion of the winner
/// @param reordered the fastest of those that take sums in another order than the design's
/// @param perMapping the best time of each mapping that was tried, in microseconds
record TuneResult(
    String name,
    Optional<Timed> winner,
    Optional<Estimate> estimate,
    Optional<Timed> reordered,
    int trials,
    int failures,
    Map<String, Double> perMapping) {

  TuneResult {
    perMapping = Collections.unmodifiableMap(new LinkedHashMap<>(perMapping));
  }

  record Timed(Candidate candidate, double micros) {

    /// Multiply-adds of the computation ÷ those that the candidate's instruction does in this time
    /// on so many cores.
    double shareOfPeak(int threads) {
      Accelerator accelerator = candidate.accelerator();
      Intrinsic intrinsic = candidate.mapping().intrinsic();
      double perMicro =
          points(intrinsic.compute()) * intrinsic.perCycle() * accelerator.gigahertz() * 1000;
      return points(candidate.mapping().computation()) / (micros * perMicro * threads);
    }

    private static double points(Computation computation) {
      double points = 1;
      for (Axis axis : computation.axes()) {
        points *= Extents.of(axis);
      }
      return points;
    }
  }
}
