package dev.certosina.compiler.search.model;

import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.mapping.PhysicalMapping.Loop;
import dev.certosina.compiler.search.OperandShape;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/// What the model needs to know of a physical mapping under any schedule.
///
/// @param shapes of the intrinsic's sources in its order, then of the destination
/// @param accesses in the same order
record MappedOperands(
    Accelerator accelerator,
    PhysicalMapping physical,
    List<OperandShape> shapes,
    List<OperandAccess> accesses) {

  MappedOperands {
    shapes = List.copyOf(shapes);
    accesses = List.copyOf(accesses);
  }

  static MappedOperands of(Accelerator accelerator, PhysicalMapping physical) {
    Set<String> reductions =
        physical.loops().stream()
            .filter(loop -> loop.kind() == AxisKind.REDUCTION)
            .map(Loop::name)
            .collect(Collectors.toSet());
    List<OperandShape> shapes = OperandShape.of(accelerator, physical);
    return new MappedOperands(
        accelerator,
        physical,
        shapes,
        shapes.stream().map(shape -> OperandAccess.of(physical, shape, reductions)).toList());
  }

  Intrinsic intrinsic() {
    return physical.mapping().intrinsic();
  }
}
