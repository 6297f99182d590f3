package dev.certosina.compiler.kernel;

import dev.certosina.ElementType;
import dev.certosina.InternalCompilerException;
import dev.certosina.compiler.kernel.Kernel.BinaryOperator;
import dev.certosina.compiler.kernel.Kernel.CompareOperator;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.kernel.Kernel.UnaryOperator;
import dev.certosina.compiler.kernel.LaneValue.Floats;
import dev.certosina.compiler.kernel.LaneValue.Integers;

/// The operators of the kernel IR on values of the interpreter, exactly as [Kernel] defines them.
///
/// f32 sums, products, quotients and roots are computed as doubles and rounded, which gives the
/// same result as rounding once because a double has more than twice the digits.
final class LaneArithmetic {
  private LaneArithmetic() {}

  static LaneValue unary(UnaryOperator operator, LaneValue operand) {
    return switch (operand) {
      case Integers value -> unaryInteger(operator, value);
      case Floats value -> unaryFloat(operator, value);
    };
  }

  static LaneValue binary(BinaryOperator operator, LaneValue left, LaneValue right) {
    Type type = left.type();
    if (left instanceof Floats a) {
      Floats b = (Floats) right;
      return Floats.generate(type, i -> binaryFloat(operator, a.lane(i), b.lane(i)));
    }
    Integers a = (Integers) left;
    Integers b = (Integers) right;
    ElementType element = type.element();
    return Integers.generate(type, i -> binaryInteger(operator, element, a.lane(i), b.lane(i)));
  }

  static LaneValue fma(LaneValue left, LaneValue right, LaneValue addend) {
    Floats a = (Floats) left;
    Floats b = (Floats) right;
    Floats c = (Floats) addend;
    return a.type().element() == ElementType.FLOAT32
        ? Floats.generate(
            a.type(), i -> Math.fma((float) a.lane(i), (float) b.lane(i), (float) c.lane(i)))
        : Floats.generate(a.type(), i -> Math.fma(a.lane(i), b.lane(i), c.lane(i)));
  }

  static LaneValue compare(CompareOperator operator, LaneValue left, LaneValue right) {
    Type result = new Type(ElementType.BOOL, left.type().lanes());
    if (left instanceof Floats a) {
      Floats b = (Floats) right;
      return Integers.generate(result, i -> compareFloat(operator, a.lane(i), b.lane(i)) ? 1 : 0);
    }
    Integers a = (Integers) left;
    Integers b = (Integers) right;
    boolean unsigned = left.type().element() == ElementType.UINT64;
    return Integers.generate(
        result, i -> ordered(operator, order(a.lane(i), b.lane(i), unsigned)) ? 1 : 0);
  }

  /// `condition` has as many lanes as the arms, or one.
  static LaneValue select(LaneValue condition, LaneValue whenTrue, LaneValue whenFalse) {
    Integers chosen = (Integers) condition;
    int last = condition.type().lanes() - 1;
    int lanes = whenTrue.type().lanes();
    return whenTrue
        .concatenate(whenFalse)
        .pick(lanes, i -> chosen.lane(Math.min(i, last)) != 0 ? i : i + lanes);
  }

  /// Lane `i` with lane `i + n/2`, until one is left.
  static LaneValue reduce(BinaryOperator operator, LaneValue operand) {
    LaneValue rest = operand;
    while (rest.type().lanes() > 1) {
      int half = rest.type().lanes() / 2;
      rest = binary(operator, rest.pick(half, i -> i), rest.pick(half, i -> i + half));
    }
    return rest;
  }

  private static Integers unaryInteger(UnaryOperator operator, Integers value) {
    boolean signed = value.type().element().isSignedInteger();
    return switch (operator) {
      case NEGATE -> value.map(x -> -x);
      case ABS -> signed ? value.map(Math::abs) : value;
      case NOT -> value.map(x -> ~x);
      case SQRT, FLOOR, CEIL, ROUND_EVEN -> throw undefined(operator, value);
    };
  }

  private static Floats unaryFloat(UnaryOperator operator, Floats value) {
    return switch (operator) {
      case NEGATE -> value.map(x -> -x);
      case ABS -> value.map(Math::abs);
      case SQRT -> value.map(Math::sqrt);
      case FLOOR -> value.map(Math::floor);
      case CEIL -> value.map(Math::ceil);
      case ROUND_EVEN -> value.map(Math::rint);
      case NOT -> throw undefined(operator, value);
    };
  }

  private static double binaryFloat(BinaryOperator operator, double a, double b) {
    return switch (operator) {
      case ADD -> a + b;
      case SUBTRACT -> a - b;
      case MULTIPLY -> a * b;
      case DIVIDE -> a / b;
      case MAX -> Math.max(a, b);
      case MIN -> Math.min(a, b);
      case REMAINDER, AND, OR, XOR, SHIFT_LEFT, SHIFT_RIGHT ->
          throw new InternalCompilerException(
              "kernel interpreter: " + operator + " is not defined for floats");
    };
  }

  private static long binaryInteger(BinaryOperator operator, ElementType element, long a, long b) {
    boolean unsigned = element == ElementType.UINT64;
    int shift = (int) b & (8 * element.byteSize() - 1);
    return switch (operator) {
      case ADD -> a + b;
      case SUBTRACT -> a - b;
      case MULTIPLY -> a * b;
      case DIVIDE -> b == 0 ? 0 : unsigned ? Long.divideUnsigned(a, b) : a / b;
      case REMAINDER -> b == 0 ? 0 : unsigned ? Long.remainderUnsigned(a, b) : a % b;
      case MAX -> order(a, b, unsigned) >= 0 ? a : b;
      case MIN -> order(a, b, unsigned) <= 0 ? a : b;
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
      case SHIFT_LEFT -> a << shift;
      case SHIFT_RIGHT -> element.isSignedInteger() ? a >> shift : a >>> shift;
    };
  }

  private static boolean compareFloat(CompareOperator operator, double a, double b) {
    return switch (operator) {
      case EQUAL -> a == b;
      case NOT_EQUAL -> a != b;
      case LESS -> a < b;
      case LESS_OR_EQUAL -> a <= b;
      case GREATER -> a > b;
      case GREATER_OR_EQUAL -> a >= b;
    };
  }

  private static boolean ordered(CompareOperator operator, int order) {
    return switch (operator) {
      case EQUAL -> order == 0;
      case NOT_EQUAL -> order != 0;
      case LESS -> order < 0;
      case LESS_OR_EQUAL -> order <= 0;
      case GREATER -> order > 0;
      case GREATER_OR_EQUAL -> order >= 0;
    };
  }

  private static int order(long a, long b, boolean unsigned) {
    return unsigned ? Long.compareUnsigned(a, b) : Long.compare(a, b);
  }

  private static InternalCompilerException undefined(UnaryOperator operator, LaneValue value) {
    return new InternalCompilerException(
        "kernel interpreter: " + operator + " is not defined for " + value.type().element());
  }
}
