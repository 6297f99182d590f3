package dev.certosina.runtime.exec;

/// The memory layout that the runtime (Java) and the machine code (generated) agree on.
///
/// All fields are 64-bit little-endian words at the given byte offsets. One thread runs one
/// *segment* by calling `driver(threadBlock)`; the driver walks the steps of the run block, takes
/// tasks from each step's counter and calls the step's stages for each task:
///
/// ```
/// for each step:
///   while ((t = step.nextTask++) < step.taskCount)            // atomic, relaxed
///     columnTile = t % columnTiles; u = t / columnTiles;
///     rowTile = u % rowTiles; outer = u / rowTiles
///     for each stage: stage.kernel(stage.arguments, coordinates, scratch)
///     step.completedTasks++                                    // atomic, release
///   spin until step.completedTasks == step.taskCount           // acquire
/// ```
///
/// so any subset of threads, the caller alone included, can finish any step. Counters must be 0
/// before the first thread enters.
///
/// A kernel is `void kernel(ptr arguments, ptr coordinates, ptr scratch)`. Argument word `i`
/// belongs to parameter `i`; a pointer word below 0 means `scratch + (-1 - word)`.
public final class NativeAbi {
  private NativeAbi() {}

  /// Raised when anything in this file, or the executable format, changes.
  public static final int VERSION = 1;

  /// Entry point that walks a run block.
  public static final String DRIVER = "certosina_driver";

  /// Thread block: address of the run block, address of this thread's scratch.
  public static final int THREAD_RUN_BLOCK = 0;

  public static final int THREAD_SCRATCH = 8;
  public static final int THREAD_BLOCK_BYTES = 64;

  /// Run block: number of steps, address of the first step, address of the error block.
  public static final int RUN_STEP_COUNT = 0;

  public static final int RUN_STEPS = 8;
  public static final int RUN_ERROR_BLOCK = 16;
  public static final int RUN_BLOCK_BYTES = 64;

  /// Step: counts, extents and tiles; the two counters lie on cache lines of their own.
  public static final int STEP_TASK_COUNT = 0;

  public static final int STEP_STAGE_COUNT = 8;
  public static final int STEP_STAGES = 16;
  public static final int STEP_ROW_EXTENT = 24;
  public static final int STEP_ROW_TILE = 32;
  public static final int STEP_ROW_TILES = 40;
  public static final int STEP_COLUMN_EXTENT = 48;
  public static final int STEP_COLUMN_TILE = 56;
  public static final int STEP_COLUMN_TILES = 64;
  public static final int STEP_NEXT_TASK = 128;
  public static final int STEP_COMPLETED_TASKS = 192;
  public static final int STEP_BYTES = 256;

  /// Stage entry: address of the kernel, address of its argument block, its column extent (a fused
  /// step gives each stage columns 0 to its own extent).
  public static final int STAGE_KERNEL = 0;

  public static final int STAGE_ARGUMENTS = 8;
  public static final int STAGE_COLUMN_EXTENT = 16;
  public static final int STAGE_BYTES = 32;

  /// Coordinates of a task: outer point, first row, rows, first column, columns, address of the
  /// error block. When a step has one column tile, a stage's columns are 0 to its own extent.
  public static final int COORDINATE_OUTER = 0;

  public static final int COORDINATE_ROW = 8;
  public static final int COORDINATE_ROWS = 16;
  public static final int COORDINATE_COLUMN = 24;
  public static final int COORDINATE_COLUMNS = 32;
  public static final int COORDINATE_ERROR_BLOCK = 40;
  public static final int COORDINATE_BYTES = 64;

  /// Error block: code (0 = none), kernel number, detail (for example the offending index). Kernels
  /// write it without synchronisation; any one of several errors may win.
  public static final int ERROR_CODE = 0;

  public static final int ERROR_KERNEL = 8;
  public static final int ERROR_DETAIL = 16;
  public static final int ERROR_BLOCK_BYTES = 64;

  /// A gather index outside its axis: the input is at fault.
  public static final long ERROR_INDEX = 1;

  /// A checked kernel's access outside its buffer: the compiler is at fault.
  public static final long ERROR_BOUNDS = 2;
}
