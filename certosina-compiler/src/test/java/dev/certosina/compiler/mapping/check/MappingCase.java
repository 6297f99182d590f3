package dev.certosina.compiler.mapping.check;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.affine.IndexStatement;
import dev.certosina.compiler.affine.IndexStatement.Accumulation;
import dev.certosina.compiler.affine.IndexStatement.ElementOperation;
import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.Mapping.AxisGroup;
import dev.certosina.compiler.mapping.MappingSamples;
import dev.certosina.compiler.mapping.MappingSamples.Types;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.target.Intrinsic.Stride;
import dev.certosina.compiler.target.Intrinsic.Transfer;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/// A computation, an instruction and a mapping between them, in a form that is easy to draw at
/// random and to make smaller.
///
/// @param axes of the computation
/// @param lanes the axes of the instruction
/// @param operands sources, then the destination
record MappingCase(
    List<LoopAxis> axes,
    List<LaneAxis> lanes,
    List<CaseOperand> operands,
    Accumulation accumulation,
    ElementOperation operation) {

  MappingCase {
    axes = List.copyOf(axes);
    lanes = List.copyOf(lanes);
    operands = List.copyOf(operands);
  }

  /// @param lane position of the instruction's axis that the axis feeds; -1 if it stays a loop
  /// @param uses at most one per operand
  record LoopAxis(String name, AxisKind kind, long extent, int lane, List<AxisUse> uses) {
    LoopAxis {
      uses = List.copyOf(uses);
    }
  }

  /// `coefficient * axis` in one coordinate of one operand.
  record AxisUse(int operand, int dim, long coefficient) {}

  record LaneAxis(String name, AxisKind kind, long extent, boolean keepsPartialSums) {}

  /// @param tile positions of the instruction's axes that the operand's tile has, in its order
  /// @param dims of the tensor
  /// @param fixesLast true if the instruction prescribes stride 1 for the tile's last axis
  /// @param padding value; empty for an access that stays inside
  /// @param cut how much the tensor is smaller on the low side of each coordinate, if padded
  record CaseOperand(
      ElementType type,
      List<Integer> tile,
      int dims,
      boolean fixesLast,
      List<Double> padding,
      long cut) {
    CaseOperand {
      tile = List.copyOf(tile);
      padding = List.copyOf(padding);
    }
  }

  Mapping mapping() {
    return new Mapping(
        computation(),
        intrinsic(),
        IntStream.range(0, operands.size() - 1).boxed().toList(),
        IntStream.range(0, lanes.size())
            .mapToObj(lane ->
                new AxisGroup(
                    lanes.get(lane).name(),
                    axes.stream().filter(axis -> axis.lane() == lane).map(LoopAxis::name).toList()))
            .toList());
  }

  private String tensor(int operand) {
    return operand == operands.size() - 1 ? "O" : "T" + operand;
  }

  private Computation computation() {
    Map<String, Long> extents = new LinkedHashMap<>();
    axes.forEach(axis -> extents.put(axis.name(), axis.extent()));
    Map<String, List<Long>> shapes = new LinkedHashMap<>();
    Map<String, ElementType> types = new LinkedHashMap<>();
    List<Access> accesses = new ArrayList<>();
    for (int i = 0; i < operands.size(); i++) {
      CaseOperand operand = operands.get(i);
      List<IndexExpr> coordinates = new ArrayList<>();
      List<Long> shape = new ArrayList<>();
      for (int dim = 0; dim < operand.dims(); dim++) {
        addCoordinate(i, dim, coordinates, shape);
      }
      shapes.put(tensor(i), shape);
      types.put(tensor(i), operand.type());
      OptionalDouble padding =
          operand.padding().isEmpty()
              ? OptionalDouble.empty()
              : OptionalDouble.of(operand.padding().getFirst());
      accesses.add(new Access(tensor(i), coordinates, padding));
    }
    Access destination = accesses.removeLast();
    return MappingSamples.computation(
        new IndexStatement(destination, accumulation, operation, accesses),
        extents,
        shapes,
        List.of(),
        new Types(types, ElementType.FLOAT32));
  }

  private void addCoordinate(int operand, int dim, List<IndexExpr> coordinates, List<Long> shape) {
    IndexExpr coordinate = IndexExpr.constant(0);
    long low = 0;
    long high = 0;
    for (LoopAxis axis : axes) {
      for (AxisUse use : axis.uses()) {
        if (use.operand() == operand && use.dim() == dim) {
          coordinate =
              coordinate.plus(IndexExpr.axis(axis.name()).times(Dims.constant(use.coefficient())));
          long reach = use.coefficient() * (axis.extent() - 1);
          low += Math.min(reach, 0);
          high += Math.max(reach, 0);
        }
      }
    }
    boolean isPadded = !operands.get(operand).padding().isEmpty();
    long cut = isPadded ? operands.get(operand).cut() : -operand % 2;
    coordinates.add(coordinate.plus(Dims.constant(-low - cut)));
    shape.add(Math.max(1, high - low + 1 - cut - (isPadded ? 1 : 0)));
  }

  private Intrinsic intrinsic() {
    Map<String, Long> extents = new LinkedHashMap<>();
    lanes.forEach(lane -> extents.put(lane.name(), lane.extent()));
    Map<String, ElementType> types = new LinkedHashMap<>();
    List<Access> accesses = new ArrayList<>();
    List<Transfer> transfers = new ArrayList<>();
    for (int i = 0; i < operands.size(); i++) {
      CaseOperand operand = operands.get(i);
      String name = i == operands.size() - 1 ? "D" : "S" + i;
      List<String> tile = operand.tile().stream().map(lane -> lanes.get(lane).name()).toList();
      types.put(name, operand.type());
      accesses.add(Access.of(name, tile.stream().map(IndexExpr::axis).toList()));
      List<Stride> strides = new ArrayList<>();
      for (int j = 0; j < tile.size(); j++) {
        strides.add(
            operand.fixesLast() && j == tile.size() - 1
                ? new Stride.Fixed(tile.get(j), 1)
                : new Stride.Free(tile.get(j), name + "_" + tile.get(j)));
      }
      transfers.add(
          new Transfer(name, i < operands.size() - 1, "memory", "register", "at" + i, strides));
    }
    Access destination = accesses.removeLast();
    return new Intrinsic(
        "random",
        MappingSamples.computation(
            new IndexStatement(destination, accumulation, operation, accesses),
            extents,
            Map.of(),
            List.of(),
            new Types(types, ElementType.FLOAT32)),
        transfers,
        lanes.stream().filter(LaneAxis::keepsPartialSums).map(LaneAxis::name).toList(),
        List.of(),
        List.of(),
        Optional.empty(),
        1,
        1,
        "made up");
  }

  /// Cases with less in them, the boldest first.
  List<MappingCase> smaller() {
    List<MappingCase> cases = new ArrayList<>();
    for (int i = 0; i < axes.size(); i++) {
      LoopAxis axis = axes.get(i);
      for (long extent : axis.extent() == 1 ? List.<Long>of() : List.of(1L, axis.extent() - 1)) {
        cases.add(
            withAxis(i, new LoopAxis(axis.name(), axis.kind(), extent, axis.lane(), axis.uses())));
      }
      if (axis.lane() >= 0) {
        cases.add(
            withAxis(i, new LoopAxis(axis.name(), axis.kind(), axis.extent(), -1, axis.uses())));
      }
      List<AxisUse> plain =
          axis.uses().stream().map(use -> new AxisUse(use.operand(), use.dim(), 1)).toList();
      if (!plain.equals(axis.uses())) {
        cases.add(
            withAxis(i, new LoopAxis(axis.name(), axis.kind(), axis.extent(), axis.lane(), plain)));
      }
    }
    for (int i = 0; i < lanes.size(); i++) {
      LaneAxis lane = lanes.get(i);
      if (lane.extent() > 1) {
        List<LaneAxis> changed = new ArrayList<>(lanes);
        changed.set(
            i, new LaneAxis(lane.name(), lane.kind(), lane.extent() - 1, lane.keepsPartialSums()));
        cases.add(new MappingCase(axes, changed, operands, accumulation, operation));
      }
    }
    return cases;
  }

  private MappingCase withAxis(int index, LoopAxis axis) {
    List<LoopAxis> changed = new ArrayList<>(axes);
    changed.set(index, axis);
    return new MappingCase(changed, lanes, operands, accumulation, operation);
  }
}
