package dev.certosina.compiler.mapping;

import dev.certosina.compiler.affine.QuasiAffine;
import dev.certosina.compiler.affine.QuasiAffine.Constant;
import dev.certosina.compiler.affine.QuasiAffine.Quotient;
import dev.certosina.compiler.affine.QuasiAffine.Remainder;
import dev.certosina.compiler.affine.QuasiAffine.Scaled;
import dev.certosina.compiler.affine.QuasiAffine.Sum;
import dev.certosina.compiler.affine.QuasiAffine.Variable;
import dev.certosina.compiler.mapping.Mapping.AxisGroup;
import dev.certosina.compiler.texpr.Computation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A mapping onto an instruction without limits: each axis of the intrinsic is as long as what
/// feeds it, and one call does everything but the loops that stay outside (AMOS, section 5.1).
///
/// @param axes one per axis of the intrinsic, in its order
/// @param operands the intrinsic's sources in its order, then the destination
public record VirtualMapping(List<VirtualAxis> axes, List<VirtualOperand> operands) {

  public VirtualMapping {
    axes = List.copyOf(axes);
    operands = List.copyOf(operands);
  }

  /// @param number that the axes of the computation make
  /// @param digits each of these axes again, as a formula over the variable `intrinsicAxis`
  public record VirtualAxis(
      String intrinsicAxis, FusedNumber number, Map<String, QuasiAffine> digits) {
    public VirtualAxis {
      digits = Collections.unmodifiableMap(new LinkedHashMap<>(digits));
    }
  }

  /// An operand as one row-major matrix that starts at 0.
  ///
  /// @param address of an element, over the axes of the intrinsic
  public record VirtualOperand(String operand, QuasiAffine address) {}

  /// @throws IllegalArgumentException if an extent is not constant
  public static VirtualMapping of(Mapping mapping) {
    Map<String, Long> extents = new LinkedHashMap<>();
    List<VirtualAxis> axes = new ArrayList<>();
    for (AxisGroup group : mapping.groups()) {
      FusedNumber number = FusedNumber.of(mapping.computation(), group);
      extents.put(group.intrinsicAxis(), FusedAxes.constant(number.extent()));
      axes.add(
          new VirtualAxis(group.intrinsicAxis(), number, digits(mapping.computation(), group)));
    }
    List<VirtualOperand> operands =
        mapping.intrinsic().compute().statement().accesses().stream()
            .map(access -> {
              List<String> laneAxes =
                  access.coordinates().stream().map(Placements::axisOf).toList();
              return new VirtualOperand(access.tensor(), address(laneAxes, extents));
            })
            .toList();
    return new VirtualMapping(axes, operands);
  }

  /// The digits of a mixed-radix number: `(number mod extents from here on) div stride`, and 0 for
  /// axes of extent 1. The leading one needs no remainder: beyond its extent is padding.
  private static Map<String, QuasiAffine> digits(Computation computation, AxisGroup group) {
    QuasiAffine number = new Variable(group.intrinsicAxis());
    long total = FusedAxes.constant(FusedNumber.of(computation, group).extent());
    var digits = new LinkedHashMap<String, QuasiAffine>();
    long stride = 1;
    for (String axis : group.axes().reversed()) {
      long extent = FusedAxes.extent(computation, axis);
      long modulus = Math.multiplyExact(stride, extent);
      QuasiAffine below = modulus == total ? number : new Remainder(number, modulus);
      QuasiAffine digit = stride == 1 ? below : new Quotient(below, stride);
      digits.putFirst(axis, extent == 1 ? new Constant(0) : digit);
      stride = modulus;
    }
    return digits;
  }

  private static QuasiAffine address(List<String> axes, Map<String, Long> extents) {
    List<Long> widths =
        axes.stream().map(axis -> Objects.requireNonNull(extents.get(axis))).toList();
    List<Long> strides = TensorWindow.whole(widths).strides();
    List<QuasiAffine> terms = new ArrayList<>();
    for (int i = 0; i < axes.size(); i++) {
      Variable axis = new Variable(axes.get(i));
      terms.add(strides.get(i) == 1 ? axis : new Scaled(axis, strides.get(i)));
    }
    if (terms.isEmpty()) {
      return new Constant(0);
    }
    return terms.size() == 1 ? terms.getFirst() : new Sum(terms);
  }
}
