package dev.certosina.compiler.texpr;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.BinaryOperator;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.compiler.texpr.TensorProgram.Statement.Alias;
import dev.certosina.compiler.texpr.TensorProgram.Statement.Compute;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.Program.Relation;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// A tensor program as text that [TensorProgramParser] reads back.
///
/// One line per item, in this order:
///
/// ```
/// tensor NAME: TYPE[DIM, …]
/// input NAME
/// output NAME
/// constant NAME = DIGEST
/// guard DIM == DIM
/// check DIM <= DIM, "message"
/// alias NAME = NAME
/// compute NAME (d0 < DIM, d1 < DIM; k < DIM)
///   TENSOR[INDEX, …] sum= PAYLOAD
/// ```
///
/// Reduction axes follow the semicolon. A payload is infix in parentheses for arithmetic and
/// comparisons, a call otherwise; `0.5:f32` is a literal, `f32(x)` a conversion, `x[d0, @(y[d1])]`
/// a gather. A constant's data is not printed: the digest tells whether the data that a reader
/// supplies are the same.
public final class TensorProgramPrinter {
  private TensorProgramPrinter() {}

  public static String print(TensorProgram program) {
    StringBuilder out = new StringBuilder();
    program.tensors().forEach(tensor -> line(out, "tensor " + print(tensor)));
    program.inputs().forEach(input -> line(out, "input " + name(input)));
    program.outputs().forEach(output -> line(out, "output " + name(output)));
    for (TensorProgram.Constant constant : program.constants()) {
      line(out, "constant " + name(constant.tensor()) + " = " + Digests.of(constant.value()));
    }
    program
        .guards()
        .forEach(guard ->
            line(out, "guard " + Dims.print(guard.left()) + " == " + Dims.print(guard.right())));
    program
        .checks()
        .forEach(check ->
            line(
                out,
                "check %s %s %s, %s"
                    .formatted(
                        Dims.print(check.left()),
                        check.relation() == Relation.EQUAL ? "==" : "<=",
                        Dims.print(check.right()),
                        PrintedNames.quote(check.message()))));
    program.statements().forEach(statement -> line(out, print(statement)));
    return out.toString();
  }

  public static String print(TensorProgram.Statement statement) {
    return switch (statement) {
      case Compute(TensorExpr expr) -> print(expr);
      case Alias(String target, String source) -> "alias " + name(target) + " = " + name(source);
    };
  }

  /// Two lines: the domain, and what is written.
  public static String print(TensorExpr expr) {
    String parallel = axes(expr, AxisKind.PARALLEL);
    String reduction = axes(expr, AxisKind.REDUCTION);
    return "compute %s (%s%s)\n  %s%s %s= %s"
        .formatted(
            name(expr.name()),
            parallel,
            reduction.isEmpty() ? "" : "; " + reduction,
            name(expr.output()),
            coordinates(expr.write()),
            combiner(expr.combiner()),
            print(expr.payload()));
  }

  public static String print(Tensor tensor) {
    return name(tensor.name())
        + ": "
        + tensor.type()
        + tensor.shape().stream().map(Dims::print).collect(Collectors.joining(", ", "[", "]"));
  }

  public static String print(Payload payload) {
    return switch (payload) {
      case Payload.Load load -> name(load.tensor()) + coordinates(load.coordinates());
      case Payload.Gather gather -> gather(gather);
      case Payload.FloatConstant constant -> number(constant.value()) + ":" + constant.type();
      case Payload.IntConstant constant -> constant.value() + ":" + constant.type();
      case Payload.IndexValue index -> "index(" + print(index.value()) + ")";
      case Payload.Unary unary -> word(unary.operator()) + "(" + print(unary.operand()) + ")";
      case Payload.Binary binary -> binary(binary);
      case Payload.Select select ->
          "select(%s, %s, %s)"
              .formatted(
                  print(select.condition()), print(select.whenTrue()), print(select.whenFalse()));
      case Payload.Convert convert -> convert.type() + "(" + print(convert.operand()) + ")";
    };
  }

  public static String print(IndexExpr index) {
    StringBuilder out = new StringBuilder();
    for (IndexExpr.Term term : index.terms()) {
      out.append(out.isEmpty() ? "" : " + ");
      if (!term.coefficient().equals(Dims.constant(1))) {
        out.append(factor(term.coefficient())).append('*');
      }
      out.append(PrintedNames.axis(term.axis()));
    }
    if (out.isEmpty() || !index.offset().equals(Dims.constant(0))) {
      out.append(out.isEmpty() ? "" : " + ").append(factor(index.offset()));
    }
    return out.toString();
  }

  /// The infix symbol of an operator, or empty when it is printed as a call.
  static String symbol(BinaryOperator operator) {
    return switch (operator) {
      case ADD -> "+";
      case SUBTRACT -> "-";
      case MULTIPLY -> "*";
      case DIVIDE -> "/";
      case EQUAL -> "==";
      case LESS -> "<";
      case LESS_OR_EQUAL -> "<=";
      case POWER, MAX, MIN, AND, OR, XOR -> "";
    };
  }

  static String word(Enum<?> operator) {
    return operator.name().toLowerCase(Locale.ROOT);
  }

  private static String combiner(Combiner combiner) {
    return combiner == Combiner.NONE ? "" : word(combiner);
  }

  private static String axes(TensorExpr expr, AxisKind kind) {
    return expr.axes().stream()
        .filter(axis -> axis.kind() == kind)
        .map(TensorProgramPrinter::axis)
        .collect(Collectors.joining(", "));
  }

  private static String axis(Axis axis) {
    return PrintedNames.axis(axis.name()) + " < " + Dims.print(axis.extent());
  }

  private static String coordinates(List<IndexExpr> coordinates) {
    return coordinates.stream()
        .map(TensorProgramPrinter::print)
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static String gather(Payload.Gather gather) {
    StringBuilder out = new StringBuilder(name(gather.tensor())).append('[');
    for (int dim = 0; dim < gather.coordinates().size(); dim++) {
      out.append(dim == 0 ? "" : ", ");
      out.append(
          dim == gather.dim()
              ? "@(" + print(gather.index()) + ")"
              : print(gather.coordinates().get(dim)));
    }
    return out.append(']').toString();
  }

  private static String binary(Payload.Binary binary) {
    String symbol = symbol(binary.operator());
    String left = print(binary.left());
    String right = print(binary.right());
    return symbol.isEmpty()
        ? "%s(%s, %s)".formatted(word(binary.operator()), left, right)
        : "(%s %s %s)".formatted(left, symbol, right);
  }

  private static String factor(Dim dim) {
    return dim instanceof Dim.Constant(long value)
        ? Long.toString(value)
        : "(" + Dims.print(dim) + ")";
  }

  private static String number(double value) {
    if (Double.isNaN(value)) {
      return "+nan";
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? "+inf" : "-inf";
    }
    return Double.toString(value);
  }

  private static String name(String name) {
    return PrintedNames.tensor(name);
  }

  private static void line(StringBuilder out, String text) {
    out.append(text).append('\n');
  }
}
