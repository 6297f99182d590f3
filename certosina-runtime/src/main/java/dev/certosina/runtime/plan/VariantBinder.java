package dev.certosina.runtime.plan;

import dev.certosina.InternalCompilerException;
import dev.certosina.runtime.exec.Program;
import dev.certosina.runtime.internal.NativeMemory;
import dev.certosina.runtime.plan.ArenaPlanner.Block;
import dev.certosina.runtime.plan.Binder.PlacedTensor;
import dev.certosina.runtime.plan.GroupShape.StageShape;
import dev.certosina.runtime.plan.VariantTemplate.BufferTemplate;
import dev.certosina.runtime.plan.VariantTemplate.GroupTemplate;
import dev.certosina.runtime.plan.VariantTemplate.StageTemplate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Binds one variant: composes its groups and plans the memory of a run.
///
/// The memory of a run is one piece: the arena, the scratch of each thread, then room for inputs
/// and outputs that have to be copied.
final class VariantBinder {
  private static final long ALIGNMENT = ArenaPlanner.ALIGNMENT;

  /// Runs shorter than this are not worth a second thread.
  private static final double WORTH_SHARING_NANOS = 5000;

  private final VariantTemplate template;
  private final long[] dims;
  private final Binder.Weights weights;
  private final List<PlacedTensor> inputs;
  private final List<PlacedTensor> outputs;

  /// By group; null where the group has nothing to do.
  private final @Nullable GroupPlan[] groupPlans;

  /// By buffer: byte offset in the arena, or in the thread's scratch of a fused local buffer.
  private final long[] offsets;

  private long scratchBytes;

  VariantBinder(
      VariantTemplate template,
      long[] dims,
      Binder.Weights weights,
      List<PlacedTensor> inputs,
      List<PlacedTensor> outputs) {
    this.template = template;
    this.dims = dims;
    this.weights = weights;
    this.inputs = inputs;
    this.outputs = outputs;
    this.groupPlans = new GroupPlan[template.groups.size()];
    this.offsets = new long[template.buffers.size()];
  }

  Plan bind(Composer composer, int threads) {
    template.buffers.forEach(this::verify);
    int usedThreads = compose(composer, threads);
    placeScratch();
    long arenaBytes = placeArena();
    long scratchStart = arenaBytes;
    long end = Math.addExact(arenaBytes, Math.multiplyExact(scratchBytes, usedThreads));
    List<Plan.Place> inputPlaces = new ArrayList<>();
    for (PlacedTensor input : inputs) {
      inputPlaces.add(new Plan.Place(input.shape(), input.byteSize(), end));
      end = Math.addExact(end, NativeMemory.roundUp(input.byteSize(), ALIGNMENT));
    }
    List<Plan.Place> outputPlaces = new ArrayList<>();
    for (PlacedTensor output : outputs) {
      outputPlaces.add(new Plan.Place(output.shape(), output.byteSize(), end));
      end = Math.addExact(end, NativeMemory.roundUp(output.byteSize(), ALIGNMENT));
    }
    BlockBuilder blocks = new BlockBuilder(template, dims, weights, offsets);
    return blocks.build(
        groupPlans,
        new BlockBuilder.Memory(scratchStart, scratchBytes, usedThreads, end),
        inputPlaces,
        outputPlaces);
  }

  private void verify(BufferTemplate buffer) {
    long byteSize = dims[buffer.byteSize()];
    long available =
        switch (buffer.kind()) {
          case INPUT -> inputs.get(buffer.index()).byteSize();
          case OUTPUT -> outputs.get(buffer.index()).byteSize();
          case WEIGHT -> weights.table().byteSizes()[buffer.index()];
          case ARENA, LOCAL -> Long.MAX_VALUE;
        };
    if (byteSize < 0 || byteSize > available) {
      throw new InternalCompilerException(
          "buffer '%s' takes %d bytes of %d".formatted(buffer.name(), byteSize, available));
    }
  }

  /// Composes all groups.
  ///
  /// @return the threads that the run is worth
  private int compose(Composer composer, int threads) {
    List<@Nullable GroupShape> shapes = new ArrayList<>();
    double nanos = 0;
    for (GroupTemplate group : template.groups) {
      GroupShape shape = shapeOf(group);
      shapes.add(shape);
      nanos += shape == null ? 0 : shape.estimateNanos();
    }
    int usable = nanos < WORTH_SHARING_NANOS ? 1 : threads;
    long mostTasks = 1;
    for (int g = 0; g < groupPlans.length; g++) {
      GroupShape shape = shapes.get(g);
      if (shape != null) {
        GroupPlan plan = composer.compose(shape, usable);
        groupPlans[g] = plan;
        mostTasks = Math.max(mostTasks, plan.mostTasks(shape));
      }
    }
    return (int) Math.min(usable, mostTasks);
  }

  /// The group with its dims bound, or null when it has nothing to do.
  private @Nullable GroupShape shapeOf(GroupTemplate group) {
    long outer = extent(group.name(), group.outerExtent());
    long rows = extent(group.name(), group.rowExtent());
    if (outer == 0 || rows == 0) {
      return null;
    }
    long totalRows = Math.multiplyExact(outer, rows);
    long perRow = 0;
    for (int local : group.locals()) {
      BufferTemplate buffer = template.buffers.get(local);
      long byteSize = dims[buffer.byteSize()];
      if (byteSize % totalRows != 0) {
        throw new InternalCompilerException(
            "local buffer '%s' takes %d bytes, not a multiple of %d rows"
                .formatted(buffer.name(), byteSize, totalRows));
      }
      perRow += byteSize / totalRows;
    }
    List<StageShape> stages = new ArrayList<>(group.stages().size());
    for (StageTemplate stage : group.stages()) {
      stages.add(
          new StageShape(
              extent(group.name(), stage.columnExtent()),
              stage.columnGrain(),
              dims[stage.flopsPerRow()],
              dims[stage.bytesPerRow()],
              dims[stage.weightBytes()]));
    }
    return new GroupShape(outer, rows, group.rowGrain(), group.fusible(), perRow, stages);
  }

  private long extent(String group, int dim) {
    if (dims[dim] < 0) {
      throw new InternalCompilerException(
          "group '%s' has an extent of %d".formatted(group, dims[dim]));
    }
    return dims[dim];
  }

  /// Places the local buffers of each fused group one after another in scratch.
  private void placeScratch() {
    for (int g = 0; g < groupPlans.length; g++) {
      GroupPlan plan = groupPlans[g];
      if (plan == null || !plan.fused()) {
        continue;
      }
      GroupTemplate group = template.groups.get(g);
      long totalRows = dims[group.outerExtent()] * dims[group.rowExtent()];
      long end = 0;
      for (int local : group.locals()) {
        offsets[local] = end;
        long perRow = dims[template.buffers.get(local).byteSize()] / totalRows;
        long bytes = Math.multiplyExact(perRow, plan.tiles().getFirst().rows());
        end = Math.addExact(end, NativeMemory.roundUp(bytes, ALIGNMENT));
      }
      scratchBytes = Math.max(scratchBytes, end);
    }
  }

  /// Places arena buffers, and local buffers of staged groups.
  ///
  /// @return bytes of the arena
  private long placeArena() {
    List<Block> blocks = new ArrayList<>();
    List<Integer> owners = new ArrayList<>();
    for (int b = 0; b < offsets.length; b++) {
      BufferTemplate buffer = template.buffers.get(b);
      if (buffer.isUsed() && livesInArena(buffer)) {
        blocks.add(new Block(dims[buffer.byteSize()], buffer.first(), buffer.last()));
        owners.add(b);
      }
    }
    long arenaBytes = ArenaPlanner.place(blocks);
    for (int i = 0; i < blocks.size(); i++) {
      offsets[owners.get(i)] = blocks.get(i).offset();
    }
    return arenaBytes;
  }

  private boolean livesInArena(BufferTemplate buffer) {
    if (buffer.kind() == Program.BufferKind.ARENA) {
      return true;
    }
    if (buffer.kind() != Program.BufferKind.LOCAL) {
      return false;
    }
    GroupPlan plan = groupPlans[buffer.index()];
    return plan != null && !plan.fused();
  }
}
