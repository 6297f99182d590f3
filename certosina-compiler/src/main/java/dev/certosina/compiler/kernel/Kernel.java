package dev.certosina.compiler.kernel;

import dev.certosina.ElementType;
import dev.certosina.compiler.target.Intrinsic;
import java.util.List;

/// A function over addressed buffers, close to the machine but not of one.
///
/// Semantics. Indices are i64 counted in elements of the buffer's type. Integer arithmetic wraps;
/// integer division and remainder truncate, are unsigned for unsigned types, and give 0 for a zero
/// divisor (and the wrapped result for the lowest value by -1): they never trap. Shift amounts are
/// taken modulo the width; shifts right of signed types keep the sign. Floats are IEEE without
/// contraction; only [Expr.Fma] fuses; there is no float remainder. [BinaryOperator#MAX] and MIN of
/// floats give NaN when either operand is NaN, and order -0 below +0. `f16` and `bf16` values are
/// moved (loaded, stored, named, selected, and their lanes rearranged), bit-cast, converted from
/// and to f32, and handed to [Expr.Invoke]; the verifier refuses arithmetic on them. The bits of a
/// NaN are unspecified. A vector load or store of `n` lanes touches elements `index` to `index + n
/// - 1`; lanes whose mask is false are not touched and load as 0. Vectors need only the alignment
///   of their element. Reductions of a vector combine by halving: lane `i` with lane `i + n/2`,
///   then n/4, and so on, so that their order is fixed.
///
/// An *entry* kernel is called by the driver with an argument block (one word per parameter) and
/// sees the [Coordinate]s of its task; an *internal* kernel is called by other kernels with its
/// parameters as arguments. Two tasks of one step never write the same element, nor read what
/// another writes.
///
/// @param name unique in its module; letters, digits and underscores
/// @param parameters in the order of the argument words
public record Kernel(String name, Linkage linkage, List<Parameter> parameters, List<Stmt> body) {

  public Kernel {
    parameters = List.copyOf(parameters);
    body = List.copyOf(body);
  }

  public enum Linkage {
    ENTRY,
    INTERNAL
  }

  /// Element type and number of lanes; 1 lane is a scalar. `bool` lanes are one bit as values and
  /// one byte (0 or 1) in memory.
  public record Type(ElementType element, int lanes) {
    public static Type scalar(ElementType element) {
      return new Type(element, 1);
    }

    public static final Type INDEX = scalar(ElementType.INT64);

    public Type withLanes(int newLanes) {
      return new Type(element, newLanes);
    }
  }

  /// What a kernel is called with.
  public sealed interface Parameter {
    String name();

    /// The address of elements of one type. `extent` names the [Scalar] parameter that holds the
    /// number of elements which may be touched, starting at the address; checked kernels test every
    /// access against it.
    record Buffer(String name, ElementType type, Access access, String extent)
        implements Parameter {}

    /// An i64.
    record Scalar(String name) implements Parameter {}
  }

  public enum Access {
    READ,
    WRITE,
    READ_WRITE
  }

  /// A value without effects. Trees are evaluated where they stand; share with [Stmt.Let].
  public sealed interface Expr {

    /// A name bound by Let, Declare, For or a scalar parameter.
    record Variable(String name, Type type) implements Expr {}

    /// Every lane holds `value`, converted to the element type.
    record FloatConstant(Type type, double value) implements Expr {}

    record IntConstant(Type type, long value) implements Expr {}

    /// Where this task is; entry kernels only.
    record CoordinateValue(Coordinate coordinate) implements Expr {}

    /// 1 when the buffer parameter was passed relative to the thread's scratch, else 0 (i64). Entry
    /// kernels only.
    record InScratch(String buffer) implements Expr {}

    /// `mask`, if present, is a `bool` value with as many lanes as `type`.
    record Load(String buffer, Type type, Expr index, java.util.Optional<Expr> mask)
        implements Expr {}

    record Unary(UnaryOperator operator, Expr operand) implements Expr {}

    record Binary(BinaryOperator operator, Expr left, Expr right) implements Expr {}

    /// `left * right + addend`, rounded once.
    record Fma(Expr left, Expr right, Expr addend) implements Expr {}

    record Compare(CompareOperator operator, Expr left, Expr right) implements Expr {}

    /// Lane-wise choice; `condition` is `bool` with as many lanes as the arms, or one lane.
    record Select(Expr condition, Expr whenTrue, Expr whenFalse) implements Expr {}

    /// Value conversion, lane by lane. Float to integer truncates and saturates, NaN gives 0;
    /// integer to narrower integer wraps; to `bool` tests for not zero; float to narrower float
    /// rounds to nearest even.
    record Convert(ElementType element, Expr operand) implements Expr {}

    /// The same bits as another type of the same width per lane.
    record Bitcast(ElementType element, Expr operand) implements Expr {}

    /// A scalar in every lane.
    record Broadcast(Expr operand, int lanes) implements Expr {}

    /// `0, 1, … lanes-1` as i64 (or i32) lanes.
    record Iota(Type type) implements Expr {}

    /// The lanes of a vector combined by ADD, MULTIPLY, MAX or MIN in the fixed order above.
    record Reduce(BinaryOperator operator, Expr operand) implements Expr {}

    /// Lane `lane` as a scalar.
    record Extract(Expr operand, int lane) implements Expr {}

    /// Lanes picked from the concatenation of two vectors of one type: lane `i` of the result is
    /// lane `lanes[i]` of `left ++ right`. For transposes.
    record Shuffle(Expr left, Expr right, List<Integer> lanes) implements Expr {
      public Shuffle {
        lanes = List.copyOf(lanes);
      }
    }

    /// A vector made of scalars of one type, one per lane; at least two.
    record Vector(List<Expr> lanes) implements Expr {
      public Vector {
        lanes = List.copyOf(lanes);
      }
    }

    /// One execution of an instruction on values: what the destination's register holds afterwards.
    ///
    /// The operands are the destination's value before, then those of the sources in the order of
    /// the instruction's statement; their types are [IntrinsicTypes#operands]. What is computed is
    /// the instruction's compute abstraction, its points in the order of the domain: operands are
    /// converted to the destination's type; integers wrap in it. Sums of products of two floats add
    /// each product with one rounding, every other float operation rounds; f16 and bf16 are
    /// computed in f32 and rounded at the end. Machine code gives these bits for integers, and for
    /// floats where at most one product is added to each lane; an instruction that adds `n`
    /// products to a lane may add them in another order and round less or more often, so that its
    /// result differs by up to `n` roundings of the sum of the products' magnitudes.
    record Invoke(Intrinsic intrinsic, List<Expr> operands) implements Expr {
      public Invoke {
        operands = List.copyOf(operands);
      }
    }
  }

  public enum Coordinate {
    OUTER,
    ROW,
    ROWS,
    COLUMN,
    COLUMNS
  }

  /// NOT is for `bool` and integers; SQRT, FLOOR, CEIL, ROUND_EVEN for f32 and f64.
  public enum UnaryOperator {
    NEGATE,
    ABS,
    NOT,
    SQRT,
    FLOOR,
    CEIL,
    ROUND_EVEN
  }

  /// Shifts are for integers; AND, OR, XOR for integers and `bool`.
  public enum BinaryOperator {
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    REMAINDER,
    MAX,
    MIN,
    AND,
    OR,
    XOR,
    SHIFT_LEFT,
    SHIFT_RIGHT
  }

  /// On floats all but NOT_EQUAL are false when an operand is NaN.
  public enum CompareOperator {
    EQUAL,
    NOT_EQUAL,
    LESS,
    LESS_OR_EQUAL,
    GREATER,
    GREATER_OR_EQUAL
  }

  /// Something done, in order.
  public sealed interface Stmt {

    /// Binds a new name to a value for the rest of the enclosing body.
    record Let(String name, Expr value) implements Stmt {}

    /// Binds a new name whose value may be assigned again within the enclosing body.
    record Declare(String name, Expr initial) implements Stmt {}

    /// The same type as declared.
    record Assign(String name, Expr value) implements Stmt {}

    record Store(String buffer, Expr index, Expr value, java.util.Optional<Expr> mask)
        implements Stmt {}

    /// `variable` (i64) runs from `from` in steps of `step` (positive) while below `to`.
    record For(String variable, Expr from, Expr to, long step, List<Stmt> body) implements Stmt {
      public For {
        body = List.copyOf(body);
      }
    }

    record If(Expr condition, List<Stmt> whenTrue, List<Stmt> whenFalse) implements Stmt {
      public If {
        whenTrue = List.copyOf(whenTrue);
        whenFalse = List.copyOf(whenFalse);
      }
    }

    /// Calls an internal kernel. Buffer parameters take [BufferArgument]s, scalars take values.
    record Call(String kernel, List<CallArgument> arguments) implements Stmt {
      public Call {
        arguments = List.copyOf(arguments);
      }
    }

    /// Asks for the cache line of an element that will be read; no effect on values.
    record Prefetch(String buffer, Expr index) implements Stmt {}

    /// Reports [dev.certosina.runtime.exec.NativeAbi#ERROR_INDEX] with `detail` to the error block
    /// unless `condition` holds; execution goes on.
    record Require(Expr condition, Expr detail) implements Stmt {}
  }

  /// An argument of [Stmt.Call].
  public sealed interface CallArgument {
    /// The caller's buffer, starting `offset` elements in; its extent shrinks by as much.
    record BufferArgument(String buffer, Expr offset) implements CallArgument {}

    record ScalarArgument(Expr value) implements CallArgument {}
  }
}
