package dev.certosina.compiler.schedule;

import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.mapping.PhysicalMapping.Copy;
import dev.certosina.compiler.mapping.PhysicalMapping.OperandMap;
import dev.certosina.compiler.schedule.nest.CopyWalk;
import dev.certosina.compiler.schedule.nest.NestChoice;
import dev.certosina.compiler.schedule.nest.NestLoops;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Turns a mapped computation into groups: copies of what is not constant, the nest, and the way
/// back for a destination that is written as a copy.
public final class BuildNest {
  private final Memory memory;
  private final Set<String> constants;
  private final Map<String, CopiedWeight> copied = new LinkedHashMap<>();

  /// @param constants tensors whose copies are made ahead of time
  public BuildNest(Memory memory, Set<String> constants) {
    this.memory = memory;
    this.constants = Set.copyOf(constants);
  }

  /// The copies of constants asked for so far.
  public List<CopiedWeight> copied() {
    return List.copyOf(copied.values());
  }

  /// @throws dev.certosina.ModelException when the schedule does not fit the mapping
  public List<TaskGroup> groups(NestChoice choice) {
    PhysicalMapping mapping = choice.mapping();
    String name = mapping.mapping().computation().name();
    List<TaskGroup> before = new ArrayList<>();
    List<TaskGroup> after = new ArrayList<>();
    List<String> tensors = new ArrayList<>();
    int last = mapping.operands().size() - 1;
    for (int i = 0; i <= last; i++) {
      OperandMap operand = mapping.operands().get(i);
      String tensor = memory.owner(operand.tensor());
      if (operand.copy().isEmpty()) {
        tensors.add(tensor);
        continue;
      }
      Copy copy = operand.copy().get();
      String target = copyName(name, tensor, operand.operand(), copy);
      tensors.add(target);
      memory.declare(
          new Tensor(
              target, memory.type(tensor), List.of(Dims.constant(Math.max(1, copy.elements())))));
      if (i == last) {
        after.add(group("unpack " + target, new Stage.Repack(copy, tensor, target, true)));
      } else if (constants.contains(tensor)) {
        copied.putIfAbsent(target, new CopiedWeight(target, tensor, copy));
      } else {
        before.add(group("repack " + target, new Stage.Repack(copy, tensor, target, false)));
      }
    }
    NestLoops loops = NestLoops.of(mapping, choice.schedule());
    Axis tasks = new Axis("task", Dims.constant(loops.taskCount()), AxisKind.PARALLEL);
    List<TaskGroup> all = new ArrayList<>(before);
    Stage nest = new Stage.Nest(mapping, choice.schedule(), tensors);
    all.add(new TaskGroup(name, List.of(), tasks, List.of(nest)));
    all.addAll(after);
    return all;
  }

  /// Copies of constants are shared, so what they hold is part of their names.
  private String copyName(String computation, String tensor, String operand, Copy copy) {
    return constants.contains(tensor)
        ? tensor + "@" + Integer.toHexString(copy.toString().hashCode())
        : computation + "@" + operand;
  }

  private static TaskGroup group(String name, Stage.Repack repack) {
    long rows = CopyWalk.of(repack.copy()).rowCount();
    Axis row = new Axis("row", Dims.constant(rows), AxisKind.PARALLEL);
    return new TaskGroup(name, List.of(), row, List.of(repack));
  }
}
