package dev.certosina.compiler.kernel;

import static dev.certosina.compiler.kernel.KernelTypes.lanesOf;
import static dev.certosina.compiler.kernel.KernelTypes.typeOf;

import dev.certosina.ElementType;
import dev.certosina.compiler.kernel.Kernel.BinaryOperator;
import dev.certosina.compiler.kernel.Kernel.CompareOperator;
import dev.certosina.compiler.kernel.Kernel.Coordinate;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.kernel.Kernel.UnaryOperator;
import dev.certosina.compiler.target.Intrinsic;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Short names for building kernel expressions; meant to be imported statically.
///
/// Where one operand of an operator is a scalar and another has lanes, the scalar is broadcast.
/// Arithmetic on index (scalar i64) constants is done at once, and `x + 0`, `x - 0`, `x * 1`, `x *
/// 0` and `x / 1` of indices are simplified, so that index code reads well.
public final class KernelExprs {
  private KernelExprs() {}

  /// A scalar i64.
  public static Expr index(long value) {
    return new Expr.IntConstant(Type.INDEX, value);
  }

  /// A literal of an integer type or `bool`.
  public static Expr constant(Type type, long value) {
    return new Expr.IntConstant(type, value);
  }

  /// A literal of a float type, rounded to it.
  public static Expr constant(Type type, double value) {
    return new Expr.FloatConstant(type, value);
  }

  /// Where this task is; entry kernels only.
  public static Expr coordinate(Coordinate coordinate) {
    return new Expr.CoordinateValue(coordinate);
  }

  /// 1 when the buffer parameter lies in the thread's scratch, else 0; entry kernels only.
  public static Expr inScratch(String buffer) {
    return new Expr.InScratch(buffer);
  }

  /// The elements of `buffer` from `index` on, one per lane of `type`.
  public static Expr load(String buffer, Type type, Expr index) {
    return new Expr.Load(buffer, type, index, Optional.empty());
  }

  /// As [#load(String, Type, Expr)], with 0 in the lanes where `mask` is false.
  public static Expr load(String buffer, Type type, Expr index, Expr mask) {
    return new Expr.Load(buffer, type, index, Optional.of(mask));
  }

  public static Expr negate(Expr operand) {
    return new Expr.Unary(UnaryOperator.NEGATE, operand);
  }

  public static Expr abs(Expr operand) {
    return new Expr.Unary(UnaryOperator.ABS, operand);
  }

  public static Expr not(Expr operand) {
    return new Expr.Unary(UnaryOperator.NOT, operand);
  }

  public static Expr sqrt(Expr operand) {
    return new Expr.Unary(UnaryOperator.SQRT, operand);
  }

  public static Expr floor(Expr operand) {
    return new Expr.Unary(UnaryOperator.FLOOR, operand);
  }

  public static Expr ceil(Expr operand) {
    return new Expr.Unary(UnaryOperator.CEIL, operand);
  }

  public static Expr roundEven(Expr operand) {
    return new Expr.Unary(UnaryOperator.ROUND_EVEN, operand);
  }

  public static Expr add(Expr left, Expr right) {
    return binary(BinaryOperator.ADD, left, right);
  }

  public static Expr subtract(Expr left, Expr right) {
    return binary(BinaryOperator.SUBTRACT, left, right);
  }

  public static Expr multiply(Expr left, Expr right) {
    return binary(BinaryOperator.MULTIPLY, left, right);
  }

  public static Expr divide(Expr left, Expr right) {
    return binary(BinaryOperator.DIVIDE, left, right);
  }

  public static Expr remainder(Expr left, Expr right) {
    return binary(BinaryOperator.REMAINDER, left, right);
  }

  public static Expr max(Expr left, Expr right) {
    return binary(BinaryOperator.MAX, left, right);
  }

  public static Expr min(Expr left, Expr right) {
    return binary(BinaryOperator.MIN, left, right);
  }

  public static Expr and(Expr left, Expr right) {
    return binary(BinaryOperator.AND, left, right);
  }

  public static Expr or(Expr left, Expr right) {
    return binary(BinaryOperator.OR, left, right);
  }

  public static Expr xor(Expr left, Expr right) {
    return binary(BinaryOperator.XOR, left, right);
  }

  public static Expr shiftLeft(Expr left, Expr right) {
    return binary(BinaryOperator.SHIFT_LEFT, left, right);
  }

  public static Expr shiftRight(Expr left, Expr right) {
    return binary(BinaryOperator.SHIFT_RIGHT, left, right);
  }

  public static Expr binary(BinaryOperator operator, Expr left, Expr right) {
    Optional<Expr> simpler = simplifyIndex(operator, left, right);
    int lanes = Math.max(lanesOf(left), lanesOf(right));
    return simpler.orElseGet(
        () -> new Expr.Binary(operator, broadcast(left, lanes), broadcast(right, lanes)));
  }

  /// `left * right + addend`, rounded once.
  public static Expr fma(Expr left, Expr right, Expr addend) {
    int lanes = Math.max(lanesOf(left), Math.max(lanesOf(right), lanesOf(addend)));
    return new Expr.Fma(broadcast(left, lanes), broadcast(right, lanes), broadcast(addend, lanes));
  }

  public static Expr equal(Expr left, Expr right) {
    return compare(CompareOperator.EQUAL, left, right);
  }

  public static Expr notEqual(Expr left, Expr right) {
    return compare(CompareOperator.NOT_EQUAL, left, right);
  }

  public static Expr less(Expr left, Expr right) {
    return compare(CompareOperator.LESS, left, right);
  }

  public static Expr lessOrEqual(Expr left, Expr right) {
    return compare(CompareOperator.LESS_OR_EQUAL, left, right);
  }

  public static Expr greater(Expr left, Expr right) {
    return compare(CompareOperator.GREATER, left, right);
  }

  public static Expr greaterOrEqual(Expr left, Expr right) {
    return compare(CompareOperator.GREATER_OR_EQUAL, left, right);
  }

  public static Expr compare(CompareOperator operator, Expr left, Expr right) {
    int lanes = Math.max(lanesOf(left), lanesOf(right));
    return new Expr.Compare(operator, broadcast(left, lanes), broadcast(right, lanes));
  }

  /// A condition of one lane chooses for all lanes.
  public static Expr select(Expr condition, Expr whenTrue, Expr whenFalse) {
    int arms = Math.max(lanesOf(whenTrue), lanesOf(whenFalse));
    int lanes = Math.max(arms, lanesOf(condition));
    return new Expr.Select(condition, broadcast(whenTrue, lanes), broadcast(whenFalse, lanes));
  }

  /// The value as another element type; the operand itself when it has that type. Conversions
  /// between f16 or bf16 and types other than f32 go through f32.
  public static Expr convert(ElementType element, Expr operand) {
    ElementType from = KernelTypes.elementOf(operand);
    if (from == element) {
      return operand;
    }
    boolean half = isHalf(from) || isHalf(element);
    boolean single = from == ElementType.FLOAT32 || element == ElementType.FLOAT32;
    return half && !single
        ? new Expr.Convert(element, new Expr.Convert(ElementType.FLOAT32, operand))
        : new Expr.Convert(element, operand);
  }

  /// The same bits as another element type; the operand itself when it has that type.
  public static Expr bitcast(ElementType element, Expr operand) {
    return KernelTypes.elementOf(operand) == element ? operand : new Expr.Bitcast(element, operand);
  }

  /// The scalar in every lane; a value that has `lanes` lanes is returned as it is.
  public static Expr broadcast(Expr operand, int lanes) {
    if (lanesOf(operand) == lanes) {
      return operand;
    }
    if (operand instanceof Expr.FloatConstant(Type type, double value)) {
      return new Expr.FloatConstant(type.withLanes(lanes), value);
    }
    if (operand instanceof Expr.IntConstant(Type type, long value)) {
      return new Expr.IntConstant(type.withLanes(lanes), value);
    }
    return new Expr.Broadcast(operand, lanes);
  }

  /// `0, 1, … lanes-1` as lanes of an i32 or i64 type.
  public static Expr iota(Type type) {
    return new Expr.Iota(type);
  }

  /// The lanes combined by ADD, MULTIPLY, MAX or MIN; the operand itself when it is a scalar.
  public static Expr reduce(BinaryOperator operator, Expr operand) {
    return lanesOf(operand) == 1 ? operand : new Expr.Reduce(operator, operand);
  }

  public static Expr extract(Expr operand, int lane) {
    return new Expr.Extract(operand, lane);
  }

  public static Expr shuffle(Expr left, Expr right, List<Integer> lanes) {
    return new Expr.Shuffle(left, right, lanes);
  }

  /// A vector of the scalars; the only one itself when there is just one.
  public static Expr vector(List<Expr> lanes) {
    return lanes.size() == 1 ? lanes.getFirst() : new Expr.Vector(lanes);
  }

  /// One execution of an instruction.
  ///
  /// @param destination what its register holds before
  /// @param sources in the order of the instruction's statement
  public static Expr invoke(Intrinsic intrinsic, Expr destination, List<Expr> sources) {
    List<Expr> operands = new ArrayList<>(List.of(destination));
    operands.addAll(sources);
    return new Expr.Invoke(intrinsic, operands);
  }

  /// True for the types that are stored but not computed with.
  static boolean isHalf(ElementType element) {
    return element == ElementType.FLOAT16 || element == ElementType.BFLOAT16;
  }

  private static Optional<Expr> simplifyIndex(BinaryOperator operator, Expr left, Expr right) {
    if (!typeOf(left).equals(Type.INDEX) || !typeOf(right).equals(Type.INDEX)) {
      return Optional.empty();
    }
    OptionalLong a = constantIndex(left);
    OptionalLong b = constantIndex(right);
    if (a.isPresent() && b.isPresent()) {
      return foldIndex(operator, a.getAsLong(), b.getAsLong()).map(KernelExprs::index);
    }
    return switch (operator) {
      case ADD -> isConstant(a, 0) ? Optional.of(right) : keepWhen(isConstant(b, 0), left);
      case SUBTRACT -> keepWhen(isConstant(b, 0), left);
      case MULTIPLY -> {
        if (isConstant(a, 0) || isConstant(b, 0)) {
          yield Optional.of(index(0));
        }
        yield isConstant(a, 1) ? Optional.of(right) : keepWhen(isConstant(b, 1), left);
      }
      case DIVIDE -> keepWhen(isConstant(b, 1), left);
      case REMAINDER, MAX, MIN, AND, OR, XOR, SHIFT_LEFT, SHIFT_RIGHT -> Optional.empty();
    };
  }

  private static Optional<Long> foldIndex(BinaryOperator operator, long a, long b) {
    return switch (operator) {
      case ADD -> Optional.of(a + b);
      case SUBTRACT -> Optional.of(a - b);
      case MULTIPLY -> Optional.of(a * b);
      case DIVIDE -> b == 0 ? Optional.of(0L) : Optional.of(a / b);
      case REMAINDER -> b == 0 ? Optional.of(0L) : Optional.of(a % b);
      case MAX -> Optional.of(Math.max(a, b));
      case MIN -> Optional.of(Math.min(a, b));
      case AND, OR, XOR, SHIFT_LEFT, SHIFT_RIGHT -> Optional.empty();
    };
  }

  private static OptionalLong constantIndex(Expr expr) {
    return expr instanceof Expr.IntConstant(_, long value)
        ? OptionalLong.of(value)
        : OptionalLong.empty();
  }

  private static boolean isConstant(OptionalLong constant, long value) {
    return constant.isPresent() && constant.getAsLong() == value;
  }

  private static Optional<Expr> keepWhen(boolean condition, Expr expr) {
    return condition ? Optional.of(expr) : Optional.empty();
  }
}
