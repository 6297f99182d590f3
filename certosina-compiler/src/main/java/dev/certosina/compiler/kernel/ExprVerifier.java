package dev.certosina.compiler.kernel;

import static dev.certosina.compiler.kernel.KernelExprs.isHalf;
import static dev.certosina.compiler.kernel.KernelTypes.typeOf;

import dev.certosina.ElementType;
import dev.certosina.compiler.kernel.Kernel.Access;
import dev.certosina.compiler.kernel.Kernel.BinaryOperator;
import dev.certosina.compiler.kernel.Kernel.CompareOperator;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Linkage;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.kernel.Kernel.UnaryOperator;
import dev.certosina.compiler.target.Intrinsic;
import java.util.List;
import java.util.Optional;

/// Checks the types of expressions, and the names and buffers that they read.
final class ExprVerifier {
  private final KernelDiagnostics diagnostics;
  private final KernelScope scope;

  ExprVerifier(KernelDiagnostics diagnostics, KernelScope scope) {
    this.diagnostics = diagnostics;
    this.scope = scope;
  }

  /// Checks `expr` and everything below it.
  void verify(Expr expr) {
    Kernels.children(expr).forEach(this::verify);
    Type type = typeOf(expr);
    require(type.lanes() > 0, expr);
    switch (expr) {
      case Expr.Variable(var name, _) -> verifyVariable(name, type);
      case Expr.FloatConstant _ -> require(isFloat(type.element()), expr);
      case Expr.IntConstant(_, long value) -> require(fits(value, type.element()), expr);
      case Expr.CoordinateValue _ -> requireEntry(expr);
      case Expr.InScratch(var buffer) -> {
        requireEntry(expr);
        diagnostics.buffer(buffer);
      }
      case Expr.Load load -> verifyLoad(load);
      case Expr.Unary(var operator, _) -> require(allows(operator, type), expr);
      case Expr.Binary(var operator, var left, var right) -> {
        requireSame(expr, left, right);
        require(allows(operator, type), expr);
      }
      case Expr.Fma(var left, var right, var addend) -> {
        requireSame(expr, left, addend);
        requireSame(expr, right, addend);
        require(isArithmetic(type) && type.element().isFloat(), expr);
      }
      case Expr.Compare(var operator, var left, var right) -> {
        requireSame(expr, left, right);
        require(allows(operator, typeOf(left)), expr);
      }
      case Expr.Select select -> verifySelect(select);
      case Expr.Convert(var to, var operand) ->
          require(converts(KernelTypes.elementOf(operand), to), expr);
      case Expr.Bitcast(var to, var operand) ->
          require(sameWidth(KernelTypes.elementOf(operand), to), expr);
      case Expr.Broadcast(var operand, _) -> require(KernelTypes.lanesOf(operand) == 1, expr);
      case Expr.Iota _ ->
          require(type.element() == ElementType.INT32 || type.element() == ElementType.INT64, expr);
      case Expr.Reduce(var operator, var operand) ->
          require(reduces(operator, typeOf(operand)), expr);
      case Expr.Extract(var operand, int lane) ->
          require(lane >= 0 && lane < KernelTypes.lanesOf(operand), expr);
      case Expr.Shuffle shuffle -> verifyShuffle(shuffle);
      case Expr.Vector(var lanes) -> {
        Type scalar = typeOf(lanes.getFirst());
        boolean alike = lanes.stream().allMatch(lane -> typeOf(lane).equals(scalar));
        require(lanes.size() > 1 && alike && scalar.lanes() == 1, expr);
      }
      case Expr.Invoke(var intrinsic, var operands) -> verifyInvoke(intrinsic, operands);
    }
  }

  private void verifyVariable(String name, Type type) {
    Optional<KernelScope.Binding> binding = scope.find(name);
    if (diagnostics.require(binding.isPresent(), "'" + name + "': not bound")) {
      binding.ifPresent(found -> diagnostics.requireType("'" + name + "'", type, found.type()));
    }
  }

  private void verifyLoad(Expr.Load load) {
    String what = "load of '" + load.buffer() + "'";
    diagnostics.requireType("index of " + what, typeOf(load.index()), Type.INDEX);
    int lanes = load.type().lanes();
    Type maskType = new Type(ElementType.BOOL, lanes);
    load.mask()
        .ifPresent(mask -> diagnostics.requireType("mask of " + what, typeOf(mask), maskType));
    diagnostics
        .buffer(load.buffer())
        .ifPresent(buffer -> {
          diagnostics.require(buffer.access() != Access.WRITE, what + ": write only");
          diagnostics.requireType(what, load.type(), new Type(buffer.type(), lanes));
        });
  }

  private void verifySelect(Expr.Select select) {
    requireSame(select, select.whenTrue(), select.whenFalse());
    Type condition = typeOf(select.condition());
    int arms = KernelTypes.lanesOf(select.whenTrue());
    boolean fits = condition.lanes() == arms || condition.lanes() == 1;
    boolean isBool = condition.element() == ElementType.BOOL;
    require(fits && isBool, select);
  }

  private void verifyShuffle(Expr.Shuffle shuffle) {
    requireSame(shuffle, shuffle.left(), shuffle.right());
    int available = 2 * KernelTypes.lanesOf(shuffle.left());
    boolean inRange = shuffle.lanes().stream().allMatch(lane -> lane >= 0 && lane < available);
    require(inRange, shuffle);
  }

  private void verifyInvoke(Intrinsic intrinsic, List<Expr> operands) {
    String what = "invocation of '" + intrinsic.name() + "'";
    List<Type> needed = IntrinsicTypes.operands(intrinsic);
    String counts = ": found " + operands.size() + " operands, needed " + needed.size();
    if (diagnostics.require(operands.size() == needed.size(), what + counts)) {
      for (int i = 0; i < needed.size(); i++) {
        String operand = "operand " + i + " of " + what;
        diagnostics.requireType(operand, typeOf(operands.get(i)), needed.get(i));
      }
    }
  }

  private static boolean allows(UnaryOperator operator, Type type) {
    ElementType element = type.element();
    return switch (operator) {
      case NEGATE, ABS -> isArithmetic(type);
      case NOT -> element.isInteger() || element == ElementType.BOOL;
      case SQRT, FLOOR, CEIL, ROUND_EVEN -> isArithmetic(type) && element.isFloat();
    };
  }

  private static boolean allows(BinaryOperator operator, Type type) {
    ElementType element = type.element();
    return switch (operator) {
      case ADD, SUBTRACT, MULTIPLY, DIVIDE, MAX, MIN -> isArithmetic(type);
      case REMAINDER, SHIFT_LEFT, SHIFT_RIGHT -> element.isInteger();
      case AND, OR, XOR -> element.isInteger() || element == ElementType.BOOL;
    };
  }

  private static boolean allows(CompareOperator operator, Type type) {
    return switch (operator) {
      case EQUAL, NOT_EQUAL -> isArithmetic(type) || type.element() == ElementType.BOOL;
      case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> isArithmetic(type);
    };
  }

  private static boolean reduces(BinaryOperator operator, Type type) {
    boolean combines =
        operator == BinaryOperator.ADD
            || operator == BinaryOperator.MULTIPLY
            || operator == BinaryOperator.MAX
            || operator == BinaryOperator.MIN;
    return combines && isArithmetic(type) && Integer.bitCount(type.lanes()) == 1;
  }

  /// The 16-bit floats are converted from and to f32 only.
  private static boolean converts(ElementType from, ElementType to) {
    boolean single = from == ElementType.FLOAT32 || to == ElementType.FLOAT32;
    boolean half = isHalf(from) || isHalf(to);
    return from.isComputable() && to.isComputable() && (single || !half);
  }

  private static boolean sameWidth(ElementType from, ElementType to) {
    boolean computable = from.isComputable() && to.isComputable();
    boolean bool = from == ElementType.BOOL || to == ElementType.BOOL;
    return computable && !bool && from.byteSize() == to.byteSize();
  }

  private static boolean fits(long value, ElementType element) {
    if (element == ElementType.BOOL) {
      return value == 0 || value == 1;
    }
    return element.isInteger() && LaneConversions.wrap(element, value) == value;
  }

  /// True for types on which `+` works: integers, f32 and f64.
  private static boolean isArithmetic(Type type) {
    ElementType element = type.element();
    return element.isInteger() || (element.isFloat() && !isHalf(element));
  }

  private static boolean isFloat(ElementType element) {
    return element.isComputable() && element.isFloat();
  }

  private void requireSame(Expr expr, Expr left, Expr right) {
    if (!typeOf(left).equals(typeOf(right))) {
      diagnostics.requireType("right operand of " + what(expr), typeOf(right), typeOf(left));
    }
  }

  private void requireEntry(Expr expr) {
    boolean entry = diagnostics.kernel().linkage() == Linkage.ENTRY;
    diagnostics.require(entry, what(expr) + ": only in entry kernels");
  }

  private void require(boolean condition, Expr expr) {
    if (!condition) {
      diagnostics.require(false, what(expr) + ": not defined for " + operands(expr));
    }
  }

  private static String operands(Expr expr) {
    return Kernels.children(expr).isEmpty()
        ? KernelPrinter.print(typeOf(expr))
        : KernelPrinter.print(typeOf(Kernels.children(expr).getLast()));
  }

  /// The expression's text, cut short.
  private static String what(Expr expr) {
    String text = KernelPrinter.print(expr);
    return "'" + (text.length() > 60 ? text.substring(0, 57) + "..." : text) + "'";
  }
}
