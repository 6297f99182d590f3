package dev.certosina.compiler.texpr;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.graph.AxisArguments;
import dev.certosina.compiler.graph.NodeView;
import dev.certosina.compiler.graph.RuntimeAxes;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// The points of a reduction, and which elements they combine.
///
/// Where the reduced axes are known only when a call is bound, every dim has a parallel and a
/// reduction axis; one of the two has extent 1, and the element is at the sum of both.
///
/// @param axes parallel ones first
/// @param element position of the element in the operand, over `axes`
/// @param shape of the result; dims that are reduced have extent 1, or are left out
/// @param position of the element's result, over the parallel axes
/// @param count how many elements make one result
record ReductionDomain(
    List<Axis> axes,
    List<IndexExpr> element,
    List<Dim> shape,
    List<IndexExpr> position,
    Dim count) {

  static ReductionDomain of(NodeView node) {
    Optional<RuntimeAxes> runtime = AxisArguments.reducedAtRunTime(node);
    if (runtime.isPresent()) {
      return of(node.shape(0), runtime.get());
    }
    AxisArguments.Reduction arguments = AxisArguments.reduction(node);
    return of(node.shape(0), new TreeSet<>(arguments.axes()), arguments.keepDims());
  }

  /// Reduces the dims `reduced` of an operand of shape `operand`, over the axes `d0, d1, …`.
  static ReductionDomain of(List<Dim> operand, Set<Integer> reduced, boolean keepDims) {
    List<Axis> axes = new ArrayList<>();
    for (AxisKind kind : AxisKind.values()) {
      for (int dim = 0; dim < operand.size(); dim++) {
        if (reduced.contains(dim) == (kind == AxisKind.REDUCTION)) {
          axes.add(new Axis(View.axis(dim), operand.get(dim), kind));
        }
      }
    }
    List<Dim> shape = new ArrayList<>();
    List<IndexExpr> position = new ArrayList<>();
    for (int dim = 0; dim < operand.size(); dim++) {
      if (!reduced.contains(dim)) {
        shape.add(operand.get(dim));
        position.add(IndexExpr.axis(View.axis(dim)));
      } else if (keepDims) {
        shape.add(Dims.constant(1));
        position.add(IndexExpr.constant(0));
      }
    }
    Dim count = Dims.multiply(reduced.stream().map(operand::get).toList());
    return new ReductionDomain(axes, View.axes(operand.size()), shape, position, count);
  }

  private static ReductionDomain of(List<Dim> operand, RuntimeAxes reduced) {
    List<Dim> kept = reduced.kept(operand);
    List<Dim> combined = reduced.reduced(operand);
    List<Axis> axes = new ArrayList<>(ProgramBuilder.parallelAxes(kept));
    List<IndexExpr> element = new ArrayList<>();
    for (int dim = 0; dim < operand.size(); dim++) {
      String axis = "r" + dim;
      axes.add(new Axis(axis, combined.get(dim), AxisKind.REDUCTION));
      element.add(IndexExpr.axis(View.axis(dim)).plus(IndexExpr.axis(axis)));
    }
    return new ReductionDomain(
        axes, element, kept, View.axes(operand.size()), Dims.multiply(combined));
  }

  boolean reduces() {
    return axes.stream().anyMatch(axis -> axis.kind() == AxisKind.REDUCTION);
  }
}
