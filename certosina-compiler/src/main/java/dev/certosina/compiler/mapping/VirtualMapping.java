package dev.certosina.compiler.mapping;

import dev.certosina.compiler.affine.QuasiAffine;
import dev.certosina.compiler.affine.QuasiAffine.Quotient;
import dev.certosina.compiler.affine.QuasiAffine.Remainder;
import dev.certosina.compiler.affine.QuasiAffine.Scaled;
import dev.certosina.compiler.affine.QuasiAffine.Sum;
import dev.certosina.compiler.affine.QuasiAffine.Variable;
import dev.certosina.compiler.mapping.Mapping.AxisGroup;
import dev.certosina.compiler.mapping.PhysicalMapping.TiledAxis;
import dev.certosina.compiler.texpr.Computation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// A mapping onto an instruction without limits: each axis of the intrinsic is as long as what
/// feeds it, and one call does everything but the loops that stay outside (AMOS, section 5.1).
///
/// @param axes one per axis of the intrinsic, in its order
/// @param operands the intrinsic's sources in its order, then the destination
public record VirtualMapping(List<FusedAxis> axes, List<VirtualOperand> operands) {

  public VirtualMapping {
    axes = List.copyOf(axes);
    operands = List.copyOf(operands);
  }

  /// @param value the mixed-radix number that the axes of the computation make, as AMOS writes it
  /// @param extent how many values it has
  public record FusedAxis(String intrinsicAxis, QuasiAffine value, long extent) {}

  /// An operand as one matrix at address 0.
  ///
  /// @param strides one per axis of its tile, in the order of its coordinates
  public record VirtualOperand(String operand, List<Long> strides) {
    public VirtualOperand {
      strides = List.copyOf(strides);
    }
  }

  /// @throws IllegalArgumentException if an extent is not constant
  public static VirtualMapping of(Mapping mapping) {
    Map<String, Long> extents = new LinkedHashMap<>();
    List<FusedAxis> axes = new ArrayList<>();
    for (AxisGroup group : mapping.groups()) {
      FusedAxis axis = fuse(mapping.computation(), group);
      axes.add(axis);
      extents.put(axis.intrinsicAxis(), axis.extent());
    }
    List<VirtualOperand> operands =
        mapping.intrinsic().compute().statement().accesses().stream()
            .map(access -> {
              List<Long> widths =
                  access.coordinates().stream()
                      .map(coordinate -> extents.get(Placements.axisOf(coordinate)))
                      .map(Objects::requireNonNull)
                      .toList();
              return new VirtualOperand(access.tensor(), TensorWindow.whole(widths).strides());
            })
            .toList();
    return new VirtualMapping(axes, operands);
  }

  private static FusedAxis fuse(Computation computation, AxisGroup group) {
    List<QuasiAffine> terms = new ArrayList<>();
    long stride = 1;
    for (String axis : group.axes().reversed()) {
      terms.addFirst(stride == 1 ? new Variable(axis) : new Scaled(new Variable(axis), stride));
      stride = Math.multiplyExact(stride, FusedAxes.extent(computation, axis));
    }
    QuasiAffine value = terms.size() == 1 ? terms.getFirst() : new Sum(terms);
    return new FusedAxis(group.intrinsicAxis(), value, stride);
  }

  /// A formula over loops and lanes of the physical mapping, over the computation's axes instead:
  /// tile `o` is the fused number divided by the intrinsic's size, and the lane its remainder.
  public QuasiAffine overAxes(QuasiAffine formula, List<TiledAxis> tiles) {
    Map<String, QuasiAffine> replacements = new LinkedHashMap<>();
    for (int i = 0; i < axes.size(); i++) {
      TiledAxis tile = tiles.get(i);
      replacements.put(tile.loop(), new Quotient(axes.get(i).value(), tile.size()));
      replacements.put(tile.lane(), new Remainder(axes.get(i).value(), tile.size()));
    }
    return formula.substitute(name -> {
      QuasiAffine replacement = replacements.get(name);
      return replacement == null ? new Variable(name) : replacement;
    });
  }
}
