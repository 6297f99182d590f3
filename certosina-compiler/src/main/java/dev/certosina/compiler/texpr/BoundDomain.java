package dev.certosina.compiler.texpr;

import dev.certosina.InternalCompilerException;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.runtime.dim.Dims;
import java.util.List;
import java.util.function.ToLongFunction;

/// The iteration domain of one expression, bound to the shapes of a run.
final class BoundDomain {
  private final List<Axis> axes;
  private final long[] extents;
  private final ToLongFunction<String> symbols;

  BoundDomain(List<Axis> axes, ToLongFunction<String> symbols) {
    this.axes = axes;
    this.symbols = symbols;
    this.extents = axes.stream().mapToLong(axis -> Dims.evaluate(axis.extent(), symbols)).toArray();
  }

  int rank() {
    return extents.length;
  }

  boolean isEmpty(AxisKind kind) {
    for (int axis = 0; axis < extents.length; axis++) {
      if (axes.get(axis).kind() == kind && extents[axis] == 0) {
        return true;
      }
    }
    return false;
  }

  LinearForm bind(IndexExpr index) {
    long[] dense = new long[extents.length];
    for (IndexExpr.Term term : index.terms()) {
      dense[positionOf(term.axis())] = Dims.evaluate(term.coefficient(), symbols);
    }
    return LinearForm.of(dense, Dims.evaluate(index.offset(), symbols));
  }

  /// True if the form is in `[0, extent)` at every point; the domain must not be empty.
  boolean keepsWithin(LinearForm form, long extent) {
    long least = form.offset();
    long most = form.offset();
    for (int i = 0; i < form.axes().length; i++) {
      long reach = form.coefficients()[i] * (extents[form.axes()[i]] - 1);
      least += Math.min(0, reach);
      most += Math.max(0, reach);
    }
    return least >= 0 && most < extent;
  }

  /// Moves `point` to the next point of the axes of one kind, the last axis fastest. Returns false
  /// after the last one, with those coordinates back at 0.
  boolean advance(long[] point, AxisKind kind) {
    for (int axis = extents.length - 1; axis >= 0; axis--) {
      if (axes.get(axis).kind() == kind) {
        point[axis]++;
        if (point[axis] < extents[axis]) {
          return true;
        }
        point[axis] = 0;
      }
    }
    return false;
  }

  private int positionOf(String name) {
    for (int axis = 0; axis < axes.size(); axis++) {
      if (axes.get(axis).name().equals(name)) {
        return axis;
      }
    }
    throw new InternalCompilerException("axis '" + name + "' is not one of the domain's");
  }
}
