package dev.certosina.compiler.llvm;

import dev.certosina.compiler.llvm.internal.NativeCode;
import dev.certosina.runtime.exec.NativeAbi;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;

/// Writes the blocks of one run, as the runtime does, for tests of the driver and of kernels.
final class RunBlocks {
  private static final long ALIGNMENT = 64;

  private final Arena arena;
  private final NativeCode code;
  private final MemorySegment run;
  private final MemorySegment errors;

  /// One kernel call per task of a step.
  record Stage(String kernel, long columnExtent, long... arguments) {}

  /// A step's tile space.
  record Step(
      long outerExtent,
      long rowExtent,
      long rowTile,
      long columnExtent,
      long columnTile,
      List<Stage> stages) {}

  RunBlocks(Arena arena, NativeCode code, List<Step> steps) {
    this.arena = arena;
    this.code = code;
    run = arena.allocate(NativeAbi.RUN_BLOCK_BYTES, ALIGNMENT);
    errors = arena.allocate(NativeAbi.ERROR_BLOCK_BYTES, ALIGNMENT);
    MemorySegment blocks = arena.allocate((long) steps.size() * NativeAbi.STEP_BYTES, ALIGNMENT);
    for (int i = 0; i < steps.size(); i++) {
      long start = (long) i * NativeAbi.STEP_BYTES;
      write(blocks.asSlice(start, NativeAbi.STEP_BYTES), steps.get(i));
    }
    set(run, NativeAbi.RUN_STEP_COUNT, steps.size());
    set(run, NativeAbi.RUN_STEPS, blocks.address());
    set(run, NativeAbi.RUN_ERROR_BLOCK, errors.address());
  }

  /// Runs all steps on `threads` threads, each with scratch of its own.
  void drive(int threads, long scratchBytes) {
    List<Thread> started = new java.util.ArrayList<>();
    for (int i = 0; i < threads; i++) {
      MemorySegment thread = arena.allocate(NativeAbi.THREAD_BLOCK_BYTES, ALIGNMENT);
      set(thread, NativeAbi.THREAD_RUN_BLOCK, run.address());
      MemorySegment scratch = arena.allocate(Math.max(1, scratchBytes), ALIGNMENT);
      set(thread, NativeAbi.THREAD_SCRATCH, scratch.address());
      started.add(Thread.ofPlatform().start(() -> code.drive(thread)));
    }
    for (Thread thread : started) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  /// A word of the error block.
  long error(int offset) {
    return errors.get(ValueLayout.JAVA_LONG, offset);
  }

  private void write(MemorySegment block, Step step) {
    long rowTiles = Math.ceilDiv(step.rowExtent(), step.rowTile());
    long columnTiles = Math.ceilDiv(step.columnExtent(), step.columnTile());
    MemorySegment stages =
        arena.allocate((long) step.stages().size() * NativeAbi.STAGE_BYTES, ALIGNMENT);
    for (int i = 0; i < step.stages().size(); i++) {
      Stage stage = step.stages().get(i);
      MemorySegment entry = stages.asSlice((long) i * NativeAbi.STAGE_BYTES, NativeAbi.STAGE_BYTES);
      set(entry, NativeAbi.STAGE_KERNEL, code.address(stage.kernel()));
      MemorySegment words = arena.allocateFrom(ValueLayout.JAVA_LONG, stage.arguments());
      set(entry, NativeAbi.STAGE_ARGUMENTS, words.address());
      set(entry, NativeAbi.STAGE_COLUMN_EXTENT, stage.columnExtent());
    }
    set(block, NativeAbi.STEP_TASK_COUNT, step.outerExtent() * rowTiles * columnTiles);
    set(block, NativeAbi.STEP_STAGE_COUNT, step.stages().size());
    set(block, NativeAbi.STEP_STAGES, stages.address());
    set(block, NativeAbi.STEP_ROW_EXTENT, step.rowExtent());
    set(block, NativeAbi.STEP_ROW_TILE, step.rowTile());
    set(block, NativeAbi.STEP_ROW_TILES, rowTiles);
    set(block, NativeAbi.STEP_COLUMN_EXTENT, step.columnExtent());
    set(block, NativeAbi.STEP_COLUMN_TILE, step.columnTile());
    set(block, NativeAbi.STEP_COLUMN_TILES, columnTiles);
  }

  private static void set(MemorySegment block, long offset, long word) {
    block.set(ValueLayout.JAVA_LONG, offset, word);
  }
}
