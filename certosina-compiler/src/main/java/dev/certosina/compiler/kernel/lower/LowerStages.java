package dev.certosina.compiler.kernel.lower;

import dev.certosina.compiler.kernel.lower.nest.LowerNest;
import dev.certosina.compiler.kernel.lower.nest.LowerRepack;
import dev.certosina.compiler.schedule.Memory;
import dev.certosina.compiler.schedule.Place;
import dev.certosina.compiler.schedule.Stage;
import dev.certosina.compiler.schedule.TaskGroup;
import dev.certosina.compiler.target.Target;
import java.util.Map;

/// The `kernel` phase: one kernel per stage.
public final class LowerStages {
  private LowerStages() {}

  /// The name of the constant that products without an initial value start from: 16 f32 zeros.
  public static final String ZEROS = LowerProduct.ZEROS;

  /// @param places where every tensor of the schedule, and [#ZEROS], lives
  public static LoweredStage lower(
      TaskGroup group, Stage stage, Memory memory, Map<String, Place> places, Target target) {
    return switch (stage) {
      case Stage.Rows rows -> new LowerRows(memory, places, target).lower(group, rows);
      case Stage.Product product -> LowerProduct.lower(group, product, memory, places, target);
      case Stage.Pack pack -> LowerPack.lower(group, pack, memory, places, target);
      case Stage.Nest nest -> LowerNest.lower(nest, memory, places, target);
      case Stage.Repack repack -> LowerRepack.lower(repack, memory, places, target);
    };
  }
}
