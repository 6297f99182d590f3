package dev.certosina.runtime.plan;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.certosina.runtime.exec.NativeAbi;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.function.LongConsumer;

/// The driver of [NativeAbi] in Java: walks the native blocks of a context exactly as machine code
/// does, and calls kernels written in Java. The address of a kernel is its position in the list.
final class JavaDriver implements LongConsumer {
  private static final VarHandle WORD = JAVA_LONG.varHandle();

  private final List<JavaKernel> kernels;

  JavaDriver(List<JavaKernel> kernels) {
    this.kernels = kernels;
  }

  /// A kernel.
  interface JavaKernel {
    /// @param arguments address of the argument block
    /// @param scratch address of the thread's scratch
    void run(long arguments, Tile tile, long scratch);
  }

  /// The coordinates of a task.
  record Tile(long outer, long row, long rows, long column, long columns, long errorBlock) {}

  @SuppressWarnings("restricted") // addresses come from the native blocks
  static MemorySegment at(long address, long byteSize) {
    return MemorySegment.ofAddress(address).reinterpret(byteSize);
  }

  static long word(long address) {
    return at(address, Long.BYTES).get(JAVA_LONG, 0);
  }

  /// The address that an argument word stands for.
  static long resolve(long word, long scratch) {
    return word < 0 ? scratch + (-1 - word) : word;
  }

  @Override
  public void accept(long threadBlock) {
    long run = word(threadBlock + NativeAbi.THREAD_RUN_BLOCK);
    long scratch = word(threadBlock + NativeAbi.THREAD_SCRATCH);
    long steps = word(run + NativeAbi.RUN_STEPS);
    long errorBlock = word(run + NativeAbi.RUN_ERROR_BLOCK);
    for (long i = 0; i < word(run + NativeAbi.RUN_STEP_COUNT); i++) {
      runStep(steps + i * NativeAbi.STEP_BYTES, scratch, errorBlock);
    }
  }

  private void runStep(long step, long scratch, long errorBlock) {
    MemorySegment block = at(step, NativeAbi.STEP_BYTES);
    long taskCount = word(step + NativeAbi.STEP_TASK_COUNT);
    while (true) {
      long task = (long) WORD.getAndAdd(block, (long) NativeAbi.STEP_NEXT_TASK, 1L);
      if (task >= taskCount) {
        break;
      }
      runTask(step, task, scratch, errorBlock);
      WORD.getAndAddRelease(block, (long) NativeAbi.STEP_COMPLETED_TASKS, 1L);
    }
    while ((long) WORD.getAcquire(block, (long) NativeAbi.STEP_COMPLETED_TASKS) != taskCount) {
      Thread.onSpinWait();
    }
  }

  private void runTask(long step, long task, long scratch, long errorBlock) {
    long columnTiles = word(step + NativeAbi.STEP_COLUMN_TILES);
    long rowTiles = word(step + NativeAbi.STEP_ROW_TILES);
    long rowTile = word(step + NativeAbi.STEP_ROW_TILE);
    long columnTile = word(step + NativeAbi.STEP_COLUMN_TILE);
    long column = task % columnTiles * columnTile;
    long rest = task / columnTiles;
    long row = rest % rowTiles * rowTile;
    long rows = Math.min(rowTile, word(step + NativeAbi.STEP_ROW_EXTENT) - row);
    for (long s = 0; s < word(step + NativeAbi.STEP_STAGE_COUNT); s++) {
      long stage = word(step + NativeAbi.STEP_STAGES) + s * NativeAbi.STAGE_BYTES;
      long extent = word(stage + NativeAbi.STAGE_COLUMN_EXTENT);
      long columns = columnTiles == 1 ? extent : Math.min(columnTile, extent - column);
      Tile tile = new Tile(rest / rowTiles, row, rows, column, columns, errorBlock);
      JavaKernel kernel = kernels.get((int) word(stage + NativeAbi.STAGE_KERNEL));
      kernel.run(word(stage + NativeAbi.STAGE_ARGUMENTS), tile, scratch);
    }
  }
}
