package dev.certosina.cli.map;

import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.Mapping.AxisGroup;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// The number that a group of axes gives a point, as text: `112*n + q < 1792`.
final class FusedFormula {
  private FusedFormula() {}

  static String text(Mapping mapping, AxisGroup group) {
    if (group.axes().isEmpty()) {
      return "inserted, always 0";
    }
    var terms = new ArrayList<String>();
    Dim stride = Dims.constant(1);
    for (String axis : group.axes().reversed()) {
      String factor = Dims.print(stride);
      terms.add(
          factor.equals("1")
              ? axis
              : (factor.matches("\\w+") ? factor : "(" + factor + ")") + "*" + axis);
      stride = Dims.multiply(stride, mapping.computation().axis(axis).extent());
    }
    List<String> ordered = new ArrayList<>(terms);
    Collections.reverse(ordered);
    return String.join(" + ", ordered) + " < " + Dims.print(stride);
  }
}
