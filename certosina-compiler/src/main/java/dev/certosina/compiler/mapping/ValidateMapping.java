package dev.certosina.compiler.mapping;

import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.mapping.Mapping.AxisGroup;
import dev.certosina.compiler.mapping.Rejection.Reason;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Says whether one given mapping is correct, by the column rule.
public final class ValidateMapping {
  private ValidateMapping() {}

  /// Every reason against `mapping`; none if it is correct. Intrinsic axes may go without an axis.
  public static List<Rejection> rejections(Mapping mapping) {
    var rejections =
        new ArrayList<Rejection>(
            OperandRoles.mismatches(mapping.computation(), mapping.intrinsic(), mapping.sources()));
    if (!rejections.isEmpty()) {
      return rejections;
    }
    List<Access> software =
        OperandRoles.accesses(mapping.computation().statement(), mapping.sources());
    List<Access> hardware = mapping.intrinsic().compute().statement().accesses();
    List<String> operands = hardware.stream().map(Access::tensor).toList();
    for (AxisGroup group : mapping.groups()) {
      ColumnSignature needed = ColumnSignature.of(hardware, group.intrinsicAxis());
      for (String axis : group.axes()) {
        ColumnSignature found = ColumnSignature.of(software, axis);
        if (!found.equals(needed)) {
          rejections.add(
              new Rejection(
                  Reason.COLUMN,
                  OperandRoles.place(
                      "axis %s -> %s".formatted(axis, group.intrinsicAxis()), mapping.sources()),
                  "column " + found.text(operands),
                  needed.text(operands)));
        }
      }
    }
    new ReductionPadding(mapping.intrinsic())
        .obstacle(
            fusedExtents(mapping),
            OperandRoles.place(MappingText.printGroups(mapping.groups()), mapping.sources()))
        .ifPresent(rejections::add);
    return rejections;
  }

  private static Map<String, Dim> fusedExtents(Mapping mapping) {
    Map<String, Dim> fused = new LinkedHashMap<>();
    for (AxisGroup group : mapping.groups()) {
      fused.put(
          group.intrinsicAxis(),
          Dims.multiply(
              group.axes().stream()
                  .map(axis -> mapping.computation().axis(axis).extent())
                  .toList()));
    }
    return fused;
  }
}
