package dev.certosina.compiler.llvm;

import static java.util.Objects.requireNonNull;

import dev.certosina.compiler.kernel.KernelStep;
import dev.certosina.compiler.kernel.KernelStep.Argument;
import dev.certosina.compiler.kernel.KernelStep.Stage;
import dev.certosina.compiler.kernel.KernelStorage;
import dev.certosina.runtime.exec.NativeAbi;
import dev.certosina.runtime.internal.CodeMemory;
import dev.certosina.runtime.internal.NativeDriver;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.IntStream;

/// Runs steps on machine code: copies the storages into native memory and writes the blocks that
/// the driver walks, as the runtime does.
///
/// Storages that are scratch lie one after the other in the scratch of each thread.
final class NativeRun implements AutoCloseable {
  private static final long ALIGNMENT = 64;
  private static final byte GUARD = 0x5a;

  private final Arena arena = Arena.ofShared();
  private final MachineCode machineCode;
  private final CodeMemory code;
  private final IdentityHashMap<KernelStorage, MemorySegment> memory = new IdentityHashMap<>();
  private final IdentityHashMap<KernelStorage, Long> scratchOffsets = new IdentityHashMap<>();
  private final MemorySegment run = block(NativeAbi.RUN_BLOCK_BYTES);
  private final MemorySegment errors = block(NativeAbi.ERROR_BLOCK_BYTES);
  private final List<MemorySegment> guarded = new ArrayList<>();
  private long scratchBytes;

  NativeRun(MachineCode machineCode, List<KernelStep> steps) {
    this.machineCode = machineCode;
    this.code = CodeMemory.load(machineCode.blob());
    MemorySegment blocks = block((long) steps.size() * NativeAbi.STEP_BYTES);
    for (int i = 0; i < steps.size(); i++) {
      long start = (long) i * NativeAbi.STEP_BYTES;
      write(blocks.asSlice(start, NativeAbi.STEP_BYTES), steps.get(i));
    }
    set(run, NativeAbi.RUN_STEP_COUNT, steps.size());
    set(run, NativeAbi.RUN_STEPS, blocks.address());
    set(run, NativeAbi.RUN_ERROR_BLOCK, errors.address());
  }

  /// Runs all steps once, on so many threads.
  void drive(int threads) {
    NativeDriver driver = new NativeDriver(address(NativeAbi.DRIVER));
    List<Thread> started = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      MemorySegment thread = block(NativeAbi.THREAD_BLOCK_BYTES);
      set(thread, NativeAbi.THREAD_RUN_BLOCK, run.address());
      set(thread, NativeAbi.THREAD_SCRATCH, block(scratchBytes).address());
      started.add(Thread.ofPlatform().start(() -> driver.run(thread.address())));
    }
    for (Thread thread : started) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
    }
  }

  /// What the storage holds now; not for scratch.
  byte[] bytes(KernelStorage storage) {
    return segment(storage).toArray(ValueLayout.JAVA_BYTE);
  }

  /// True when no byte just before or after a storage was written.
  boolean guardsHold() {
    return guarded.stream()
        .allMatch(whole -> {
          byte[] bytes = whole.toArray(ValueLayout.JAVA_BYTE);
          int last = bytes.length - 1;
          return IntStream.range(0, (int) ALIGNMENT)
              .allMatch(i -> bytes[i] == GUARD && bytes[last - i] == GUARD);
        });
  }

  /// A word of the error block.
  long error(int offset) {
    return errors.get(ValueLayout.JAVA_LONG, offset);
  }

  @Override
  public void close() {
    code.close();
    arena.close();
  }

  private void write(MemorySegment block, KernelStep step) {
    long rowTiles = Math.ceilDiv(step.rows(), step.rowTile());
    long columnTiles = Math.ceilDiv(step.columns(), step.columnTile());
    MemorySegment stages = block((long) step.stages().size() * NativeAbi.STAGE_BYTES);
    for (int i = 0; i < step.stages().size(); i++) {
      Stage stage = step.stages().get(i);
      MemorySegment entry = stages.asSlice((long) i * NativeAbi.STAGE_BYTES, NativeAbi.STAGE_BYTES);
      long[] words = stage.arguments().stream().mapToLong(this::word).toArray();
      MemorySegment arguments = block((long) words.length * Long.BYTES);
      arguments.copyFrom(MemorySegment.ofArray(words));
      set(entry, NativeAbi.STAGE_KERNEL, address(stage.kernel()));
      set(entry, NativeAbi.STAGE_ARGUMENTS, arguments.address());
      set(entry, NativeAbi.STAGE_COLUMN_EXTENT, stage.columns());
    }
    set(block, NativeAbi.STEP_TASK_COUNT, step.outer() * rowTiles * columnTiles);
    set(block, NativeAbi.STEP_STAGE_COUNT, step.stages().size());
    set(block, NativeAbi.STEP_STAGES, stages.address());
    set(block, NativeAbi.STEP_ROW_EXTENT, step.rows());
    set(block, NativeAbi.STEP_ROW_TILE, step.rowTile());
    set(block, NativeAbi.STEP_ROW_TILES, rowTiles);
    set(block, NativeAbi.STEP_COLUMN_EXTENT, step.columns());
    set(block, NativeAbi.STEP_COLUMN_TILE, step.columnTile());
    set(block, NativeAbi.STEP_COLUMN_TILES, columnTiles);
  }

  private long address(String entryPoint) {
    return code.address(requireNonNull(machineCode.entryOffsets().get(entryPoint)));
  }

  private long word(Argument argument) {
    return switch (argument) {
      case Argument.Word(long value) -> value;
      case Argument.View(var storage, _, long firstByte, _) ->
          storage.isScratch()
              ? -1 - (scratchOffset(storage) + firstByte)
              : segment(storage).address() + firstByte;
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

  private MemorySegment segment(KernelStorage storage) {
    return memory.computeIfAbsent(
        storage,
        _ -> {
          MemorySegment whole = block(storage.byteCount() + 2 * ALIGNMENT).fill(GUARD);
          MemorySegment segment = whole.asSlice(ALIGNMENT, storage.byteCount());
          guarded.add(whole);
          return segment.copyFrom(MemorySegment.ofArray(storage.bytes()));
        });
  }

  private MemorySegment block(long bytes) {
    return arena.allocate(bytes, ALIGNMENT);
  }

  private static void set(MemorySegment block, long offset, long word) {
    block.set(ValueLayout.JAVA_LONG, offset, word);
  }
}
