package dev.certosina.compiler.kernel;

import dev.certosina.compiler.kernel.Kernel.CallArgument;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Stmt;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/// Walks over kernel expressions and statements.
///
/// The `map` functions return the instance they were given when no part changed.
public final class Kernels {
  private Kernels() {}

  /// The operands of `expr`, in order of evaluation.
  public static List<Expr> children(Expr expr) {
    return switch (expr) {
      case Expr.Variable _,
          Expr.FloatConstant _,
          Expr.IntConstant _,
          Expr.CoordinateValue _,
          Expr.InScratch _,
          Expr.Iota _ ->
          List.of();
      case Expr.Load(_, _, Expr index, Optional<Expr> mask) -> withMask(List.of(index), mask);
      case Expr.Unary(_, Expr operand) -> List.of(operand);
      case Expr.Binary(_, Expr left, Expr right) -> List.of(left, right);
      case Expr.Fma(Expr left, Expr right, Expr addend) -> List.of(left, right, addend);
      case Expr.Compare(_, Expr left, Expr right) -> List.of(left, right);
      case Expr.Select(Expr condition, Expr whenTrue, Expr whenFalse) ->
          List.of(condition, whenTrue, whenFalse);
      case Expr.Convert(_, Expr operand) -> List.of(operand);
      case Expr.Bitcast(_, Expr operand) -> List.of(operand);
      case Expr.Broadcast(Expr operand, _) -> List.of(operand);
      case Expr.Reduce(_, Expr operand) -> List.of(operand);
      case Expr.Extract(Expr operand, _) -> List.of(operand);
      case Expr.Shuffle(Expr left, Expr right, _) -> List.of(left, right);
      case Expr.Vector(List<Expr> lanes) -> lanes;
      case Expr.Invoke(_, List<Expr> operands) -> operands;
    };
  }

  /// `expr` with `function` applied to each of its [#children].
  public static Expr mapChildren(Expr expr, UnaryOperator<Expr> function) {
    List<Expr> old = children(expr);
    List<Expr> mapped = old.stream().map(function).toList();
    return sameInstances(old, mapped) ? expr : withChildren(expr, mapped);
  }

  /// The expressions that `statement` itself evaluates, in order; not those of nested bodies.
  public static List<Expr> expressions(Stmt statement) {
    return switch (statement) {
      case Stmt.Let(_, Expr value) -> List.of(value);
      case Stmt.Declare(_, Expr initial) -> List.of(initial);
      case Stmt.Assign(_, Expr value) -> List.of(value);
      case Stmt.Store(_, Expr index, Expr value, Optional<Expr> mask) ->
          withMask(List.of(index, value), mask);
      case Stmt.For(_, Expr from, Expr to, _, _) -> List.of(from, to);
      case Stmt.If(Expr condition, _, _) -> List.of(condition);
      case Stmt.Call(_, List<CallArgument> arguments) ->
          arguments.stream().map(Kernels::expression).toList();
      case Stmt.Prefetch(_, Expr index) -> List.of(index);
      case Stmt.Require(Expr condition, Expr detail) -> List.of(condition, detail);
    };
  }

  /// The bodies nested directly in `statement`.
  public static List<List<Stmt>> bodies(Stmt statement) {
    return switch (statement) {
      case Stmt.For(_, _, _, _, List<Stmt> body) -> List.of(body);
      case Stmt.If(_, List<Stmt> whenTrue, List<Stmt> whenFalse) -> List.of(whenTrue, whenFalse);
      case Stmt.Let _,
          Stmt.Declare _,
          Stmt.Assign _,
          Stmt.Store _,
          Stmt.Call _,
          Stmt.Prefetch _,
          Stmt.Require _ ->
          List.of();
    };
  }

  /// Visits every statement of `body` and of all nested bodies, outer before inner.
  public static void forEachStatement(List<Stmt> body, Consumer<Stmt> visitor) {
    for (Stmt statement : body) {
      visitor.accept(statement);
      bodies(statement).forEach(nested -> forEachStatement(nested, visitor));
    }
  }

  /// Visits `expr` and everything below it, operators before operands.
  public static void forEachExpression(Expr expr, Consumer<Expr> visitor) {
    visitor.accept(expr);
    children(expr).forEach(child -> forEachExpression(child, visitor));
  }

  /// The expression of one argument: the offset of a buffer or the value of a scalar.
  public static Expr expression(CallArgument argument) {
    return switch (argument) {
      case CallArgument.BufferArgument(_, Expr offset) -> offset;
      case CallArgument.ScalarArgument(Expr value) -> value;
    };
  }

  private static Expr withChildren(Expr expr, List<Expr> children) {
    return switch (expr) {
      case Expr.Variable _,
          Expr.FloatConstant _,
          Expr.IntConstant _,
          Expr.CoordinateValue _,
          Expr.InScratch _,
          Expr.Iota _ ->
          expr;
      case Expr.Load(var buffer, var type, _, var mask) ->
          new Expr.Load(buffer, type, children.getFirst(), mask.map(_ -> children.get(1)));
      case Expr.Unary(var operator, _) -> new Expr.Unary(operator, children.getFirst());
      case Expr.Binary(var operator, _, _) ->
          new Expr.Binary(operator, children.get(0), children.get(1));
      case Expr.Fma _ -> new Expr.Fma(children.get(0), children.get(1), children.get(2));
      case Expr.Compare(var operator, _, _) ->
          new Expr.Compare(operator, children.get(0), children.get(1));
      case Expr.Select _ -> new Expr.Select(children.get(0), children.get(1), children.get(2));
      case Expr.Convert(var element, _) -> new Expr.Convert(element, children.getFirst());
      case Expr.Bitcast(var element, _) -> new Expr.Bitcast(element, children.getFirst());
      case Expr.Broadcast(_, int lanes) -> new Expr.Broadcast(children.getFirst(), lanes);
      case Expr.Reduce(var operator, _) -> new Expr.Reduce(operator, children.getFirst());
      case Expr.Extract(_, int lane) -> new Expr.Extract(children.getFirst(), lane);
      case Expr.Shuffle(_, _, var lanes) ->
          new Expr.Shuffle(children.get(0), children.get(1), lanes);
      case Expr.Vector _ -> new Expr.Vector(children);
      case Expr.Invoke(var intrinsic, _) -> new Expr.Invoke(intrinsic, children);
    };
  }

  private static List<Expr> withMask(List<Expr> operands, Optional<Expr> mask) {
    List<Expr> all = new ArrayList<>(operands);
    mask.ifPresent(all::add);
    return List.copyOf(all);
  }

  /// By reference, which is what tells a rewriter that nothing changed, at no cost.
  @SuppressWarnings("ReferenceEquality")
  private static boolean sameInstances(List<Expr> left, List<Expr> right) {
    for (int i = 0; i < left.size(); i++) {
      if (left.get(i) != right.get(i)) {
        return false;
      }
    }
    return true;
  }
}
