package dev.certosina.compiler.llvm;

import dev.certosina.ElementType;
import dev.certosina.InternalCompilerException;
import dev.certosina.compiler.kernel.Kernel.BinaryOperator;
import dev.certosina.compiler.kernel.Kernel.CompareOperator;
import dev.certosina.compiler.kernel.Kernel.UnaryOperator;
import dev.certosina.compiler.llvm.LlvmText.Operand;
import java.util.stream.IntStream;

/// Emits operators on values of one element type, lane by lane.
final class EmitArithmetic {
  private final LlvmText text;

  EmitArithmetic(LlvmText text) {
    this.text = text;
  }

  Operand unary(UnaryOperator operator, ElementType type, Operand operand) {
    boolean isFloat = type.isFloat();
    return switch (operator) {
      case NEGATE ->
          isFloat
              ? text.emit(operand.element(), operand.lanes(), "fneg " + operand.typed())
              : text.binary("sub", constant(operand, 0), operand);
      case ABS -> abs(type, operand);
      case NOT -> text.binary("xor", operand, constant(operand, -1));
      case SQRT -> text.intrinsic("sqrt", operand);
      case FLOOR -> text.intrinsic("floor", operand);
      case CEIL -> text.intrinsic("ceil", operand);
      case ROUND_EVEN -> text.intrinsic("roundeven", operand);
    };
  }

  private Operand abs(ElementType type, Operand operand) {
    if (type.isFloat()) {
      return text.intrinsic("fabs", operand);
    }
    if (!type.isSignedInteger()) {
      return operand;
    }
    Operand negative = text.binary("sub", constant(operand, 0), operand);
    Operand isNegative = text.compare("icmp slt", operand, constant(operand, 0));
    return text.select(isNegative, negative, operand);
  }

  Operand binary(BinaryOperator operator, ElementType type, Operand left, Operand right) {
    boolean isFloat = type.isFloat();
    return switch (operator) {
      case ADD -> text.binary(isFloat ? "fadd" : "add", left, right);
      case SUBTRACT -> text.binary(isFloat ? "fsub" : "sub", left, right);
      case MULTIPLY -> text.binary(isFloat ? "fmul" : "mul", left, right);
      case DIVIDE -> isFloat ? text.binary("fdiv", left, right) : divide(type, left, right);
      case REMAINDER -> remainder(type, left, right);
      case MAX -> type.isFloat() ? floatMax(left, right) : extremum("max", type, left, right);
      case MIN -> type.isFloat() ? floatMin(left, right) : extremum("min", type, left, right);
      case AND -> text.binary("and", left, right);
      case OR -> text.binary("or", left, right);
      case XOR -> text.binary("xor", left, right);
      case SHIFT_LEFT -> shift("shl", left, right);
      case SHIFT_RIGHT -> shift(type.isSignedInteger() ? "ashr" : "lshr", left, right);
    };
  }

  Operand compare(CompareOperator operator, ElementType type, Operand left, Operand right) {
    String prefix = type.isSignedInteger() ? "icmp s" : "icmp u";
    if (type.isFloat()) {
      prefix = "fcmp o";
    }
    String predicate =
        switch (operator) {
          case EQUAL -> type.isFloat() ? "fcmp oeq" : "icmp eq";
          case NOT_EQUAL -> type.isFloat() ? "fcmp une" : "icmp ne";
          case LESS -> prefix + "lt";
          case LESS_OR_EQUAL -> prefix + "le";
          case GREATER -> prefix + "gt";
          case GREATER_OR_EQUAL -> prefix + "ge";
        };
    return text.compare(predicate, left, right);
  }

  Operand fma(Operand left, Operand right, Operand addend) {
    return text.intrinsic("fma", left, right, addend);
  }

  /// Combines lane `i` with lane `i + n/2`, then n/4, and so on.
  Operand reduce(BinaryOperator operator, ElementType type, Operand vector) {
    Operand rest = vector;
    while (rest.lanes() > 1) {
      int half = rest.lanes() / 2;
      Operand low = text.shuffle(rest, rest, IntStream.range(0, half).boxed().toList());
      Operand high = text.shuffle(rest, rest, IntStream.range(half, 2 * half).boxed().toList());
      rest = binary(operator, type, low, high);
    }
    return rest;
  }

  /// The processor's division traps for a zero divisor and for the lowest value by -1, so both are
  /// divided by 1 instead and the result is chosen afterwards.
  private Operand divide(ElementType type, Operand left, Operand right) {
    Operand zero = constant(right, 0);
    Operand isZero = text.compare("icmp eq", right, zero);
    if (!type.isSignedInteger()) {
      Operand divisor = text.select(isZero, constant(right, 1), right);
      return text.select(isZero, zero, text.binary("udiv", left, divisor));
    }
    Operand isMinusOne = text.compare("icmp eq", right, constant(right, -1));
    Operand traps = text.binary("or", isZero, isMinusOne);
    Operand divisor = text.select(traps, constant(right, 1), right);
    Operand quotient = text.binary("sdiv", left, divisor);
    Operand negated = text.binary("sub", zero, left);
    return text.select(isZero, zero, text.select(isMinusOne, negated, quotient));
  }

  private Operand remainder(ElementType type, Operand left, Operand right) {
    if (!type.isInteger()) {
      throw new InternalCompilerException("remainder of " + type + ": needed an integer type");
    }
    Operand zero = constant(right, 0);
    Operand traps = text.compare("icmp eq", right, zero);
    if (type.isSignedInteger()) {
      Operand isMinusOne = text.compare("icmp eq", right, constant(right, -1));
      traps = text.binary("or", traps, isMinusOne);
    }
    // Division by 1 leaves remainder 0, which is also what both trapping divisors give.
    Operand divisor = text.select(traps, constant(right, 1), right);
    return text.binary(type.isSignedInteger() ? "srem" : "urem", left, divisor);
  }

  private Operand extremum(String name, ElementType type, Operand left, Operand right) {
    return text.intrinsic((type.isSignedInteger() ? "s" : "u") + name, left, right);
  }

  /// Both orders of the processor's `max`, which gives its second operand for a NaN and for two
  /// zeros, differ in these cases only: for zeros the common bits are +0, for a NaN all bits are
  /// set. LLVM's own `maximum` takes longer, most of all from operand to result.
  private Operand floatMax(Operand left, Operand right) {
    Operand common =
        text.binary("and", bits(pick("ogt", left, right)), bits(pick("ogt", right, left)));
    Operand isNan = text.cast("sext", text.compare("fcmp uno", left, right), common.element());
    return text.cast("bitcast", text.binary("or", common, isNan), left.element());
  }

  /// As [#floatMax]; here all bits of both orders together are -0 or a NaN, as they should be.
  private Operand floatMin(Operand left, Operand right) {
    Operand all = text.binary("or", bits(pick("olt", left, right)), bits(pick("olt", right, left)));
    return text.cast("bitcast", all, left.element());
  }

  /// The larger or smaller of a value and a constant other than 0, in one instruction.
  Operand extremum(BinaryOperator operator, Operand constant, Operand value) {
    return pick(operator == BinaryOperator.MAX ? "ogt" : "olt", constant, value);
  }

  private Operand pick(String predicate, Operand left, Operand right) {
    return text.select(text.compare("fcmp " + predicate, left, right), left, right);
  }

  private Operand bits(Operand value) {
    return text.cast("bitcast", value, value.element().equals("float") ? "i32" : "i64");
  }

  /// LLVM leaves the result open when the amount is not below the width; kernels do not.
  private Operand shift(String opcode, Operand left, Operand right) {
    int width = Integer.parseInt(left.element().substring(1));
    return text.binary(opcode, left, text.binary("and", right, constant(right, width - 1)));
  }

  private static Operand constant(Operand like, long value) {
    return LlvmText.integer(like.element(), like.lanes(), value);
  }
}
