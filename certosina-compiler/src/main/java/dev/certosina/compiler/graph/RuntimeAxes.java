package dev.certosina.compiler.graph;

import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.Program.Relation;
import java.util.ArrayList;
import java.util.List;

/// Axes that are known only when a call is bound: they may come from the data of an input.
///
/// @param axes each from `-rank` up to `rank - 1`; no two name the same axis
/// @param rank of the tensor that they count the axes of
public record RuntimeAxes(List<Dim> axes, int rank) {
  private static final Dim ZERO = Dims.constant(0);
  private static final Dim ONE = Dims.constant(1);

  public RuntimeAxes {
    axes = List.copyOf(axes);
  }

  /// 1 where `axis`, counted from the front, is one of the axes, else 0.
  public Dim flag(int axis) {
    Dim flag = ZERO;
    for (Dim named : axes) {
      flag = Dims.add(flag, ifNamed(named, axis, ONE, ZERO));
    }
    return flag;
  }

  /// `then` where `named` is `axis`, counted from the front or the back, else `otherwise`.
  Dim ifNamed(Dim named, int axis, Dim then, Dim otherwise) {
    Dim fromBack = Dims.choice(named, Dims.constant(axis - rank), then, otherwise);
    return Dims.choice(named, Dims.constant(axis), then, fromBack);
  }

  /// `shape` with extent 1 on these axes.
  public List<Dim> kept(List<Dim> shape) {
    var kept = new ArrayList<Dim>();
    for (int axis = 0; axis < rank; axis++) {
      kept.add(Dims.choice(flag(axis), ONE, ONE, shape.get(axis)));
    }
    return kept;
  }

  /// `shape` with extent 1 on all axes but these.
  public List<Dim> reduced(List<Dim> shape) {
    var reduced = new ArrayList<Dim>();
    for (int axis = 0; axis < rank; axis++) {
      reduced.add(Dims.choice(flag(axis), ONE, shape.get(axis), ONE));
    }
    return reduced;
  }

  /// `shape` without these axes.
  List<Dim> removed(List<Dim> shape) {
    var removed = new ArrayList<Dim>();
    for (int position = 0; position < rank - axes.size(); position++) {
      int last = position + axes.size();
      Dim extent = shape.get(last);
      for (int axis = last - 1; axis >= position; axis--) {
        // A removed axis gets a place that no position equals.
        Dim beyond = Dims.multiply(flag(axis), Dims.constant(rank));
        Dim place = Dims.add(List.of(Dims.constant(axis), minus(flagsBefore(axis)), beyond));
        extent = Dims.choice(place, Dims.constant(position), shape.get(axis), extent);
      }
      removed.add(extent);
    }
    return removed;
  }

  /// `shape`, which has fewer axes, with an extent of 1 put in at each of these.
  List<Dim> inserted(List<Dim> shape) {
    var inserted = new ArrayList<Dim>();
    for (int axis = 0; axis < rank; axis++) {
      int first = Math.max(0, axis - axes.size());
      int last = Math.min(axis, shape.size() - 1);
      Dim source = Dims.subtract(Dims.constant(axis), flagsBefore(axis));
      Dim extent = first > last ? ONE : Choices.pick(shape, source, first, last);
      inserted.add(Dims.choice(flag(axis), ONE, ONE, extent));
    }
    return inserted;
  }

  private static Dim minus(Dim dim) {
    return Dims.multiply(Dims.constant(-1), dim);
  }

  private Dim flagsBefore(int axis) {
    Dim count = ZERO;
    for (int before = 0; before < axis; before++) {
      count = Dims.add(count, flag(before));
    }
    return count;
  }

  /// Demands that the axes are in range and different.
  void check(NodeView node, DimRelations dims) {
    for (int i = 0; i < axes.size(); i++) {
      Dim axis = axes.get(i);
      String message =
          "%s: axis %s is out of range for rank %d".formatted(node.where(), Dims.print(axis), rank);
      dims.check(Dims.constant(-rank), Relation.AT_MOST, axis, message);
      dims.check(axis, Relation.AT_MOST, Dims.constant(rank - 1L), message);
      for (int j = 0; j < i; j++) {
        dims.check(
            Dims.choice(fromFront(axis), fromFront(axes.get(j)), ONE, ZERO),
            Relation.EQUAL,
            ZERO,
            "%s: axes %s and %s name an axis twice"
                .formatted(node.where(), Dims.print(axes.get(j)), Dims.print(axis)));
      }
    }
  }

  private Dim fromFront(Dim axis) {
    return Choices.ifNegative(axis, Dims.add(axis, Dims.constant(rank)), axis);
  }
}
