package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.runtime.dim.Dim;
import java.util.List;

/// One computation over an iteration domain, and the program that a list of them makes.
///
/// Semantics. The domain is the product of the axes, each running from 0 to its extent. At every
/// point the payload is evaluated; with [Combiner#NONE] (no reduction axis then) its value is
/// stored at the point's write coordinates; otherwise the values of all points with the same
/// coordinates are combined, starting from the combiner's identity. The order of combination is
/// unspecified at this level. Two points with different parallel coordinates never write the same
/// element.
///
/// Numbers. Floats are IEEE: NaN propagates through arithmetic, `max` and `min`; no flush to zero.
/// f16 and bf16 payloads compute in f32 and round once when stored. Integers wrap. Integer division
/// truncates towards zero; division by 0 gives 0. A conversion from float to integer truncates;
/// values outside the target's range are unspecified but never trap.
///
/// @param name unique in its program
/// @param axes parallel ones first
/// @param output the tensor written; several expressions may write disjoint parts of one tensor
/// @param write one coordinate per dim of the output, over parallel axes only
public record TensorExpr(
    String name,
    List<Axis> axes,
    String output,
    List<IndexExpr> write,
    Combiner combiner,
    Payload payload) {

  public TensorExpr {
    axes = List.copyOf(axes);
    write = List.copyOf(write);
  }

  /// One loop dimension of the domain.
  public record Axis(String name, Dim extent, AxisKind kind) {}

  public enum AxisKind {
    PARALLEL,
    REDUCTION
  }

  /// How the values of reduction points are put together.
  public enum Combiner {
    NONE,
    SUM,
    PRODUCT,
    MAX,
    MIN
  }

  /// The scalar computed at one point. Every payload has an element type; operands of a binary
  /// payload have the same one.
  public sealed interface Payload {

    /// The element of `tensor` at `coordinates`, one per dim.
    record Load(String tensor, List<IndexExpr> coordinates) implements Payload {
      public Load {
        coordinates = List.copyOf(coordinates);
      }
    }

    /// As [Load], but the coordinate of dim `dim` is the integer value of `index` (`coordinates`
    /// holds 0 there). A negative index counts from the end; one outside the extent is an error of
    /// the input, reported when the program runs.
    record Gather(String tensor, List<IndexExpr> coordinates, int dim, Payload index)
        implements Payload {
      public Gather {
        coordinates = List.copyOf(coordinates);
      }
    }

    /// A literal of a float type.
    record FloatConstant(ElementType type, double value) implements Payload {}

    /// A literal of an integer type or `bool` (0 or 1).
    record IntConstant(ElementType type, long value) implements Payload {}

    /// A dim or coordinate as a number of type i64.
    record IndexValue(IndexExpr value) implements Payload {}

    record Unary(UnaryOperator operator, Payload operand) implements Payload {}

    record Binary(BinaryOperator operator, Payload left, Payload right) implements Payload {}

    /// `whenTrue` where `condition` (a `bool`) holds, else `whenFalse`. Only the one that is taken
    /// is evaluated: a load in the other may be outside its tensor.
    record Select(Payload condition, Payload whenTrue, Payload whenFalse) implements Payload {}

    record Convert(ElementType type, Payload operand) implements Payload {}
  }

  /// Functions of one operand; all but NEGATE, ABS, SIGN and NOT take floats only.
  public enum UnaryOperator {
    NEGATE,
    ABS,
    SIGN,
    NOT,
    SQRT,
    RECIPROCAL,
    EXP,
    LOG,
    TANH,
    ERF,
    SIGMOID,
    FLOOR,
    CEIL
  }

  /// Functions of two operands of one type. Comparisons give `bool`; AND, OR, XOR take `bool`.
  public enum BinaryOperator {
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    POWER,
    MAX,
    MIN,
    EQUAL,
    LESS,
    LESS_OR_EQUAL,
    AND,
    OR,
    XOR
  }

  /// A tensor that a program reads or writes: row-major and contiguous in `shape`.
  public record Tensor(String name, ElementType type, List<Dim> shape) {
    public Tensor {
      shape = List.copyOf(shape);
    }
  }
}
