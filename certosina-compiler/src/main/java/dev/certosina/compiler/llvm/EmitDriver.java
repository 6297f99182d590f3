package dev.certosina.compiler.llvm;

import dev.certosina.compiler.llvm.LlvmText.Operand;
import dev.certosina.runtime.exec.NativeAbi;
import java.util.List;
import java.util.Set;

/// Emits the driver that walks a run block: the loop that [NativeAbi] states.
///
/// A thread that finds no task left in a step spins until the step's tasks are complete. Completion
/// is counted with release order and awaited with acquire order, so that what one step wrote is
/// seen by all threads in the next.
final class EmitDriver {
  private static final int YIELD = 1;

  private final Platform platform;
  private final LlvmText text;

  private EmitDriver(Platform platform, Set<String> declarations) {
    this.platform = platform;
    this.text = new LlvmText(declarations);
  }

  static String emit(Platform platform, Set<String> declarations) {
    return "define void @%s(ptr %%thread) #0 {\n%s}\n"
        .formatted(NativeAbi.DRIVER, new EmitDriver(platform, declarations).body());
  }

  private String body() {
    Operand run = text.loadWord("%thread", NativeAbi.THREAD_RUN_BLOCK, "ptr");
    Operand scratch = text.loadWord("%thread", NativeAbi.THREAD_SCRATCH, "ptr");
    Operand stepCount = text.loadWord(run.text(), NativeAbi.RUN_STEP_COUNT, LlvmText.INDEX);
    Operand steps = text.loadWord(run.text(), NativeAbi.RUN_STEPS, "ptr");
    Operand coordinates = text.slot("i64", NativeAbi.COORDINATE_BYTES / Long.BYTES);
    Operand errors = text.loadWord(run.text(), NativeAbi.RUN_ERROR_BLOCK, "ptr");
    set(coordinates, NativeAbi.COORDINATE_ERROR_BLOCK, errors);
    text.countingLoop(
        LlvmText.index(0),
        stepCount,
        1,
        number -> step(element(steps, number, NativeAbi.STEP_BYTES), coordinates, scratch));
    text.emitVoid("ret void");
    return text.finish();
  }

  private void step(Operand step, Operand coordinates, Operand scratch) {
    Operand taskCount = text.loadWord(step.text(), NativeAbi.STEP_TASK_COUNT, LlvmText.INDEX);
    String take = text.newBlock();
    String work = text.newBlock();
    String await = text.newBlock();
    String pause = text.newBlock();
    String done = text.newBlock();
    Operand next = text.offset(step, LlvmText.index(NativeAbi.STEP_NEXT_TASK));
    Operand completed = text.offset(step, LlvmText.index(NativeAbi.STEP_COMPLETED_TASKS));
    text.branch(take);

    text.startBlock(take);
    Operand task =
        text.emit(LlvmText.INDEX, 1, "atomicrmw add %s, i64 1 monotonic".formatted(next.typed()));
    text.branch(text.compare("icmp slt", task, taskCount), work, await);

    text.startBlock(work);
    task(step, task, coordinates, scratch);
    text.emit(LlvmText.INDEX, 1, "atomicrmw add %s, i64 1 release".formatted(completed.typed()));
    text.branch(take);

    text.startBlock(await);
    Operand count =
        text.emit(
            LlvmText.INDEX, 1, "load atomic i64, %s acquire, align 8".formatted(completed.typed()));
    text.branch(text.compare("icmp sge", count, taskCount), done, pause);
    text.startBlock(pause);
    pause();
    text.branch(await);
    text.startBlock(done);
  }

  /// Tells the processor that the thread spins.
  private void pause() {
    text.emitVoid(
        switch (platform) {
          case X86_64 -> text.call("void", "@llvm.x86.sse2.pause", List.of());
          case AARCH64 ->
              text.call("void", "@llvm.aarch64.hint", List.of(LlvmText.integer("i32", 1, YIELD)));
        });
  }

  private void task(Operand step, Operand task, Operand coordinates, Operand scratch) {
    Operand rowTiles = word(step, NativeAbi.STEP_ROW_TILES);
    Operand columnTiles = word(step, NativeAbi.STEP_COLUMN_TILES);
    Operand rest = text.binary("udiv", task, columnTiles);
    Operand columnNumber = text.binary("urem", task, columnTiles);
    Operand rowNumber = text.binary("urem", rest, rowTiles);
    set(coordinates, NativeAbi.COORDINATE_OUTER, text.binary("udiv", rest, rowTiles));

    Operand rowTile = word(step, NativeAbi.STEP_ROW_TILE);
    Operand row = text.binary("mul", rowNumber, rowTile);
    Operand rowsLeft = text.binary("sub", word(step, NativeAbi.STEP_ROW_EXTENT), row);
    set(coordinates, NativeAbi.COORDINATE_ROW, row);
    set(coordinates, NativeAbi.COORDINATE_ROWS, text.intrinsic("smin", rowTile, rowsLeft));

    Operand columnTile = word(step, NativeAbi.STEP_COLUMN_TILE);
    Operand column = text.binary("mul", columnNumber, columnTile);
    set(coordinates, NativeAbi.COORDINATE_COLUMN, column);
    Operand isWhole = text.compare("icmp eq", columnTiles, LlvmText.index(1));
    Operand stages = text.loadWord(step.text(), NativeAbi.STEP_STAGES, "ptr");
    text.countingLoop(
        LlvmText.index(0),
        word(step, NativeAbi.STEP_STAGE_COUNT),
        1,
        number -> {
          Operand stage = element(stages, number, NativeAbi.STAGE_BYTES);
          Operand extent = word(stage, NativeAbi.STAGE_COLUMN_EXTENT);
          Operand left = text.binary("sub", extent, column);
          Operand part = text.intrinsic("smin", columnTile, left);
          Operand columns = text.select(isWhole, extent, part);
          set(coordinates, NativeAbi.COORDINATE_COLUMNS, columns);
          call(stage, coordinates, scratch);
        });
  }

  private void call(Operand stage, Operand coordinates, Operand scratch) {
    Operand kernel = text.loadWord(stage.text(), NativeAbi.STAGE_KERNEL, "ptr");
    Operand arguments = text.loadWord(stage.text(), NativeAbi.STAGE_ARGUMENTS, "ptr");
    text.emitVoid(
        "call void %s(%s, %s, %s)"
            .formatted(kernel.text(), arguments.typed(), coordinates.typed(), scratch.typed()));
  }

  private Operand word(Operand block, int offset) {
    return text.loadWord(block.text(), offset, LlvmText.INDEX);
  }

  private Operand element(Operand blocks, Operand number, int byteSize) {
    return text.offset(blocks, text.binary("mul", number, LlvmText.index(byteSize)));
  }

  private void set(Operand coordinates, int offset, Operand value) {
    Operand address = text.offset(coordinates, LlvmText.index(offset));
    text.emitVoid("store %s, %s".formatted(value.typed(), address.typed()));
  }
}
