package dev.certosina.testkit;

import dev.certosina.compiler.kernel.KernelStep;
import dev.certosina.compiler.kernel.KernelStep.Argument;
import dev.certosina.compiler.kernel.KernelStep.Stage;
import dev.certosina.compiler.kernel.KernelStorage;
import dev.certosina.runtime.exec.NativeAbi;
import java.util.IdentityHashMap;
import java.util.List;

/// Writes the blocks that the driver walks, as the runtime does, into any memory.
///
/// Storages that are scratch lie one after the other in the scratch of each thread.
public final class StepBlocks {
  private static final long ALIGNMENT = 64;

  /// Memory that machine code will see.
  public interface Memory {
    /// The address of so many zeroed bytes, aligned to 64.
    long allocate(long bytes);

    void set(long address, long word);

    /// Where the content of a storage is; the same for the same storage.
    long address(KernelStorage storage);

    /// Where the code of an entry point starts.
    long entryPoint(String name);
  }

  private final Memory memory;
  private final IdentityHashMap<KernelStorage, Long> scratchOffsets = new IdentityHashMap<>();
  private long scratchBytes;

  public StepBlocks(Memory memory) {
    this.memory = memory;
  }

  /// Writes a run block with everything below it.
  ///
  /// @return its address
  public long run(List<KernelStep> steps, long errorBlock) {
    long run = memory.allocate(NativeAbi.RUN_BLOCK_BYTES);
    long blocks = memory.allocate((long) steps.size() * NativeAbi.STEP_BYTES);
    for (int i = 0; i < steps.size(); i++) {
      step(blocks + (long) i * NativeAbi.STEP_BYTES, steps.get(i));
    }
    memory.set(run + NativeAbi.RUN_STEP_COUNT, steps.size());
    memory.set(run + NativeAbi.RUN_STEPS, blocks);
    memory.set(run + NativeAbi.RUN_ERROR_BLOCK, errorBlock);
    return run;
  }

  /// Writes the block of a thread that runs what [#run] wrote, with scratch of its own.
  ///
  /// @return its address
  public long thread(long run) {
    long thread = memory.allocate(NativeAbi.THREAD_BLOCK_BYTES);
    memory.set(thread + NativeAbi.THREAD_RUN_BLOCK, run);
    memory.set(thread + NativeAbi.THREAD_SCRATCH, memory.allocate(scratchBytes));
    return thread;
  }

  private void step(long block, KernelStep step) {
    long rowTiles = Math.ceilDiv(step.rows(), step.rowTile());
    long columnTiles = Math.ceilDiv(step.columns(), step.columnTile());
    long stages = memory.allocate((long) step.stages().size() * NativeAbi.STAGE_BYTES);
    for (int i = 0; i < step.stages().size(); i++) {
      stage(stages + (long) i * NativeAbi.STAGE_BYTES, step.stages().get(i));
    }
    memory.set(block + NativeAbi.STEP_TASK_COUNT, step.outer() * rowTiles * columnTiles);
    memory.set(block + NativeAbi.STEP_STAGE_COUNT, step.stages().size());
    memory.set(block + NativeAbi.STEP_STAGES, stages);
    memory.set(block + NativeAbi.STEP_ROW_EXTENT, step.rows());
    memory.set(block + NativeAbi.STEP_ROW_TILE, step.rowTile());
    memory.set(block + NativeAbi.STEP_ROW_TILES, rowTiles);
    memory.set(block + NativeAbi.STEP_COLUMN_EXTENT, step.columns());
    memory.set(block + NativeAbi.STEP_COLUMN_TILE, step.columnTile());
    memory.set(block + NativeAbi.STEP_COLUMN_TILES, columnTiles);
  }

  private void stage(long block, Stage stage) {
    long arguments = memory.allocate((long) stage.arguments().size() * Long.BYTES);
    for (int i = 0; i < stage.arguments().size(); i++) {
      memory.set(arguments + (long) i * Long.BYTES, word(stage.arguments().get(i)));
    }
    memory.set(block + NativeAbi.STAGE_KERNEL, memory.entryPoint(stage.kernel()));
    memory.set(block + NativeAbi.STAGE_ARGUMENTS, arguments);
    memory.set(block + NativeAbi.STAGE_COLUMN_EXTENT, stage.columns());
  }

  private long word(Argument argument) {
    return switch (argument) {
      case Argument.Word(long value) -> value;
      case Argument.View(var storage, _, long firstByte, _) ->
          storage.isScratch()
              ? -1 - (scratchOffset(storage) + firstByte)
              : memory.address(storage) + firstByte;
    };
  }

  private long scratchOffset(KernelStorage storage) {
    return scratchOffsets.computeIfAbsent(
        storage,
        _ -> {
          long offset = scratchBytes;
          scratchBytes += Math.ceilDiv(storage.byteCount(), ALIGNMENT) * ALIGNMENT;
          return offset;
        });
  }
}
