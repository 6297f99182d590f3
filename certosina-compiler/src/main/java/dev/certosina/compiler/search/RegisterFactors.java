package dev.certosina.compiler.search;

import dev.certosina.compiler.mapping.PhysicalMapping.Loop;
import dev.certosina.compiler.search.LoopBlocks.Block;
import dev.certosina.compiler.target.Accelerator.RegisterFile;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Every assignment of register factors that fits the register files, each in normal form.
final class RegisterFactors {
  private final List<Loop> spatial;
  private final List<OperandShape> shapes;
  private final ScheduleConstraints constraints;
  private final List<Map<String, Integer>> found = new ArrayList<>();

  private RegisterFactors(
      List<Loop> spatial, List<OperandShape> shapes, ScheduleConstraints constraints) {
    this.spatial = spatial;
    this.shapes = shapes;
    this.constraints = constraints;
  }

  /// The assignments, at least the one without factors.
  static List<Map<String, Integer>> all(
      List<Loop> loops, List<OperandShape> shapes, ScheduleConstraints constraints) {
    List<Loop> spatial =
        loops.stream()
            .filter(loop -> loop.kind() == AxisKind.PARALLEL && loop.extent() > 1)
            .toList();
    var search = new RegisterFactors(spatial, shapes, constraints);
    search.extend(0, new LinkedHashMap<>());
    return search.found;
  }

  /// Pressure grows with each factor, so a factor that does not fit ends its branch.
  private void extend(int next, Map<String, Integer> chosen) {
    if (next == spatial.size()) {
      found.add(new LinkedHashMap<>(chosen));
      return;
    }
    Loop loop = spatial.get(next);
    extend(next + 1, chosen);
    int last = 1;
    for (int wanted = 2;
        wanted <= Math.min(loop.extent(), constraints.bodyInstructions());
        wanted++) {
      int factor = CanonicalCandidate.smallestFactor(loop.extent(), wanted);
      if (factor == last) {
        continue;
      }
      last = factor;
      chosen.put(loop.name(), factor);
      if (!fits(chosen)) {
        break;
      }
      extend(next + 1, chosen);
    }
    chosen.remove(loop.name());
  }

  private boolean fits(Map<String, Integer> chosen) {
    LoopBlocks nest =
        new LoopBlocks(
            spatial.stream()
                .map(loop -> new Block(loop, chosen.getOrDefault(loop.name(), 1), false))
                .toList());
    if (nest.unrolled() > constraints.bodyInstructions()) {
      return false;
    }
    for (Map.Entry<RegisterFile, Long> file :
        ScheduleConstraints.pressure(shapes, nest).entrySet()) {
      if (file.getValue() > file.getKey().count() + constraints.spareRegisters()) {
        return false;
      }
    }
    return true;
  }
}
