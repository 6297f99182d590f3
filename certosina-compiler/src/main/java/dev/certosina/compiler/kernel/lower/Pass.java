package dev.certosina.compiler.kernel.lower;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.texpr.Payloads;
import dev.certosina.compiler.texpr.Scan;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Load;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Expressions of one row that are evaluated in one loop nest.
///
/// All expressions of a pass have the same number of loop axes; a pass with several expressions has
/// exactly one, under one name, and an expression reads of what the pass computes only the element
/// at the same point. A scan is a pass of its own, along its positions.
///
/// @param outer parallel loop axes around the vector axis; empty when there are several expressions
/// @param inner reduction axes inside or around the vector axis, whichever it is not
/// @param vector the axis that lanes run along; empty when the row has a single point
record Pass(List<TensorExpr> exprs, List<Axis> outer, List<Axis> inner, List<Axis> vector) {

  /// Cuts a row's expressions into passes.
  ///
  /// @param rowAxes axes of the row space, which are not looped over inside a row
  static List<Pass> plan(List<TensorExpr> exprs, Set<String> rowAxes) {
    List<Pass> passes = new ArrayList<>();
    for (TensorExpr expr : exprs) {
      Pass alone = alone(expr, rowAxes);
      if (!passes.isEmpty() && passes.getLast().accepts(alone)) {
        passes.add(passes.removeLast().with(alone));
      } else {
        passes.add(alone);
      }
    }
    return passes;
  }

  private static Pass alone(TensorExpr expr, Set<String> rowAxes) {
    List<Axis> parallel = new ArrayList<>();
    List<Axis> reduction = new ArrayList<>();
    Optional<Scan> scan = Scan.of(expr);
    if (scan.isPresent()) {
      parallel.addAll(scan.get().values().axes());
      parallel.removeIf(
          axis -> rowAxes.contains(axis.name()) || axis.name().equals(scan.get().along().name()));
      return new Pass(List.of(expr), List.copyOf(parallel), List.of(), List.of(scan.get().along()));
    }
    for (Axis axis : expr.axes()) {
      if (axis.kind() == AxisKind.REDUCTION) {
        reduction.add(axis);
      } else if (!rowAxes.contains(axis.name())) {
        parallel.add(axis);
      }
    }
    List<Axis> from = parallel.isEmpty() ? reduction : parallel;
    List<Axis> vector = from.isEmpty() ? List.of() : List.of(from.removeLast());
    return new Pass(List.of(expr), List.copyOf(parallel), List.copyOf(reduction), vector);
  }

  private boolean accepts(Pass next) {
    if (scan().isPresent() || next.scan().isPresent()) {
      return false;
    }
    if (!isSingleLoop() || !next.isSingleLoop()) {
      return isScalar() && next.isScalar();
    }
    TensorExpr expr = next.exprs.getFirst();
    return vector.getFirst().extent().equals(next.vector.getFirst().extent())
        && exprs.stream().allMatch(earlier -> readsSamePoint(expr, next, earlier));
  }

  private boolean isSingleLoop() {
    return outer.isEmpty() && inner.isEmpty() && !vector.isEmpty();
  }

  /// The scan that the pass consists of, if it is one.
  Optional<Scan> scan() {
    return Scan.of(exprs.getFirst());
  }

  boolean isScalar() {
    return vector.isEmpty();
  }

  private boolean readsSamePoint(TensorExpr expr, Pass next, TensorExpr earlier) {
    IndexExpr written = earlier.write().getFirst();
    for (Payload access : Payloads.accesses(expr.payload())) {
      switch (access) {
        case Load load -> {
          boolean depends = load.tensor().equals(earlier.output());
          IndexExpr read = renamed(load.coordinates().getFirst(), next);
          if (depends && (earlier.combiner() != Combiner.NONE || !read.equals(written))) {
            return false;
          }
        }
        case Payload.Gather gather -> {
          if (gather.tensor().equals(earlier.output())) {
            return false;
          }
        }
        case Payload.FloatConstant _,
            Payload.IntConstant _,
            Payload.IndexValue _,
            Payload.Unary _,
            Payload.Binary _,
            Payload.Select _,
            Payload.Convert _ -> {}
      }
    }
    return true;
  }

  private IndexExpr renamed(IndexExpr index, Pass next) {
    String from = next.vector.getFirst().name();
    String to = vector.getFirst().name();
    return index.substitute(axis -> IndexExpr.axis(axis.equals(from) ? to : axis));
  }

  /// The other pass's expression joins this one's loop, under this one's axis name.
  private Pass with(Pass next) {
    List<TensorExpr> all = new ArrayList<>(exprs);
    TensorExpr expr = next.exprs.getFirst();
    all.add(isScalar() ? expr : renamed(expr, next));
    return new Pass(List.copyOf(all), outer, inner, vector);
  }

  private TensorExpr renamed(TensorExpr expr, Pass next) {
    String from = next.vector.getFirst().name();
    String to = vector.getFirst().name();
    List<Axis> axes = new ArrayList<>();
    for (Axis axis : expr.axes()) {
      axes.add(axis.name().equals(from) ? new Axis(to, axis.extent(), axis.kind()) : axis);
    }
    return new TensorExpr(
        expr.name(),
        axes,
        expr.output(),
        expr.write().stream().map(index -> renamed(index, next)).toList(),
        expr.combiner(),
        Payloads.mapIndices(expr.payload(), index -> renamed(index, next)));
  }
}
