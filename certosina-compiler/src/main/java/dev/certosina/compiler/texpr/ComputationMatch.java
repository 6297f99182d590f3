package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.affine.IndexStatement;
import dev.certosina.compiler.affine.IndexStatement.Accumulation;
import dev.certosina.compiler.affine.IndexStatement.ElementOperation;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.BinaryOperator;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Binary;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Convert;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Load;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Select;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/// Decides whether an expression is a [Computation]: loads joined by one kind of operation and
/// accumulated. The other direction is [Computations].
public final class ComputationMatch {
  private final TensorExpr expr;
  private final Function<String, Tensor> tensors;
  private final ElementType type;

  private ComputationMatch(TensorExpr expr, Function<String, Tensor> tensors) {
    this.expr = expr;
    this.tensors = tensors;
    this.type = tensors.apply(expr.output()).type();
  }

  /// The answer: the computation, or why there is none.
  public sealed interface Result {
    record Accepted(Computation computation) implements Result {}

    record Rejected(String reason) implements Result {}
  }

  /// Ends a search for operands.
  private static final class NotAccepted extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotAccepted(String reason) {
      super(reason, null, false, false);
    }
  }

  /// @param tensors the declaration of a tensor, by name
  /// @param isConstant whether a tensor's elements are known ahead of time
  public static Result match(
      TensorExpr expr, Function<String, Tensor> tensors, Predicate<String> isConstant) {
    try {
      return new Result.Accepted(new ComputationMatch(expr, tensors).computation(isConstant));
    } catch (NotAccepted | ModelException e) {
      return new Result.Rejected(String.valueOf(e.getMessage()));
    }
  }

  private Computation computation(Predicate<String> isConstant) {
    ElementOperation operation = operation(expr.payload());
    List<Access> operands = new ArrayList<>();
    collect(expr.payload(), operation, operands);
    IndexStatement statement =
        new IndexStatement(
            Access.of(expr.output(), expr.write()), accumulation(), operation, operands);
    Set<String> used = new LinkedHashSet<>(statement.spatialAxes());
    used.addAll(statement.reductionAxes());
    for (Axis axis : expr.axes()) {
      boolean spatial = statement.spatialAxes().contains(axis.name());
      if (!used.contains(axis.name()) || spatial != (axis.kind() == AxisKind.PARALLEL)) {
        throw new NotAccepted("axis '" + axis.name() + "' is in no access of its kind");
      }
    }
    Set<String> names = new LinkedHashSet<>();
    statement.accesses().forEach(access -> names.add(access.tensor()));
    return new Computation(
        expr.name(),
        statement,
        expr.axes(),
        names.stream().map(tensors).toList(),
        names.stream().filter(isConstant).toList());
  }

  private Accumulation accumulation() {
    return switch (expr.combiner()) {
      case NONE, SUM -> Accumulation.SUM;
      case PRODUCT -> Accumulation.PRODUCT;
      case MAX -> Accumulation.MAX;
      case MIN -> Accumulation.MIN;
    };
  }

  private static ElementOperation operation(Payload payload) {
    if (payload instanceof Binary(BinaryOperator operator, Payload _, Payload _)) {
      for (ElementOperation operation : ElementOperation.values()) {
        if (Computations.operator(operation) == operator) {
          return operation;
        }
      }
    }
    return ElementOperation.MULTIPLY;
  }

  /// Operands from left to right; only a commutative chain may also branch to the right.
  private void collect(Payload payload, ElementOperation operation, List<Access> operands) {
    if (payload instanceof Binary(BinaryOperator operator, Payload left, Payload right)
        && operator == Computations.operator(operation)) {
      collect(left, operation, operands);
      if (operation.isCommutative()) {
        collect(right, operation, operands);
      } else {
        operands.add(access(right));
      }
    } else {
      operands.add(access(payload));
    }
  }

  private Access access(Payload payload) {
    if (payload instanceof Select(Payload condition, Payload whenTrue, Payload whenFalse)) {
      Load load = load(whenTrue);
      List<PaddingGuards.Guard> guards =
          PaddingGuards.of(condition)
              .orElseThrow(() -> new NotAccepted("a condition is no conjunction of bounds"));
      List<IndexExpr> coordinates = load.coordinates();
      String problem =
          PaddingGuards.problem(guards, coordinates, tensors.apply(load.tensor()), expr.axes());
      if (!problem.isEmpty()) {
        throw new NotAccepted(problem);
      }
      return new Access(load.tensor(), coordinates, OptionalDouble.of(literal(whenFalse)));
    }
    Load load = load(payload);
    return Access.of(load.tensor(), load.coordinates());
  }

  /// A load as a value of the destination's type.
  private Load load(Payload payload) {
    if (payload instanceof Convert(ElementType to, Load load) && to == type) {
      return load;
    }
    if (!(payload instanceof Load load)) {
      throw new NotAccepted("an operand is no element of a tensor: " + text(payload));
    }
    if (tensors.apply(load.tensor()).type() != type) {
      throw new NotAccepted("tensor '" + load.tensor() + "' is not of type " + type);
    }
    return load;
  }

  private static double literal(Payload payload) {
    return switch (payload) {
      case Payload.FloatConstant(ElementType _, double value) -> value;
      case Payload.IntConstant(ElementType _, long value) -> (double) value;
      case Load _,
          Payload.Gather _,
          Payload.IndexValue _,
          Payload.Unary _,
          Binary _,
          Select _,
          Convert _ ->
          throw new NotAccepted("padding is no literal: " + text(payload));
    };
  }

  private static String text(Payload payload) {
    return TensorProgramPrinter.print(payload);
  }
}
