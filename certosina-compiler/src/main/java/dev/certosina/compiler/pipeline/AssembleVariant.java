package dev.certosina.compiler.pipeline;

import dev.certosina.ElementType;
import dev.certosina.InternalCompilerException;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.kernel.lower.LowerStages;
import dev.certosina.compiler.kernel.lower.LoweredStage;
import dev.certosina.compiler.kernel.lower.LoweredStage.Word;
import dev.certosina.compiler.schedule.CopiedWeight;
import dev.certosina.compiler.schedule.Memory;
import dev.certosina.compiler.schedule.PackedWeight;
import dev.certosina.compiler.schedule.Place;
import dev.certosina.compiler.schedule.PlaceTensors;
import dev.certosina.compiler.schedule.Schedule;
import dev.certosina.compiler.schedule.Stage;
import dev.certosina.compiler.schedule.TaskGroup;
import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.Program.Argument;
import dev.certosina.runtime.exec.Program.Buffer;
import dev.certosina.runtime.exec.Program.BufferKind;
import dev.certosina.runtime.exec.Program.Group;
import dev.certosina.runtime.exec.Program.Variant;
import dev.certosina.runtime.exec.WeightPiece;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Lowers a schedule for every target and numbers its buffers and weights.
final class AssembleVariant {
  private final Schedule schedule;
  private final List<Target> targets;
  private final KernelTable kernels;
  private final WeightTable weights;
  private final Memory memory;
  private final Map<String, Place> places;
  private final Map<String, Initializer> constants = new HashMap<>();
  private final Map<String, PackedWeight> packed = new HashMap<>();
  private final Map<String, CopiedWeight> copied = new HashMap<>();
  private final Map<String, Integer> bufferNumbers = new LinkedHashMap<>();
  private final List<Buffer> buffers = new ArrayList<>();

  private AssembleVariant(
      Schedule schedule, List<Target> targets, KernelTable kernels, WeightTable weights) {
    this.schedule = schedule;
    this.targets = targets;
    this.kernels = kernels;
    this.weights = weights;
    this.memory = schedule.memory();
    schedule.packed().forEach(this::declare);
    schedule.copied().forEach(weight -> copied.put(weight.name(), weight));
    memory.declare(
        new Tensor(
            LowerStages.ZEROS, ElementType.FLOAT32, List.of(Dims.constant(PackedWeight.SLICE))));
    this.places = new LinkedHashMap<>(PlaceTensors.apply(schedule));
    places.put(LowerStages.ZEROS, new Place.InBuffer(LowerStages.ZEROS, BufferKind.WEIGHT, 0));
    schedule
        .program()
        .constants()
        .forEach(constant -> constants.put(constant.tensor(), constant.value()));
  }

  static Variant assemble(
      Schedule schedule, List<Target> targets, KernelTable kernels, WeightTable weights) {
    return new AssembleVariant(schedule, targets, kernels, weights).assemble();
  }

  private void declare(PackedWeight weight) {
    packed.put(weight.name(), weight);
    List<Dim> shape = new ArrayList<>();
    weight.batch().stream().map(Axis::extent).forEach(shape::add);
    Dim slice = Dims.constant(PackedWeight.SLICE);
    shape.add(Dims.ceilDiv(weight.n().extent(), slice));
    shape.add(weight.k().extent());
    shape.add(slice);
    memory.declare(new Tensor(weight.name(), ElementType.FLOAT32, shape));
  }

  private Variant assemble() {
    List<Group> groups = new ArrayList<>();
    for (TaskGroup group : schedule.groups()) {
      groups.add(lower(group));
    }
    TensorProgram program = schedule.program();
    return new Variant(program.guards(), program.checks(), buffers, groups);
  }

  private Group lower(TaskGroup group) {
    List<dev.certosina.runtime.exec.Program.Stage> stages = new ArrayList<>();
    for (Stage stage : group.stages()) {
      stages.add(lower(group, stage));
    }
    return new Group(group.name(), group.outerExtent(), group.row().extent(), 1, true, stages);
  }

  private dev.certosina.runtime.exec.Program.Stage lower(TaskGroup group, Stage stage) {
    List<LoweredStage> perTarget = new ArrayList<>();
    for (Target target : targets) {
      perTarget.add(LowerStages.lower(group, stage, memory, places, target));
    }
    LoweredStage first = perTarget.getFirst();
    for (LoweredStage other : perTarget) {
      if (!other.arguments().equals(first.arguments())) {
        throw new InternalCompilerException(
            "group '" + group.name() + "': kernels of two targets take different arguments");
      }
    }
    int grain = perTarget.stream().mapToInt(LoweredStage::columnGrain).max().orElseThrow();
    return new dev.certosina.runtime.exec.Program.Stage(
        kernels.add(perTarget),
        first.arguments().stream().map(this::argument).toList(),
        first.columnExtent(),
        grain,
        first.flopsPerRow(),
        first.bytesPerRow(),
        first.weightBytes());
  }

  private Argument argument(Word word) {
    return switch (word) {
      case Word.Address(String buffer) ->
          new Argument.Address(bufferNumber(buffer), Dims.constant(0));
      case Word.Scalar(Dim value) -> new Argument.Scalar(value);
      case Word.Local(Dim staged, Dim perTile, Dim perRow) ->
          new Argument.Local(staged, perTile, perRow);
    };
  }

  private int bufferNumber(String tensor) {
    Integer known = bufferNumbers.get(tensor);
    if (known != null) {
      return known;
    }
    if (!(places.get(tensor) instanceof Place.InBuffer(_, BufferKind kind, int group))) {
      throw new InternalCompilerException("tensor '" + tensor + "' has no buffer");
    }
    Dim bytes =
        Dims.multiply(memory.elements(tensor), Dims.constant(memory.type(tensor).byteSize()));
    bufferNumbers.put(tensor, buffers.size());
    buffers.add(new Buffer(tensor, kind, index(tensor, kind, group), bytes));
    return buffers.size() - 1;
  }

  private int index(String tensor, BufferKind kind, int group) {
    return switch (kind) {
      case INPUT -> position(schedule.program().inputs(), tensor);
      case OUTPUT -> position(schedule.program().outputs(), tensor);
      case WEIGHT -> weights.number(tensor, () -> weight(tensor));
      case ARENA -> 0;
      case LOCAL -> group;
    };
  }

  private int position(List<String> names, String tensor) {
    for (int i = 0; i < names.size(); i++) {
      if (memory.owner(names.get(i)).equals(tensor)) {
        return i;
      }
    }
    throw new InternalCompilerException("'" + tensor + "' is neither input nor output");
  }

  private WeightPiece weight(String tensor) {
    if (tensor.equals(LowerStages.ZEROS)) {
      return WeightPiece.of(MemorySegment.ofArray(new byte[PackedWeight.SLICE * Float.BYTES]));
    }
    PackedWeight layout = packed.get(tensor);
    if (layout != null) {
      return new PackWeights(layout, constant(layout.source()));
    }
    CopiedWeight copy = copied.get(tensor);
    if (copy != null) {
      return new CopyWeight(copy, constant(copy.source()));
    }
    return WeightPiece.of(constant(tensor).data());
  }

  private Initializer constant(String tensor) {
    return Objects.requireNonNull(constants.get(tensor), tensor);
  }
}
