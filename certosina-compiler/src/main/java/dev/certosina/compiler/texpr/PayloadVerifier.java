package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.UnaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;

/// Finds the element type of a payload and every place where operand types do not fit.
final class PayloadVerifier {
  private final Function<String, ElementType> typeOfTensor;
  private final Consumer<String> report;

  /// @param typeOfTensor the element type of each tensor that the payload reads
  /// @param report takes one line per problem
  PayloadVerifier(Function<String, ElementType> typeOfTensor, Consumer<String> report) {
    this.typeOfTensor = typeOfTensor;
    this.report = report;
  }

  ElementType verify(Payload payload) {
    return switch (payload) {
      case Payload.Load load -> typeOfTensor.apply(load.tensor());
      case Payload.Gather gather -> {
        ElementType index = verify(gather.index());
        require(index.isInteger(), payload, index, "an integer index");
        yield typeOfTensor.apply(gather.tensor());
      }
      case Payload.FloatConstant(ElementType type, double _) -> {
        require(type.isFloat(), payload, type, "a float");
        yield type;
      }
      case Payload.IntConstant(ElementType type, long value) -> {
        boolean fits = type.isInteger() || type == ElementType.BOOL;
        require(fits, payload, type, "an integer or bool");
        boolean inRange = !fits || IntegerMath.wrap(type, value) == value;
        require(inRange, payload, type, "a literal that fits its type");
        yield type;
      }
      case Payload.IndexValue _ -> ElementType.INT64;
      case Payload.Unary unary -> verifyUnary(unary);
      case Payload.Binary binary -> verifyBinary(binary);
      case Payload.Select select -> verifySelect(select);
      case Payload.Convert convert -> {
        verify(convert.operand());
        require(convert.type().isComputable(), payload, convert.type(), "a computable type");
        yield convert.type();
      }
    };
  }

  private ElementType verifyUnary(Payload.Unary unary) {
    ElementType type = verify(unary.operand());
    String needed =
        unary.operator() == UnaryOperator.NOT
            ? "bool"
            : takesIntegers(unary.operator()) ? "f32, f64 or an integer" : "f32 or f64";
    boolean fits =
        unary.operator() == UnaryOperator.NOT
            ? type == ElementType.BOOL
            : isComputedFloat(type) || (takesIntegers(unary.operator()) && type.isInteger());
    require(fits, unary, type, needed);
    return type;
  }

  private static boolean takesIntegers(UnaryOperator operator) {
    return switch (operator) {
      case NEGATE, ABS, SIGN -> true;
      case NOT, SQRT, RECIPROCAL, EXP, LOG, TANH, ERF, SIGMOID, FLOOR, CEIL -> false;
    };
  }

  private ElementType verifyBinary(Payload.Binary binary) {
    ElementType left = verify(binary.left());
    ElementType right = verify(binary.right());
    require(left == right, binary, right, left + " as on the left");
    switch (binary.operator()) {
      case AND, OR, XOR -> require(left == ElementType.BOOL, binary, left, "bool");
      case ADD, SUBTRACT, MULTIPLY, DIVIDE, POWER, MAX, MIN, LESS, LESS_OR_EQUAL ->
          require(
              isComputedFloat(left) || left.isInteger(), binary, left, "f32, f64 or an integer");
      case EQUAL ->
          require(
              isComputedFloat(left) || left.isInteger() || left == ElementType.BOOL,
              binary,
              left,
              "f32, f64, an integer or bool");
    }
    return Payloads.isComparison(binary.operator()) ? ElementType.BOOL : left;
  }

  private ElementType verifySelect(Payload.Select select) {
    ElementType condition = verify(select.condition());
    ElementType whenTrue = verify(select.whenTrue());
    ElementType whenFalse = verify(select.whenFalse());
    require(condition == ElementType.BOOL, select, condition, "a bool condition");
    require(whenTrue == whenFalse, select, whenFalse, whenTrue + " as in the other case");
    return whenTrue;
  }

  /// The 16-bit floats are converted before and after they are computed with.
  static boolean isComputedFloat(ElementType type) {
    return type == ElementType.FLOAT32 || type == ElementType.FLOAT64;
  }

  private void require(boolean condition, Payload at, ElementType found, String needed) {
    if (!condition) {
      report.accept(
          "in %s: found %s, needed %s".formatted(TensorProgramPrinter.print(at), found, needed));
    }
  }
}
