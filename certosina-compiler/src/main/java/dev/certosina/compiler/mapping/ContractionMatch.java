package dev.certosina.compiler.mapping;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.affine.IndexStatement;
import dev.certosina.compiler.affine.IndexStatement.Accumulation;
import dev.certosina.compiler.affine.IndexStatement.ElementOperation;
import dev.certosina.compiler.target.Targets;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.BinaryOperator;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Binary;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Load;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/// Decides whether an expression is a matrix product, and which axis plays which part.
public final class ContractionMatch {
  private ContractionMatch() {}

  /// The answer: the parts, or why there are none.
  public sealed interface Result {
    record Accepted(Contraction contraction) implements Result {}

    record Rejected(String reason) implements Result {}
  }

  private static final Result NO_COLUMNS =
      new Result.Rejected("no axis of the right operand alone is contiguous in the result");

  /// Matches an expression whose accesses are linear addresses.
  ///
  /// @param elementType the element type of a tensor, by name
  public static Result match(TensorExpr expr, Function<String, ElementType> elementType) {
    if (expr.combiner() != Combiner.SUM
        || !(expr.payload() instanceof Binary(BinaryOperator operator, Load left, Load right))
        || operator != BinaryOperator.MULTIPLY) {
      return new Result.Rejected("not a sum of products of two tensors");
    }
    for (String tensor : List.of(left.tensor(), right.tensor(), expr.output())) {
      if (elementType.apply(tensor) != ElementType.FLOAT32) {
        return new Result.Rejected("tensor " + tensor + " is not f32");
      }
    }
    long reductions =
        expr.axes().stream().filter(axis -> axis.kind() == AxisKind.REDUCTION).count();
    if (reductions != 1) {
      return new Result.Rejected(reductions + " reduction axes, needs 1");
    }
    Computation computation = computation(expr, elementType);
    Result direct = assign(computation, List.of(0, 1), expr);
    return direct.equals(NO_COLUMNS) ? assign(computation, List.of(1, 0), expr) : direct;
  }

  /// @param sources which of left and right is the operand in one piece, and which has the lanes
  private static Result assign(Computation computation, List<Integer> sources, TensorExpr expr) {
    List<Load> loads = loads(expr);
    Load a = loads.get(sources.get(0));
    Load b = loads.get(sources.get(1));
    IndexExpr inA = a.coordinates().getFirst();
    IndexExpr inB = b.coordinates().getFirst();
    IndexExpr inC = expr.write().getFirst();
    List<Axis> batch = new ArrayList<>();
    List<Axis> m = new ArrayList<>();
    List<Axis> n = new ArrayList<>();
    for (Axis axis : expr.axes()) {
      if (axis.kind() == AxisKind.REDUCTION) {
        continue;
      }
      boolean column = inC.coefficient(axis.name()).equals(Dims.constant(1));
      if (column && feedsLanes(computation, sources, axis)) {
        n.add(axis);
      } else {
        (inB.uses(axis.name()) ? batch : m).add(axis);
      }
    }
    if (n.isEmpty()) {
      return NO_COLUMNS;
    }
    Axis k = expr.axes().getLast();
    if (!inA.coefficient(k.name()).equals(Dims.constant(1))) {
      return new Result.Rejected("the left operand's reduction axis is not contiguous");
    }
    for (Axis axis : m) {
      if (!isForward(inA.coefficient(axis.name())) || !isForward(inC.coefficient(axis.name()))) {
        return new Result.Rejected("rows run backwards along " + axis.name());
      }
    }
    return new Result.Accepted(new Contraction(expr, a, b, batch, m, n.getFirst(), k));
  }

  /// Lanes are judged on the narrowest instruction; all others differ in their number only.
  private static boolean feedsLanes(Computation computation, List<Integer> sources, Axis axis) {
    return LaneProduct.mapping(computation, LaneProduct.of(Targets.X86_64_V3), sources, axis.name())
        .isPresent();
  }

  private static List<Load> loads(TensorExpr expr) {
    return expr.payload() instanceof Binary(_, Load left, Load right)
        ? List.of(left, right)
        : List.of();
  }

  private static Computation computation(
      TensorExpr expr, Function<String, ElementType> elementType) {
    List<Access> operands =
        loads(expr).stream().map(load -> Access.of(load.tensor(), load.coordinates())).toList();
    Access destination = Access.of(expr.output(), expr.write());
    IndexStatement statement =
        new IndexStatement(destination, Accumulation.SUM, ElementOperation.MULTIPLY, operands);
    List<Tensor> tensors =
        statement.accesses().stream()
            .map(Access::tensor)
            .distinct()
            .map(name -> new Tensor(name, elementType.apply(name), List.of()))
            .toList();
    return new Computation(expr.name(), statement, expr.axes(), tensors, List.of());
  }

  /// False for strides that are certainly negative. Others are products of extents.
  private static boolean isForward(Dim stride) {
    Dim zero = Dims.constant(0);
    return stride.equals(zero) || !Dims.isAtMost(stride, zero);
  }
}
