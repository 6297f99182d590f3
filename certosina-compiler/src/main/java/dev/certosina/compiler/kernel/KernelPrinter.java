package dev.certosina.compiler.kernel;

import dev.certosina.compiler.kernel.Kernel.BinaryOperator;
import dev.certosina.compiler.kernel.Kernel.CallArgument;
import dev.certosina.compiler.kernel.Kernel.CompareOperator;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Parameter;
import dev.certosina.compiler.kernel.Kernel.Stmt;
import dev.certosina.compiler.kernel.Kernel.Type;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/// Kernels as text, which [KernelParser] reads back.
///
/// ```
/// entry kernel halve(n: scalar, x: read_write f32[n]) {
///   for i = @row to n step 8 {
///     let v = load(x[i], f32x8)
///     store x[i] = (v * 0.5:f32x8)
///   }
/// }
/// ```
///
/// A number without a type is an index (i64). Every other literal carries its type; a type is an
/// element type, with `x` and the number of lanes unless that is 1. An instruction is written by
/// its name only, `invoke("name", d, a, b)`.
public final class KernelPrinter {
  private final StringBuilder text = new StringBuilder();
  private int depth;

  private KernelPrinter() {}

  /// All kernels in order, separated by blank lines.
  public static String print(KernelModule module) {
    return module.kernels().stream().map(KernelPrinter::print).collect(Collectors.joining("\n"));
  }

  public static String print(Kernel kernel) {
    var printer = new KernelPrinter();
    String parameters =
        kernel.parameters().stream().map(KernelPrinter::print).collect(Collectors.joining(", "));
    printer.open(lower(kernel.linkage()) + " kernel " + kernel.name() + "(" + parameters + ") ");
    printer.body(kernel.body());
    printer.close("");
    return printer.text.toString();
  }

  public static String print(Type type) {
    return type.lanes() == 1 ? type.element().text() : type.element().text() + "x" + type.lanes();
  }

  public static String print(Expr expr) {
    return switch (expr) {
      case Expr.Variable(var name, _) -> name;
      case Expr.FloatConstant(var type, double value) -> value + ":" + print(type);
      case Expr.IntConstant(var type, long value) ->
          type.equals(Type.INDEX) ? Long.toString(value) : value + ":" + print(type);
      case Expr.CoordinateValue(var coordinate) -> "@" + lower(coordinate);
      case Expr.InScratch(var buffer) -> "in_scratch(" + buffer + ")";
      case Expr.Load(var buffer, var type, var index, var mask) ->
          call("load", at(buffer, index), print(type), mask.map(KernelPrinter::print));
      case Expr.Unary(var operator, var operand) -> call(lower(operator), print(operand));
      case Expr.Binary(var operator, var left, var right) -> binary(operator, left, right);
      case Expr.Fma(var left, var right, var addend) ->
          call("fma", print(left), print(right), print(addend));
      case Expr.Compare(var operator, var left, var right) ->
          "(" + print(left) + " " + symbol(operator) + " " + print(right) + ")";
      case Expr.Select(var condition, var whenTrue, var whenFalse) ->
          call("select", print(condition), print(whenTrue), print(whenFalse));
      case Expr.Convert(var element, var operand) ->
          call("convert", element.text(), print(operand));
      case Expr.Bitcast(var element, var operand) ->
          call("bitcast", element.text(), print(operand));
      case Expr.Broadcast(var operand, int lanes) ->
          call("broadcast", print(operand), Integer.toString(lanes));
      case Expr.Iota(var type) -> call("iota", print(type));
      case Expr.Reduce(var operator, var operand) ->
          call("reduce", lower(operator), print(operand));
      case Expr.Extract(var operand, int lane) ->
          call("extract", print(operand), Integer.toString(lane));
      case Expr.Shuffle(var left, var right, var lanes) ->
          call("shuffle", print(left), print(right), lanes.toString());
      case Expr.Vector(var lanes) -> call("vector", print(lanes));
      case Expr.Invoke(var intrinsic, var operands) ->
          call("invoke", '"' + intrinsic.name() + '"', print(operands));
    };
  }

  /// The infix sign of an operator, or empty for one that is written as a function.
  static Optional<String> symbol(BinaryOperator operator) {
    return switch (operator) {
      case ADD -> Optional.of("+");
      case SUBTRACT -> Optional.of("-");
      case MULTIPLY -> Optional.of("*");
      case DIVIDE -> Optional.of("/");
      case REMAINDER -> Optional.of("%");
      case MAX, MIN -> Optional.empty();
      case AND -> Optional.of("&");
      case OR -> Optional.of("|");
      case XOR -> Optional.of("^");
      case SHIFT_LEFT -> Optional.of("<<");
      case SHIFT_RIGHT -> Optional.of(">>");
    };
  }

  static String symbol(CompareOperator operator) {
    return switch (operator) {
      case EQUAL -> "==";
      case NOT_EQUAL -> "!=";
      case LESS -> "<";
      case LESS_OR_EQUAL -> "<=";
      case GREATER -> ">";
      case GREATER_OR_EQUAL -> ">=";
    };
  }

  static String lower(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  private static String print(Parameter parameter) {
    return switch (parameter) {
      case Parameter.Scalar(var name) -> name + ": scalar";
      case Parameter.Buffer(var name, var type, var access, var extent) ->
          name + ": " + lower(access) + " " + type.text() + "[" + extent + "]";
    };
  }

  private void body(List<Stmt> body) {
    body.forEach(this::statement);
  }

  private void statement(Stmt statement) {
    switch (statement) {
      case Stmt.Let(var name, var value) -> line("let " + name + " = " + print(value));
      case Stmt.Declare(var name, var initial) -> line("declare " + name + " = " + print(initial));
      case Stmt.Assign(var name, var value) -> line("assign " + name + " = " + print(value));
      case Stmt.Store(var buffer, var index, var value, var mask) ->
          line(
              "store "
                  + at(buffer, index)
                  + " = "
                  + print(value)
                  + mask.map(m -> " where " + print(m)).orElse(""));
      case Stmt.For(var variable, var from, var to, long step, var body) -> {
        open("for " + variable + " = " + print(from) + " to " + print(to) + " step " + step + " ");
        body(body);
        close("");
      }
      case Stmt.If(var condition, var whenTrue, var whenFalse) -> {
        open("if " + print(condition) + " ");
        body(whenTrue);
        if (!whenFalse.isEmpty()) {
          close(" else {");
          depth++;
          body(whenFalse);
        }
        close("");
      }
      case Stmt.Call(var kernel, var arguments) ->
          line(
              arguments.stream()
                  .map(KernelPrinter::print)
                  .collect(Collectors.joining(", ", "call " + kernel + "(", ")")));
      case Stmt.Prefetch(var buffer, var index) -> line("prefetch " + at(buffer, index));
      case Stmt.Require(var condition, var detail) ->
          line("require " + print(condition) + " else " + print(detail));
    }
  }

  private static String print(CallArgument argument) {
    return switch (argument) {
      case CallArgument.BufferArgument(var buffer, var offset) -> "&" + at(buffer, offset);
      case CallArgument.ScalarArgument(var value) -> print(value);
    };
  }

  private static String print(List<Expr> exprs) {
    return exprs.stream().map(KernelPrinter::print).collect(Collectors.joining(", "));
  }

  private static String binary(BinaryOperator operator, Expr left, Expr right) {
    return symbol(operator)
        .map(sign -> "(" + print(left) + " " + sign + " " + print(right) + ")")
        .orElseGet(() -> call(lower(operator), print(left), print(right)));
  }

  private static String at(String buffer, Expr index) {
    return buffer + "[" + print(index) + "]";
  }

  private static String call(String function, String... arguments) {
    return function + "(" + String.join(", ", arguments) + ")";
  }

  private static String call(String function, String first, String second, Optional<String> third) {
    return third.isPresent()
        ? call(function, first, second, third.get())
        : call(function, first, second);
  }

  private void open(String head) {
    line(head + "{");
    depth++;
  }

  private void close(String tail) {
    depth--;
    line("}" + tail);
  }

  private void line(String content) {
    text.append("  ".repeat(depth)).append(content).append('\n');
  }
}
