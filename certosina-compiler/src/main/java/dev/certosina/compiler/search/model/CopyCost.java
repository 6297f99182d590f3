package dev.certosina.compiler.search.model;

import dev.certosina.compiler.affine.QuasiAffine;
import dev.certosina.compiler.mapping.PhysicalMapping.Copy;
import dev.certosina.compiler.mapping.PhysicalMapping.Loop;

/// Cycles to make a re-arranged copy of a tensor, or to copy it back.
final class CopyCost {
  private CopyCost() {}

  static double cycles(Copy copy, ModelCoefficients coefficients) {
    double perElement =
        isContiguous(copy) ? coefficients.copyCycles() : coefficients.scatteredCopyCycles();
    return copy.elements() * perElement;
  }

  /// True if neighbours in the copy's innermost dim that has some are neighbours in the tensor.
  private static boolean isContiguous(Copy copy) {
    for (Loop variable : copy.variables().reversed()) {
      if (variable.extent() > 1) {
        return at(copy.source(), variable.name(), 1) - at(copy.source(), variable.name(), 0) == 1;
      }
    }
    return true;
  }

  private static long at(QuasiAffine formula, String variable, long value) {
    return formula.evaluate(name -> name.equals(variable) ? value : 0);
  }
}
