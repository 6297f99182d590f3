package dev.certosina.compiler.mapping;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.BinaryOperator;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Binary;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Load;
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
    List<Axis> reduction =
        expr.axes().stream().filter(axis -> axis.kind() == AxisKind.REDUCTION).toList();
    if (reduction.size() != 1) {
      return new Result.Rejected(reduction.size() + " reduction axes, needs 1");
    }
    Result direct = assign(expr, left, right, reduction.getFirst());
    return direct.equals(NO_COLUMNS) ? assign(expr, right, left, reduction.getFirst()) : direct;
  }

  private static Result assign(TensorExpr expr, Load a, Load b, Axis k) {
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
      boolean usedByA = inA.uses(axis.name());
      boolean usedByB = inB.uses(axis.name());
      boolean column = inC.coefficient(axis.name()).equals(Dims.constant(1));
      (usedByB ? (column && !usedByA ? n : batch) : m).add(axis);
    }
    if (n.isEmpty()) {
      return NO_COLUMNS;
    }
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

  /// False for strides that are certainly negative. Others are products of extents.
  private static boolean isForward(Dim stride) {
    Dim zero = Dims.constant(0);
    return stride.equals(zero) || !Dims.isAtMost(stride, zero);
  }
}
