package dev.certosina.compiler.llvm;

import static java.util.Objects.requireNonNull;

import dev.certosina.compiler.kernel.KernelStep;
import dev.certosina.compiler.kernel.KernelStorage;
import dev.certosina.runtime.exec.NativeAbi;
import dev.certosina.runtime.internal.CodeMemory;
import dev.certosina.runtime.internal.NativeDriver;
import dev.certosina.testkit.StepBlocks;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.stream.IntStream;

/// Runs steps on machine code: copies the storages into native memory and writes the blocks that
/// the driver walks, as the runtime does.
final class NativeRun implements StepBlocks.Memory, AutoCloseable {
  private static final long ALIGNMENT = 64;
  private static final byte GUARD = 0x5a;

  private final Arena arena = Arena.ofShared();
  private final MachineCode machineCode;
  private final CodeMemory code;
  private final IdentityHashMap<KernelStorage, MemorySegment> memory = new IdentityHashMap<>();
  private final StepBlocks blocks = new StepBlocks(this);
  private final MemorySegment errors = block(NativeAbi.ERROR_BLOCK_BYTES);
  private final List<MemorySegment> guarded = new ArrayList<>();
  private final long run;

  NativeRun(MachineCode machineCode, List<KernelStep> steps) {
    this.machineCode = machineCode;
    this.code = CodeMemory.load(machineCode.blob());
    this.run = blocks.run(steps, errors.address());
  }

  /// Runs all steps once, on so many threads.
  void drive(int threads) {
    NativeDriver driver = new NativeDriver(entryPoint(NativeAbi.DRIVER));
    List<Thread> started = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      long thread = blocks.thread(run);
      started.add(Thread.ofPlatform().start(() -> driver.run(thread)));
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

  @Override
  public long entryPoint(String name) {
    return code.address(requireNonNull(machineCode.entryOffsets().get(name)));
  }

  @Override
  public long address(KernelStorage storage) {
    return segment(storage).address();
  }

  @Override
  public long allocate(long bytes) {
    return block(bytes).address();
  }

  @Override
  @SuppressWarnings("restricted")
  public void set(long address, long word) {
    MemorySegment.ofAddress(address).reinterpret(Long.BYTES).set(ValueLayout.JAVA_LONG, 0, word);
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
}
