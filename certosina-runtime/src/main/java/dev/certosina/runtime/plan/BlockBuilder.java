package dev.certosina.runtime.plan;

import dev.certosina.runtime.exec.NativeAbi;
import dev.certosina.runtime.plan.GroupPlan.Tile;
import dev.certosina.runtime.plan.VariantTemplate.ArgumentTemplate;
import dev.certosina.runtime.plan.VariantTemplate.BufferTemplate;
import dev.certosina.runtime.plan.VariantTemplate.GroupTemplate;
import dev.certosina.runtime.plan.VariantTemplate.StageTemplate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Writes the native blocks of a bound variant, as [NativeAbi] lays them out: the run block, the
/// error block, a block per thread, all steps, then the stages and arguments of each step.
final class BlockBuilder {
  private final VariantTemplate template;
  private final long[] dims;
  private final Binder.Weights weights;
  private final long[] offsets;
  private final BlockImage image = new BlockImage();

  /// The memory of a run, in bytes.
  ///
  /// @param scratchStart offset of the first thread's scratch
  /// @param scratchBytes of each thread
  /// @param totalBytes of everything
  record Memory(long scratchStart, long scratchBytes, int threads, long totalBytes) {}

  /// One step: a whole fused group, or one stage of a staged one.
  private record Step(
      GroupTemplate group,
      List<StageTemplate> stages,
      Tile tile,
      boolean fused,
      long columnExtent) {}

  /// @param offsets of each buffer, in the arena or in scratch
  BlockBuilder(VariantTemplate template, long[] dims, Binder.Weights weights, long[] offsets) {
    this.template = template;
    this.dims = dims;
    this.weights = weights;
    this.offsets = offsets;
  }

  Plan build(
      @Nullable GroupPlan[] groupPlans,
      Memory memory,
      List<Plan.Place> inputs,
      List<Plan.Place> outputs) {
    List<Step> steps = stepsOf(groupPlans);
    long runOffset = image.reserve(NativeAbi.RUN_BLOCK_BYTES);
    long errorOffset = image.reserve(NativeAbi.ERROR_BLOCK_BYTES);
    long threadOffset = image.reserve((long) NativeAbi.THREAD_BLOCK_BYTES * memory.threads());
    long stepOffset = image.reserve((long) NativeAbi.STEP_BYTES * steps.size());
    image.put(runOffset + NativeAbi.RUN_STEP_COUNT, steps.size());
    image.putBlockAddress(runOffset + NativeAbi.RUN_STEPS, stepOffset);
    image.putBlockAddress(runOffset + NativeAbi.RUN_ERROR_BLOCK, errorOffset);
    for (int t = 0; t < memory.threads(); t++) {
      long thread = threadOffset + (long) NativeAbi.THREAD_BLOCK_BYTES * t;
      image.putBlockAddress(thread + NativeAbi.THREAD_RUN_BLOCK, runOffset);
      image.putArenaAddress(
          thread + NativeAbi.THREAD_SCRATCH, memory.scratchStart() + t * memory.scratchBytes());
    }
    for (int i = 0; i < steps.size(); i++) {
      writeStep(stepOffset + (long) NativeAbi.STEP_BYTES * i, steps.get(i));
    }
    return new Plan(
        image.toWords(),
        memory.threads(),
        stepOffset,
        steps.size(),
        threadOffset,
        errorOffset,
        memory.totalBytes(),
        inputs,
        outputs);
  }

  private List<Step> stepsOf(@Nullable GroupPlan[] groupPlans) {
    List<Step> steps = new ArrayList<>();
    for (int g = 0; g < groupPlans.length; g++) {
      GroupPlan plan = groupPlans[g];
      if (plan == null) {
        continue;
      }
      GroupTemplate group = template.groups.get(g);
      if (plan.fused()) {
        steps.add(new Step(group, group.stages(), plan.tiles().getFirst(), true, 1));
        continue;
      }
      for (int s = 0; s < group.stages().size(); s++) {
        StageTemplate stage = group.stages().get(s);
        long columns = dims[stage.columnExtent()];
        if (columns > 0) {
          steps.add(new Step(group, List.of(stage), plan.tiles().get(s), false, columns));
        }
      }
    }
    return steps;
  }

  private void writeStep(long offset, Step step) {
    GroupTemplate group = step.group();
    long rows = dims[group.rowExtent()];
    long rowTiles = Math.ceilDiv(rows, step.tile().rows());
    long columnTile = step.fused() ? 1 : step.tile().columns();
    long columnTiles = Math.ceilDiv(step.columnExtent(), columnTile);
    long tasks = Math.multiplyExact(dims[group.outerExtent()], rowTiles);
    image.put(offset + NativeAbi.STEP_TASK_COUNT, Math.multiplyExact(tasks, columnTiles));
    image.put(offset + NativeAbi.STEP_STAGE_COUNT, step.stages().size());
    image.put(offset + NativeAbi.STEP_ROW_EXTENT, rows);
    image.put(offset + NativeAbi.STEP_ROW_TILE, step.tile().rows());
    image.put(offset + NativeAbi.STEP_ROW_TILES, rowTiles);
    image.put(offset + NativeAbi.STEP_COLUMN_EXTENT, step.columnExtent());
    image.put(offset + NativeAbi.STEP_COLUMN_TILE, columnTile);
    image.put(offset + NativeAbi.STEP_COLUMN_TILES, columnTiles);
    long stages = image.reserve((long) NativeAbi.STAGE_BYTES * step.stages().size());
    image.putBlockAddress(offset + NativeAbi.STEP_STAGES, stages);
    for (int s = 0; s < step.stages().size(); s++) {
      writeStage(stages + (long) NativeAbi.STAGE_BYTES * s, step, step.stages().get(s));
    }
  }

  private void writeStage(long offset, Step step, StageTemplate stage) {
    image.put(offset + NativeAbi.STAGE_KERNEL, stage.kernel());
    image.put(offset + NativeAbi.STAGE_COLUMN_EXTENT, dims[stage.columnExtent()]);
    long arguments = image.reserve((long) Long.BYTES * stage.arguments().size());
    image.putBlockAddress(offset + NativeAbi.STAGE_ARGUMENTS, arguments);
    for (int a = 0; a < stage.arguments().size(); a++) {
      writeArgument(arguments + (long) Long.BYTES * a, step, stage.arguments().get(a));
    }
  }

  private void writeArgument(long offset, Step step, ArgumentTemplate argument) {
    switch (argument) {
      case ArgumentTemplate.Scalar(int value) -> image.put(offset, dims[value]);
      case ArgumentTemplate.Local(int staged, int fusedPerTile, int fusedPerRow) ->
          image.put(
              offset,
              step.fused()
                  ? dims[fusedPerTile] + dims[fusedPerRow] * step.tile().rows()
                  : dims[staged]);
      case ArgumentTemplate.Address(int buffer, int byteOffset) ->
          writeAddress(offset, step, buffer, dims[byteOffset]);
    }
  }

  private void writeAddress(long offset, Step step, int number, long byteOffset) {
    BufferTemplate buffer = template.buffers.get(number);
    switch (buffer.kind()) {
      case INPUT -> image.putInputAddress(offset, buffer.index(), byteOffset);
      case OUTPUT -> image.putOutputAddress(offset, buffer.index(), byteOffset);
      case WEIGHT -> image.put(offset, weights.addressOf(buffer.index()) + byteOffset);
      case ARENA -> image.putArenaAddress(offset, offsets[number] + byteOffset);
      case LOCAL -> {
        if (step.fused()) {
          image.put(offset, -1 - (offsets[number] + byteOffset));
        } else {
          image.putArenaAddress(offset, offsets[number] + byteOffset);
        }
      }
    }
  }
}
