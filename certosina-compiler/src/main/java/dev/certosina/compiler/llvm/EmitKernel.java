package dev.certosina.compiler.llvm;

import dev.certosina.InternalCompilerException;
import dev.certosina.compiler.kernel.Kernel;
import dev.certosina.compiler.kernel.Kernel.CallArgument;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Parameter;
import dev.certosina.compiler.kernel.Kernel.Stmt;
import dev.certosina.compiler.kernel.KernelTypes;
import dev.certosina.compiler.llvm.EmitMemory.View;
import dev.certosina.compiler.llvm.LlvmText.Operand;
import dev.certosina.runtime.exec.NativeAbi;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Emits one kernel as one LLVM function.
///
/// An entry kernel reads its parameters from the argument block. An internal kernel takes the error
/// block, then its parameters; in a checked module each buffer is followed by the number of
/// elements that may be touched.
final class EmitKernel {
  static final String CONVENTION = "fastcc ";

  private final Kernel kernel;
  private final boolean checked;
  private final LlvmText text;
  private final EmitScope scope;
  private final Map<String, View> buffers = new LinkedHashMap<>();
  private final EmitReport report;
  private final EmitMemory memory;
  private final EmitExpression expressions;

  /// @param number the position of the kernel in its module
  /// @param declarations collects the intrinsics used
  EmitKernel(
      Kernel kernel,
      int number,
      Platform platform,
      boolean checked,
      Collection<String> declarations) {
    this.kernel = kernel;
    this.checked = checked;
    this.text = new LlvmText(declarations);
    this.scope = new EmitScope(text);
    this.report = new EmitReport(text, errorBlock(), number);
    this.memory = new EmitMemory(text, report);
    this.expressions = new EmitExpression(text, platform, scope, buffers, memory);
  }

  /// The whole function.
  String emit() {
    String head =
        switch (kernel.linkage()) {
          case ENTRY -> {
            bindArgumentBlock();
            yield "void @%s(ptr noalias readonly %%arguments, ptr noalias readonly %%coordinates,"
                + " ptr %%scratch)";
          }
          case INTERNAL -> {
            bindParameters();
            yield "internal " + CONVENTION + "void @%s(" + parameters() + ")";
          }
        };
    body(kernel.body());
    text.emitVoid("ret void");
    return "define " + head.formatted(kernel.name()) + " #0 {\n" + text.finish() + "}\n";
  }

  private Operand errorBlock() {
    return switch (kernel.linkage()) {
      case ENTRY -> text.loadWord("%coordinates", NativeAbi.COORDINATE_ERROR_BLOCK, "ptr");
      case INTERNAL -> new Operand("ptr", 1, "%errors");
    };
  }

  private void bindArgumentBlock() {
    Map<String, Operand> words = new LinkedHashMap<>();
    for (Parameter parameter : kernel.parameters()) {
      int offset = words.size() * Long.BYTES;
      words.put(parameter.name(), text.loadWord("%arguments", offset, LlvmText.INDEX));
    }
    for (Parameter parameter : kernel.parameters()) {
      Operand word = word(words, parameter.name());
      switch (parameter) {
        case Parameter.Scalar(String name) -> scope.bind(name, word);
        case Parameter.Buffer(String name, var type, _, String extent) -> {
          Operand isScratch = text.compare("icmp slt", word, LlvmText.index(0));
          Optional<Operand> bound =
              checked ? Optional.of(notNegative(word(words, extent))) : Optional.empty();
          Operand flag = text.cast("zext", isScratch, LlvmText.INDEX);
          buffers.put(name, new View(type, base(word, isScratch), bound, Optional.of(flag)));
        }
      }
    }
  }

  private Operand base(Operand word, Operand isScratch) {
    Operand offset = text.binary("xor", word, LlvmText.index(-1));
    Operand inScratch = text.offset(new Operand("ptr", 1, "%scratch"), offset);
    Operand absolute = text.cast("inttoptr", word, "ptr");
    return text.select(isScratch, inScratch, absolute);
  }

  private Operand notNegative(Operand extent) {
    return text.intrinsic("smax", extent, LlvmText.index(0));
  }

  private Operand word(Map<String, Operand> words, String name) {
    Operand word = words.get(name);
    if (word == null) {
      throw new InternalCompilerException(
          "kernel '%s': '%s' is not a parameter".formatted(kernel.name(), name));
    }
    return word;
  }

  private void bindParameters() {
    for (Parameter parameter : kernel.parameters()) {
      switch (parameter) {
        case Parameter.Scalar(String name) ->
            scope.bind(name, new Operand(LlvmText.INDEX, 1, "%p." + name));
        case Parameter.Buffer(String name, var type, _, String extent) -> {
          Operand base = new Operand("ptr", 1, "%p." + name);
          Optional<Operand> bound =
              checked ? Optional.of(lowerExtent(name, extent)) : Optional.empty();
          buffers.put(name, new View(type, base, bound, Optional.empty()));
        }
      }
    }
  }

  /// What the caller has left of the buffer, or what the kernel is told, whichever is less.
  private Operand lowerExtent(String buffer, String extent) {
    Operand left = new Operand(LlvmText.INDEX, 1, "%extent." + buffer);
    Operand told = new Operand(LlvmText.INDEX, 1, "%p." + extent);
    return notNegative(text.intrinsic("smin", left, told));
  }

  private String parameters() {
    List<String> all = new ArrayList<>(List.of("ptr %%errors"));
    for (Parameter parameter : kernel.parameters()) {
      switch (parameter) {
        case Parameter.Scalar(String name) -> all.add("i64 %%p." + name);
        case Parameter.Buffer(String name, _, _, _) -> {
          all.add("ptr %%p." + name);
          if (checked) {
            all.add("i64 %%extent." + name);
          }
        }
      }
    }
    return String.join(", ", all);
  }

  private void body(List<Stmt> statements) {
    scope.nested(() -> statements.forEach(this::statement));
  }

  private void statement(Stmt statement) {
    switch (statement) {
      case Stmt.Let(String name, Expr value) -> scope.bind(name, expressions.emit(value));
      case Stmt.Declare(String name, Expr initial) ->
          scope.declare(name, expressions.emit(initial));
      case Stmt.Assign(String name, Expr value) -> scope.assign(name, expressions.emit(value));
      case Stmt.Store(String buffer, Expr index, Expr value, var mask) ->
          memory.store(
              expressions.view(buffer),
              KernelTypes.typeOf(value),
              expressions.emit(index),
              expressions.emit(value),
              mask.map(expressions::emit));
      case Stmt.For loop -> loop(loop);
      case Stmt.If choice -> choice(choice);
      case Stmt.Call(String callee, var arguments) -> call(callee, arguments);
      case Stmt.Prefetch(String buffer, Expr index) ->
          memory.prefetch(expressions.view(buffer), expressions.emit(index));
      case Stmt.Require(Expr condition, Expr detail) ->
          require(expressions.emit(condition), expressions.emit(detail));
    }
  }

  private void loop(Stmt.For loop) {
    Operand from = expressions.emit(loop.from());
    Operand to = expressions.emit(loop.to());
    text.countingLoop(
        from,
        to,
        loop.step(),
        variable ->
            scope.nested(() -> {
              scope.bind(loop.variable(), variable);
              body(loop.body());
            }));
  }

  private void choice(Stmt.If choice) {
    String yes = text.newBlock();
    String no = text.newBlock();
    String done = text.newBlock();
    text.branch(expressions.emit(choice.condition()), yes, no);
    text.startBlock(yes);
    body(choice.whenTrue());
    text.branch(done);
    text.startBlock(no);
    body(choice.whenFalse());
    text.branch(done);
    text.startBlock(done);
  }

  private void require(Operand condition, Operand detail) {
    String violated = text.newBlock();
    String done = text.newBlock();
    text.branch(condition, done, violated);
    text.startBlock(violated);
    report.emit(NativeAbi.ERROR_INDEX, detail);
    text.branch(done);
    text.startBlock(done);
  }

  private void call(String callee, List<CallArgument> arguments) {
    List<String> all = new ArrayList<>(List.of(report.errors().typed()));
    for (CallArgument argument : arguments) {
      switch (argument) {
        case CallArgument.ScalarArgument(Expr value) -> all.add(expressions.emit(value).typed());
        case CallArgument.BufferArgument(String buffer, Expr offset) -> {
          View view = expressions.view(buffer);
          Operand start = expressions.emit(offset);
          all.add(memory.address(view, start).typed());
          view.extent().ifPresent(extent -> all.add(rest(extent, start).typed()));
        }
      }
    }
    text.emitVoid("call %svoid @%s(%s)".formatted(CONVENTION, callee, String.join(", ", all)));
  }

  /// What is left of a buffer from `start` on; nothing when `start` is outside.
  private Operand rest(Operand extent, Operand start) {
    Operand inside = text.compare("icmp ule", start, extent);
    return text.select(inside, text.binary("sub", extent, start), LlvmText.index(0));
  }
}
