package dev.certosina.compiler.llvm;

import static dev.certosina.compiler.kernel.KernelExprs.*;

import dev.certosina.ElementType;
import dev.certosina.compiler.kernel.Kernel;
import dev.certosina.compiler.kernel.Kernel.Access;
import dev.certosina.compiler.kernel.Kernel.Coordinate;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Linkage;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.kernel.KernelBuilder;
import dev.certosina.compiler.kernel.KernelInterpreter;
import dev.certosina.compiler.kernel.KernelModule;
import dev.certosina.compiler.kernel.KernelStep;
import dev.certosina.compiler.kernel.KernelStep.Argument;
import dev.certosina.compiler.kernel.KernelStep.Stage;
import dev.certosina.compiler.kernel.KernelStorage;
import dev.certosina.compiler.target.Target;
import dev.certosina.testkit.Sizes;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DriverTest {
  private static final int OUTER = 3;

  static Stream<Arguments> targetsAndThreads() {
    return TestTargets.ALL.stream()
        .flatMap(target -> Stream.of(1, 2, 3, 4).map(threads -> Arguments.of(target, threads)));
  }

  @ParameterizedTest
  @MethodSource("targetsAndThreads")
  void runsStepsInOrderOnAnyNumberOfThreads(Target target, int threads) {
    TestTargets.requireHost(target);
    KernelModule module = new KernelModule(List.of(number(), gather()));
    MachineCode code = TestTargets.COMPILER.compile(module, target, false);
    for (int rows : Sizes.AWKWARD) {
      int columns = 130 - rows;
      KernelStorage first = KernelStorage.uninitialised(OUTER * rows * columns * Long.BYTES);
      KernelStorage second = KernelStorage.uninitialised(OUTER * rows * columns * Long.BYTES);
      List<KernelStep> steps =
          List.of(
              step("number", rows, 7, columns, 16, columns, first),
              step("gather", rows, 5, columns, columns, columns, first, second),
              step("number", 0, 1, columns, 16, columns, first),
              step("gather", rows, 64, columns, 3, columns, second, first));
      check(module, code, steps, threads, List.of(first, second));
    }
  }

  @ParameterizedTest
  @MethodSource("targetsAndThreads")
  void givesEachThreadScratchOfItsOwn(Target target, int threads) {
    TestTargets.requireHost(target);
    KernelModule module = new KernelModule(List.of(toScratch(), fromScratch()));
    MachineCode code = TestTargets.COMPILER.compile(module, target, true);
    for (int rows : Sizes.AWKWARD) {
      KernelStorage result = KernelStorage.uninitialised(OUTER * rows * Long.BYTES);
      KernelStorage scratch = KernelStorage.scratch(4 * Long.BYTES);
      Argument temporary = KernelStep.view(scratch, ElementType.INT64);
      List<Stage> stages =
          List.of(
              new Stage("to_scratch", List.of(new Argument.Word(4), temporary), 5),
              new Stage(
                  "from_scratch",
                  List.of(
                      new Argument.Word(4),
                      temporary,
                      new Argument.Word((long) OUTER * rows),
                      new Argument.Word(rows),
                      KernelStep.view(result, ElementType.INT64)),
                  9));
      KernelStep fused = new KernelStep(stages, OUTER, rows, 4, 1, 1);
      check(module, code, List.of(fused), threads, List.of(result));
    }
  }

  private static void check(
      KernelModule module,
      MachineCode code,
      List<KernelStep> steps,
      int threads,
      List<KernelStorage> results) {
    try (NativeRun run = new NativeRun(code, steps)) {
      run.drive(threads);
      KernelInterpreter interpreter = new KernelInterpreter(module);
      steps.forEach(step -> Assertions.assertThat(interpreter.run(step).races()).isEmpty());
      for (KernelStorage result : results) {
        Assertions.assertThat(run.bytes(result)).isEqualTo(result.bytes());
      }
      Assertions.assertThat(run.guardsHold()).isTrue();
    }
  }

  private static KernelStep step(
      String kernel,
      int rows,
      int rowTile,
      int columns,
      int columnTile,
      int stageColumns,
      KernelStorage... buffers) {
    List<Argument> arguments = new ArrayList<>();
    arguments.add(new Argument.Word(rows));
    arguments.add(new Argument.Word(columns));
    arguments.add(new Argument.Word(buffers[0].byteCount() / Long.BYTES));
    for (KernelStorage buffer : buffers) {
      arguments.add(KernelStep.view(buffer, ElementType.INT64));
    }
    Stage stage = new Stage(kernel, arguments, stageColumns);
    return new KernelStep(List.of(stage), OUTER, rows, rowTile, columns, columnTile);
  }

  /// `y[o, i, j]` becomes a number made of its task's coordinates.
  private static Kernel number() {
    var b = new KernelBuilder("number", Linkage.ENTRY);
    Expr rows = b.scalar("rows");
    Expr columns = b.scalar("columns");
    b.scalar("n");
    b.buffer("y", ElementType.INT64, Access.WRITE, "n");
    forEachElement(
        b,
        rows,
        columns,
        at -> {
          Expr row = multiply(index(1000), coordinate(Coordinate.ROW));
          Expr column = multiply(index(1_000_000), coordinate(Coordinate.COLUMN));
          b.store("y", at, add(add(at, row), column));
        });
    return b.build();
  }

  /// `y[o, i, j]` becomes one more than the mirror image of `x` at the whole of its extent, so that
  /// it needs what other tasks wrote in the step before.
  private static Kernel gather() {
    var b = new KernelBuilder("gather", Linkage.ENTRY);
    Expr rows = b.scalar("rows");
    Expr columns = b.scalar("columns");
    Expr n = b.scalar("n");
    b.buffer("x", ElementType.INT64, Access.READ, "n");
    b.buffer("y", ElementType.INT64, Access.WRITE, "n");
    forEachElement(
        b,
        rows,
        columns,
        at -> {
          Expr mirrored = subtract(subtract(n, index(1)), at);
          b.store("y", at, add(load("x", Type.INDEX, mirrored), index(1)));
        });
    return b.build();
  }

  private static void forEachElement(
      KernelBuilder b, Expr rows, Expr columns, java.util.function.Consumer<Expr> body) {
    Expr row = coordinate(Coordinate.ROW);
    Expr column = coordinate(Coordinate.COLUMN);
    b.forLoop(
        "i",
        row,
        add(row, coordinate(Coordinate.ROWS)),
        1,
        i ->
            b.forLoop(
                "j",
                column,
                add(column, coordinate(Coordinate.COLUMNS)),
                1,
                j -> {
                  Expr line = add(multiply(coordinate(Coordinate.OUTER), rows), i);
                  body.accept(b.bind("at", add(multiply(line, columns), j)));
                }));
  }

  private static Kernel toScratch() {
    var b = new KernelBuilder("to_scratch", Linkage.ENTRY);
    b.scalar("tile");
    b.buffer("t", ElementType.INT64, Access.WRITE, "tile");
    b.forLoop(
        "i",
        index(0),
        coordinate(Coordinate.ROWS),
        1,
        i ->
            b.store(
                "t",
                i,
                add(
                    add(coordinate(Coordinate.ROW), i),
                    multiply(index(1000), coordinate(Coordinate.COLUMNS)))));
    return b.build();
  }

  private static Kernel fromScratch() {
    var b = new KernelBuilder("from_scratch", Linkage.ENTRY);
    b.scalar("tile");
    b.buffer("t", ElementType.INT64, Access.READ, "tile");
    b.scalar("n");
    Expr rows = b.scalar("rows");
    b.buffer("y", ElementType.INT64, Access.WRITE, "n");
    b.forLoop(
        "i",
        index(0),
        coordinate(Coordinate.ROWS),
        1,
        i -> {
          Expr line = multiply(coordinate(Coordinate.OUTER), rows);
          Expr at = add(add(line, coordinate(Coordinate.ROW)), i);
          Expr columns = multiply(index(100), coordinate(Coordinate.COLUMNS));
          b.store("y", at, add(load("t", Type.INDEX, i), columns));
        });
    return b.build();
  }
}
