package dev.certosina.compiler.kernel.lower.nest;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.NormalForm;
import dev.certosina.compiler.affine.NormalForms;
import dev.certosina.compiler.affine.QuasiAffine;
import dev.certosina.compiler.kernel.lower.nest.FormEmitter.FormGuard;
import dev.certosina.compiler.kernel.lower.nest.FormEmitter.LaneVariable;
import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.mapping.PhysicalMapping.Guard;
import dev.certosina.compiler.mapping.PhysicalMapping.OperandMap;
import dev.certosina.compiler.mapping.PhysicalMapping.Strided;
import dev.certosina.compiler.mapping.PhysicalMapping.TiledAxis;
import dev.certosina.compiler.target.Intrinsic;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// How one operand's tile is reached.
///
/// @param buffer the kernel's parameter
/// @param type of the buffer's elements
/// @param laneVariables of the tile, row-major in the order of the operand's coordinates
/// @param lanes elements of the tile
/// @param address of a lane's element in the buffer, over loops and lane variables
/// @param guards where one fails the lane holds the first failing one's fill, or is not written
record OperandPlan(
    String buffer,
    ElementType type,
    List<LaneVariable> laneVariables,
    int lanes,
    NormalForm address,
    List<FormGuard> guards) {

  OperandPlan {
    laneVariables = List.copyOf(laneVariables);
    guards = List.copyOf(guards);
  }

  /// The ranges of all loops and lane variables of a mapping.
  static NormalForms forms(PhysicalMapping mapping) {
    Map<String, Long> extents = new LinkedHashMap<>();
    mapping.loops().forEach(loop -> extents.put(loop.name(), loop.extent()));
    mapping.tiles().forEach(tile -> extents.put(tile.lane(), tile.size()));
    return new NormalForms(extents);
  }

  /// @param position among the mapping's operands
  static OperandPlan of(
      PhysicalMapping mapping, int position, String buffer, ElementType type, NormalForms forms) {
    OperandMap operand = mapping.operands().get(position);
    List<LaneVariable> lanes = laneVariables(mapping, operand.operand());
    int count = (int) lanes.stream().mapToLong(LaneVariable::size).reduce(1, Math::multiplyExact);
    NormalForm address =
        operand
            .strided()
            .map(strided -> address(strided, lanes, forms))
            .orElseGet(() -> forms.of(operand.element()));
    List<Guard> guards = operand.strided().map(Strided::guards).orElse(operand.guards());
    return new OperandPlan(buffer, type, lanes, count, address, normal(guards, forms));
  }

  private static NormalForm address(Strided strided, List<LaneVariable> lanes, NormalForms forms) {
    NormalForm sum = forms.of(strided.base());
    for (int i = 0; i < lanes.size(); i++) {
      QuasiAffine lane = new QuasiAffine.Variable(lanes.get(i).name());
      sum = sum.plus(forms.of(lane).times(strided.strides().get(i)));
    }
    return sum;
  }

  private static List<FormGuard> normal(List<Guard> guards, NormalForms forms) {
    List<FormGuard> kept = new ArrayList<>();
    for (Guard guard : guards) {
      NormalForm value = forms.of(guard.value());
      if (!forms.range(value).isWithin(0, guard.bound())) {
        kept.add(new FormGuard(value, guard.bound(), guard.fill()));
      }
    }
    return kept.stream().distinct().toList();
  }

  private static List<LaneVariable> laneVariables(PhysicalMapping mapping, String operand) {
    Intrinsic intrinsic = mapping.mapping().intrinsic();
    List<String> axes =
        intrinsic.compute().statement().accesses().stream()
            .filter(access -> access.tensor().equals(operand))
            .findFirst()
            .orElseThrow()
            .coordinates()
            .stream()
            .map(coordinate -> coordinate.terms().getFirst().axis())
            .toList();
    List<LaneVariable> lanes = new ArrayList<>();
    long inner = 1;
    for (int i = axes.size() - 1; i >= 0; i--) {
      TiledAxis tile = tile(mapping, axes.get(i));
      lanes.add(new LaneVariable(tile.lane(), tile.size(), inner));
      inner *= tile.size();
    }
    Collections.reverse(lanes);
    return lanes;
  }

  private static TiledAxis tile(PhysicalMapping mapping, String axis) {
    return mapping.tiles().stream()
        .filter(tile -> tile.intrinsicAxis().equals(axis))
        .findFirst()
        .orElseThrow();
  }
}
