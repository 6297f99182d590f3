package dev.certosina.compiler.kernel;

import dev.certosina.InternalCompilerException;
import dev.certosina.compiler.kernel.Kernel.CallArgument;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Parameter;
import dev.certosina.compiler.kernel.Kernel.Stmt;
import dev.certosina.compiler.kernel.KernelStep.Argument;
import dev.certosina.compiler.kernel.KernelStep.Coordinates;
import dev.certosina.compiler.kernel.KernelStep.Report;
import dev.certosina.compiler.kernel.KernelStep.Stage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Runs kernels one statement at a time: what their machine code must do.
///
/// Refuses, with [InternalCompilerException], what machine code would not survive or must not rely
/// on: accesses outside a buffer's extent, reads of memory that was never written, arguments that
/// do not fit. Kernels are expected to have passed the [KernelVerifier]. Not thread-safe.
public final class KernelInterpreter {
  private final KernelModule module;
  private final TaskLog log = new TaskLog();
  private final IntrinsicEvaluation intrinsics = new IntrinsicEvaluation();

  public KernelInterpreter(KernelModule module) {
    this.module = module;
  }

  /// Runs one kernel as the only task of a step; returns the failed requirements.
  public List<KernelStep.Failure> run(
      String kernel, List<Argument> arguments, Coordinates coordinates) {
    Stage stage = new Stage(kernel, arguments, coordinates.columns());
    log.beginStep(storages(List.of(stage)));
    log.beginTask(0);
    runStage(stage, coordinates);
    return log.report().failures();
  }

  /// Runs all tasks of a step, one after the other, and reports what they have in common.
  public Report run(KernelStep step) {
    log.beginStep(storages(step.stages()));
    List<Coordinates> tasks = step.tasks();
    for (int task = 0; task < tasks.size(); task++) {
      log.beginTask(task);
      for (Stage stage : step.stages()) {
        runStage(stage, step.of(stage, tasks.get(task)));
      }
    }
    return log.report();
  }

  private static List<KernelStorage> storages(List<Stage> stages) {
    List<KernelStorage> storages = new ArrayList<>();
    for (Stage stage : stages) {
      for (Argument argument : stage.arguments()) {
        if (argument instanceof Argument.View view) {
          storages.add(view.storage());
        }
      }
    }
    return storages;
  }

  private void runStage(Stage stage, Coordinates coordinates) {
    var frame =
        new KernelFrame(
            find(stage.kernel()), stage.arguments(), Optional.of(coordinates), log, intrinsics);
    run(frame, frame.kernel().body());
  }

  private Kernel find(String name) {
    return module
        .kernel(name)
        .orElseThrow(
            () -> new InternalCompilerException("kernel '" + name + "': not in the module"));
  }

  private void run(KernelFrame frame, List<Stmt> body) {
    for (Stmt statement : body) {
      run(frame, statement);
    }
  }

  private void run(KernelFrame frame, Stmt statement) {
    switch (statement) {
      case Stmt.Let(var name, var value) -> frame.bind(name, frame.evaluate(value));
      case Stmt.Declare(var name, var initial) -> frame.bind(name, frame.evaluate(initial));
      case Stmt.Assign(var name, var value) -> frame.bind(name, frame.evaluate(value));
      case Stmt.Store(var buffer, var index, var value, var mask) ->
          frame.store(buffer, index, value, mask);
      case Stmt.For loop -> runLoop(frame, loop);
      case Stmt.If(var condition, var whenTrue, var whenFalse) ->
          run(frame, frame.evaluate(condition).scalar() != 0 ? whenTrue : whenFalse);
      case Stmt.Call(var kernel, var arguments) -> runCall(frame, kernel, arguments);
      case Stmt.Prefetch(_, var index) -> frame.evaluate(index);
      case Stmt.Require(var condition, var detail) -> require(frame, condition, detail);
    }
  }

  private void runLoop(KernelFrame frame, Stmt.For loop) {
    long to = frame.evaluate(loop.to()).scalar();
    long i = frame.evaluate(loop.from()).scalar();
    while (i < to) {
      frame.bind(loop.variable(), LaneValue.index(i));
      run(frame, loop.body());
      i = Math.addExact(i, loop.step());
    }
  }

  private void runCall(KernelFrame caller, String name, List<CallArgument> arguments) {
    Kernel kernel = find(name);
    List<Argument> passed = arguments.stream().map(caller::pass).toList();
    var frame = new KernelFrame(kernel, passed, Optional.empty(), log, intrinsics);
    run(frame, kernel.body());
  }

  private void require(KernelFrame frame, Expr condition, Expr detail) {
    long shown = frame.evaluate(detail).scalar();
    if (frame.evaluate(condition).scalar() == 0) {
      log.fail(frame.kernel().name(), shown);
    }
  }

  /// True when the argument is of the parameter's kind and element type.
  static boolean matches(Parameter parameter, Argument argument) {
    return switch (parameter) {
      case Parameter.Scalar _ -> argument instanceof Argument.Word;
      case Parameter.Buffer buffer ->
          argument instanceof Argument.View view && view.type() == buffer.type();
    };
  }
}
