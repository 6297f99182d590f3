package dev.certosina.runtime.plan;

import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.certosina.InternalCompilerException;
import dev.certosina.runtime.exec.NativeAbi;
import dev.certosina.runtime.team.Helpers;
import dev.certosina.runtime.team.Job;
import java.lang.foreign.MemorySegment;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/// The memory that one run uses at a time: arena, scratch and native blocks. Used by one caller
/// after another, never by two at once.
///
/// When a context runs the same plan again, only counters are cleared and the addresses of inputs
/// and outputs are written.
public final class Context implements AutoCloseable {
  private final LongConsumer driver;
  private final Region memory;
  private final Region blocks;
  private final Job job = new Job(this::runThread);
  private @Nullable Plan plan;
  private long firstThreadBlock;

  /// @param driver takes part in a run, given the address of a thread block, until the run is
  ///   complete
  public Context(LongConsumer driver, MemoryBudget budget) {
    this.driver = driver;
    this.memory = new Region(budget, "the arena of a run");
    this.blocks = new Region(budget, "the native blocks of a run");
  }

  /// Makes the context ready for a run of `next`.
  ///
  /// @throws dev.certosina.DeviceException when there is not enough memory
  @SuppressWarnings("ReferenceEquality") // the cache hands out one instance per plan
  public void prepare(Plan next) {
    Plan last = plan;
    plan = null;
    boolean memoryMoved = memory.require(next.memoryBytes());
    boolean blocksMoved = blocks.require(next.blockBytes());
    if (memoryMoved || blocksMoved || last != next) {
      write(next);
    }
    clearCounters(next);
    plan = next;
  }

  private void write(Plan next) {
    BlockImage.Words image = next.image();
    MemorySegment words = blocks.segment();
    long blockBase = words.address();
    long memoryBase = memory.segment().address();
    MemorySegment.copy(image.words(), 0, words, JAVA_LONG, 0, image.words().length);
    for (int word : image.blockWords()) {
      words.setAtIndex(JAVA_LONG, word, blockBase + image.words()[word]);
    }
    for (int word : image.arenaWords()) {
      words.setAtIndex(JAVA_LONG, word, memoryBase + image.words()[word]);
    }
    firstThreadBlock = blockBase + next.threadOffset();
  }

  private void clearCounters(Plan next) {
    MemorySegment words = blocks.segment();
    for (int i = 0; i < next.stepCount(); i++) {
      long step = next.stepOffset() + (long) NativeAbi.STEP_BYTES * i;
      words.set(JAVA_LONG, step + NativeAbi.STEP_NEXT_TASK, 0);
      words.set(JAVA_LONG, step + NativeAbi.STEP_COMPLETED_TASKS, 0);
    }
    words.set(JAVA_LONG, next.errorOffset() + NativeAbi.ERROR_CODE, 0);
  }

  /// The context's own room for an input or output of the prepared plan, aligned to a cache line.
  public MemorySegment room(Plan.Place place) {
    return memory.segment().asSlice(place.memoryOffset(), place.byteSize());
  }

  /// Runs the prepared plan.
  ///
  /// @param inputs address of each input's first byte
  /// @param outputs address of each output's first byte
  /// @throws IndexFault when an index read from an input lies outside its axis
  public void run(Helpers helpers, long[] inputs, long[] outputs) {
    Plan current = prepared();
    BlockImage.Words image = current.image();
    patch(image, image.inputWords(), image.inputSlots(), inputs);
    patch(image, image.outputWords(), image.outputSlots(), outputs);
    helpers.run(job, current.threads());
    checkErrorBlock(current);
  }

  private Plan prepared() {
    if (plan == null) {
      throw new IllegalStateException("the context was not prepared");
    }
    return plan;
  }

  private void patch(BlockImage.Words image, int[] patched, int[] slots, long[] addresses) {
    MemorySegment words = blocks.segment();
    for (int i = 0; i < patched.length; i++) {
      int word = patched[i];
      words.setAtIndex(JAVA_LONG, word, addresses[slots[i]] + image.words()[word]);
    }
  }

  private void runThread(int threadIndex) {
    driver.accept(firstThreadBlock + (long) NativeAbi.THREAD_BLOCK_BYTES * threadIndex);
  }

  private void checkErrorBlock(Plan current) {
    MemorySegment words = blocks.segment();
    long code = words.get(JAVA_LONG, current.errorOffset() + NativeAbi.ERROR_CODE);
    if (code == 0) {
      return;
    }
    long kernel = words.get(JAVA_LONG, current.errorOffset() + NativeAbi.ERROR_KERNEL);
    long detail = words.get(JAVA_LONG, current.errorOffset() + NativeAbi.ERROR_DETAIL);
    if (code == NativeAbi.ERROR_INDEX) {
      throw new IndexFault(detail);
    }
    throw new InternalCompilerException(
        code == NativeAbi.ERROR_BOUNDS
            ? "kernel " + kernel + ": access at " + detail + " is outside its buffer"
            : "kernel " + kernel + ": unknown error " + code);
  }

  /// Bytes of native memory held.
  public long byteSize() {
    return memory.capacity() + blocks.capacity();
  }

  @Override
  public void close() {
    memory.close();
    blocks.close();
    plan = null;
  }
}
