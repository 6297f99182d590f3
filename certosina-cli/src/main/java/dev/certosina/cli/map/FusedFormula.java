package dev.certosina.cli.map;

import dev.certosina.compiler.affine.IndexStatementPrinter;
import dev.certosina.compiler.affine.QuasiAffine;
import dev.certosina.compiler.affine.QuasiAffinePrinter;
import dev.certosina.compiler.mapping.FusedNumber;
import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.Mapping.AxisGroup;
import dev.certosina.compiler.mapping.VirtualMapping;
import dev.certosina.runtime.dim.Dims;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The virtual mapping as text: how axes are fused into numbers and taken apart again.
final class FusedFormula {
  private FusedFormula() {}

  /// The number that a group of axes gives a point: `n*112+q < 1792`.
  static String text(Mapping mapping, AxisGroup group) {
    if (group.axes().isEmpty()) {
      return "inserted, always 0";
    }
    FusedNumber number = FusedNumber.of(mapping.computation(), group);
    return IndexStatementPrinter.print(number.value()) + " < " + Dims.print(number.extent());
  }

  /// Lines with the numbers, and with constant extents also their digits and the addresses of
  /// operands as whole matrices.
  static List<String> lines(Mapping mapping, boolean isConstant) {
    String fused =
        mapping.groups().stream()
            .map(group -> group.intrinsicAxis() + " = " + text(mapping, group))
            .collect(Collectors.joining(", "));
    if (!isConstant) {
      return List.of("fused    " + fused);
    }
    VirtualMapping virtual = VirtualMapping.of(mapping);
    String digits =
        virtual.axes().stream()
            .flatMap(axis -> axis.digits().entrySet().stream())
            .map(FusedFormula::digit)
            .collect(Collectors.joining(", "));
    String operands =
        virtual.operands().stream()
            .map(operand ->
                "%s[%s]".formatted(operand.operand(), QuasiAffinePrinter.print(operand.address())))
            .collect(Collectors.joining(", "));
    return List.of("fused    " + fused, "unfused  " + digits, "operands " + operands);
  }

  private static String digit(Map.Entry<String, QuasiAffine> digit) {
    return digit.getKey() + " = " + QuasiAffinePrinter.print(digit.getValue());
  }
}
