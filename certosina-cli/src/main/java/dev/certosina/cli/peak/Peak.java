package dev.certosina.cli.peak;

import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Accelerator.ParallelLevel;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.runtime.dim.Dims;
import java.util.List;

/// Rates of intrinsics in 10^9 operations per second; a multiply-add counts as two.
///
/// They are those of one unit of the outermost parallel level: a core, a multiprocessor.
public final class Peak {
  private Peak() {}

  /// What the file's clock and throughput amount to.
  public static double modelledGops(Accelerator accelerator, Intrinsic intrinsic) {
    List<ParallelLevel> levels = accelerator.parallel();
    long innerUnits =
        levels.stream().skip(1).mapToLong(level -> level.unitsOn(1)).reduce(1, (a, b) -> a * b);
    return operations(intrinsic) * intrinsic.perCycle() * accelerator.gigahertz() * innerUnits;
  }

  /// Operations of one execution.
  static double operations(Intrinsic intrinsic) {
    double points = 1;
    for (Axis axis : intrinsic.compute().axes()) {
      points *= Dims.constantValue(axis.extent()).orElseThrow();
    }
    return points * intrinsic.compute().statement().operands().size();
  }
}
