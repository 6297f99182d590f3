package dev.certosina.compiler.kernel;

import dev.certosina.ElementType;
import java.util.ArrayList;
import java.util.List;

/// One step as the driver runs it: every stage for every task of a tile space.
///
/// @param stages run in order within each task
/// @param outer number of outer points
/// @param rows extent of the rows
/// @param rowTile rows of one task, but for the last
/// @param columns extent of the columns
/// @param columnTile columns of one task, but for the last
public record KernelStep(
    List<Stage> stages, long outer, long rows, long rowTile, long columns, long columnTile) {

  public KernelStep {
    stages = List.copyOf(stages);
  }

  /// A kernel with what it is called with; `columns` are its own where the step has one column
  /// tile.
  public record Stage(String kernel, List<Argument> arguments, long columns) {
    public Stage {
      arguments = List.copyOf(arguments);
    }
  }

  /// An argument word.
  public sealed interface Argument {

    /// `extent` elements of a type, starting at byte `firstByte` of a storage.
    record View(KernelStorage storage, ElementType type, long firstByte, long extent)
        implements Argument {}

    record Word(long value) implements Argument {}
  }

  /// The whole of a storage as elements of one type.
  public static Argument.View view(KernelStorage storage, ElementType type) {
    return new Argument.View(storage, type, 0, storage.byteCount() / type.byteSize());
  }

  /// What a task is told of its place.
  public record Coordinates(long outer, long row, long rows, long column, long columns) {}

  /// The task of a step that has only one.
  public static final Coordinates ONLY = new Coordinates(0, 0, 1, 0, 1);

  /// The places of all tasks, in the order of their numbers.
  public List<Coordinates> tasks() {
    List<Coordinates> tasks = new ArrayList<>();
    for (long point = 0; point < outer; point++) {
      for (long row = 0; row < rows; row += rowTile) {
        for (long column = 0; column < columns; column += columnTile) {
          long taskRows = Math.min(rowTile, rows - row);
          long taskColumns = Math.min(columnTile, columns - column);
          tasks.add(new Coordinates(point, row, taskRows, column, taskColumns));
        }
      }
    }
    return List.copyOf(tasks);
  }

  /// The place that `stage` sees in the task at `task`.
  Coordinates of(Stage stage, Coordinates task) {
    return columns <= columnTile
        ? new Coordinates(task.outer(), task.row(), task.rows(), 0, stage.columns())
        : task;
  }

  /// What went wrong in a step that could nevertheless be run to its end.
  ///
  /// @param races at most one per pair of tasks and buffer
  /// @param failures conditions of [Kernel.Stmt.Require] that did not hold
  public record Report(List<Race> races, List<Failure> failures) {
    public Report {
      races = List.copyOf(races);
      failures = List.copyOf(failures);
    }
  }

  /// Two tasks touched one element, and one of them wrote it.
  ///
  /// @param element index in the buffer of the second access
  public record Race(String kernel, String buffer, long element, int firstTask, int secondTask) {}

  /// `detail` as the kernel gave it, for example an index.
  public record Failure(String kernel, long detail) {}
}
