package dev.certosina.compiler.graph;

import dev.certosina.ModelException;
import dev.certosina.compiler.graph.Inference.Result;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.Program.Relation;
import java.util.ArrayList;
import java.util.List;

/// Reshape: a target extent may be 0, which copies the input's unless `allowzero` is set, or, once,
/// -1, which stands for what is left. Where an extent is an element of an input, which of the three
/// it is shows only when a call is bound.
final class ReshapeInference {
  private static final int TARGET = 1;
  private static final Dim ZERO = Dims.constant(0);
  private static final Dim ONE = Dims.constant(1);
  private static final Dim INFERRED = Dims.constant(-1);

  private final NodeView node;
  private final DimRelations dims;
  private final List<Dim> source;
  private final boolean allowZero;
  private final List<Dim> given;

  /// What each given extent is unless it is -1.
  private final List<Dim> plain = new ArrayList<>();

  private ReshapeInference(NodeView node, DimRelations dims) {
    this.node = node;
    this.dims = dims;
    this.source = node.shape(0);
    this.allowZero = node.flag("allowzero", false);
    this.given = node.knownContents(TARGET, "target shape");
  }

  static List<Result> infer(NodeView node, DimRelations dims) {
    Types.requireShape(node, TARGET);
    return Result.of(node.type(0), new ReshapeInference(node, dims).target(), node.contents(0));
  }

  private List<Dim> target() {
    for (int axis = 0; axis < given.size(); axis++) {
      plain.add(plain(axis));
    }
    Dim inferredCount = Dims.add(given.stream().map(ReshapeInference::inferredFlag).toList());
    requireAtMostOne(inferredCount);
    var target = new ArrayList<Dim>();
    for (int axis = 0; axis < given.size(); axis++) {
      target.add(mayBeInferred(given.get(axis)) ? inferredOrPlain(axis) : plain.get(axis));
    }
    if (inferredCount.equals(ONE)) {
      requireMultiple();
    } else {
      requireNoZeroBesideInferred(inferredCount);
      requireSameCount(target);
    }
    return target;
  }

  private Dim plain(int axis) {
    Dim extent = given.get(axis);
    if (extent.equals(INFERRED)) {
      return ONE;
    }
    if (Choices.dependsOnData(extent)) {
      return plainAtRunTime(axis, extent);
    }
    return extent.equals(ZERO) && !allowZero
        ? copied(axis)
        : ViewInference.nonNegative(node, dims, extent);
  }

  private Dim plainAtRunTime(int axis, Dim extent) {
    dims.check(
        INFERRED,
        Relation.AT_MOST,
        extent,
        "%s: extent %s is less than -1".formatted(node.where(), Dims.print(extent)));
    Dim positive = Dims.max(extent, ZERO);
    if (allowZero) {
      return positive;
    }
    if (axis < source.size()) {
      return Dims.choice(extent, ZERO, source.get(axis), positive);
    }
    dims.check(Dims.choice(extent, ZERO, ZERO, ONE), Relation.EQUAL, ONE, copiesTooMuch(axis));
    return positive;
  }

  private Dim copied(int axis) {
    if (axis >= source.size()) {
      throw new ModelException(copiesTooMuch(axis));
    }
    return source.get(axis);
  }

  private String copiesTooMuch(int axis) {
    return "%s: its target shape copies axis %d of an input of rank %d"
        .formatted(node.where(), axis, source.size());
  }

  private static boolean mayBeInferred(Dim extent) {
    return extent.equals(INFERRED) || Choices.dependsOnData(extent);
  }

  /// 1 where the extent is -1, else 0.
  private static Dim inferredFlag(Dim extent) {
    return mayBeInferred(extent) ? Dims.choice(extent, INFERRED, ONE, ZERO) : ZERO;
  }

  private Dim inferredOrPlain(int axis) {
    var others = new ArrayList<>(plain);
    others.remove(axis);
    Dim known = Dims.multiply(others);
    if (known.equals(ZERO)) {
      if (given.get(axis).equals(INFERRED)) {
        throw node.error("its target shape has a -1 beside an extent of 0");
      }
      return plain.get(axis); // -1 is refused when it occurs
    }
    Dim quotient = Dims.floorDiv(Dims.multiply(source), known);
    return Dims.choice(given.get(axis), INFERRED, quotient, plain.get(axis));
  }

  private void requireAtMostOne(Dim inferredCount) {
    String message = node.where() + ": its target shape has more than one -1";
    dims.check(inferredCount, Relation.AT_MOST, ONE, message);
  }

  /// For a -1 that is known to be there.
  private void requireMultiple() {
    Dim total = Dims.multiply(source);
    Dim known = Dims.multiply(plain);
    dims.check(
        Dims.mod(total, known),
        Relation.EQUAL,
        ZERO,
        "%s: cannot reshape %s elements to a multiple of %s"
            .formatted(node.where(), Dims.print(total), Dims.print(known)));
  }

  /// For a -1 that may be there: a quotient must not be taken by 0.
  private void requireNoZeroBesideInferred(Dim inferredCount) {
    var others = new ArrayList<Dim>();
    for (int axis = 0; axis < given.size(); axis++) {
      Dim extent = given.get(axis);
      others.add(
          mayBeInferred(extent)
              ? Dims.choice(extent, INFERRED, ONE, plain.get(axis))
              : plain.get(axis));
    }
    dims.check(
        ONE,
        Relation.AT_MOST,
        Dims.choice(inferredCount, ONE, Dims.multiply(others), ONE),
        node.where() + ": its target shape has a -1 beside an extent of 0");
  }

  private void requireSameCount(List<Dim> target) {
    dims.check(
        Dims.multiply(source),
        Relation.EQUAL,
        Dims.multiply(target),
        "%s: cannot reshape %s to %s"
            .formatted(
                node.where(), GraphPrinter.shapeText(source), GraphPrinter.shapeText(target)));
  }
}
