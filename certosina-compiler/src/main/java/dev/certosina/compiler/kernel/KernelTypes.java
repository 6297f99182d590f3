package dev.certosina.compiler.kernel;

import dev.certosina.ElementType;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Type;

/// The types of kernel expressions.
///
/// Leaves carry their types, so no environment is needed. The type of an expression that the
/// verifier would refuse is that of its first operand that says something; nothing is checked here.
public final class KernelTypes {
  private KernelTypes() {}

  /// Element type and lanes of the value of `expr`.
  public static Type typeOf(Expr expr) {
    return switch (expr) {
      case Expr.Variable(_, Type type) -> type;
      case Expr.FloatConstant(Type type, _) -> type;
      case Expr.IntConstant(Type type, _) -> type;
      case Expr.CoordinateValue _ -> Type.INDEX;
      case Expr.InScratch _ -> Type.INDEX;
      case Expr.Load(_, Type type, _, _) -> type;
      case Expr.Unary(_, Expr operand) -> typeOf(operand);
      case Expr.Binary(_, Expr left, _) -> typeOf(left);
      case Expr.Fma(_, _, Expr addend) -> typeOf(addend);
      case Expr.Compare(_, Expr left, _) -> new Type(ElementType.BOOL, lanesOf(left));
      case Expr.Select(_, _, Expr whenFalse) -> typeOf(whenFalse);
      case Expr.Convert(ElementType element, Expr operand) -> new Type(element, lanesOf(operand));
      case Expr.Bitcast(ElementType element, Expr operand) -> new Type(element, lanesOf(operand));
      case Expr.Broadcast(Expr operand, int lanes) -> typeOf(operand).withLanes(lanes);
      case Expr.Iota(Type type) -> type;
      case Expr.Reduce(_, Expr operand) -> typeOf(operand).withLanes(1);
      case Expr.Extract(Expr operand, _) -> typeOf(operand).withLanes(1);
      case Expr.Shuffle(Expr left, _, var lanes) -> typeOf(left).withLanes(lanes.size());
      case Expr.Vector(var lanes) -> typeOf(lanes.getFirst()).withLanes(lanes.size());
      case Expr.Invoke(var intrinsic, _) -> IntrinsicTypes.result(intrinsic);
    };
  }

  /// The number of lanes of the value of `expr`; 1 for a scalar.
  public static int lanesOf(Expr expr) {
    return typeOf(expr).lanes();
  }

  /// The element type of the value of `expr`.
  public static ElementType elementOf(Expr expr) {
    return typeOf(expr).element();
  }
}
