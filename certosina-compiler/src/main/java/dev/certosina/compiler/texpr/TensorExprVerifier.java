package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/// Checks one expression whose tensors are all declared.
final class TensorExprVerifier {
  private static final Dim ZERO = Dims.constant(0);
  private static final Dim ONE = Dims.constant(1);

  private final TensorExpr expr;
  private final Map<String, Tensor> tensors;
  private final boolean everyLoad;
  private final Consumer<String> report;
  private final Map<String, Axis> axes = new HashMap<>();

  /// @param everyLoad whether loads that a select may skip count as made at every point
  TensorExprVerifier(
      TensorExpr expr, Map<String, Tensor> tensors, boolean everyLoad, Consumer<String> report) {
    this.expr = expr;
    this.tensors = tensors;
    this.everyLoad = everyLoad;
    this.report = report;
  }

  void run() {
    verifyAxes();
    verifyTypes();
    verifyCoordinates(tensor(expr.output()), expr.write(), true);
    verifyWrite();
    List<Payload> always = Payloads.accessesAtEveryPoint(expr.payload());
    for (Payload access : Payloads.accesses(expr.payload())) {
      switch (access) {
        case Payload.Load load -> verifyLoad(load, everyLoad || always.contains(load));
        case Payload.Gather gather -> verifyGather(gather);
        case Payload.FloatConstant _,
            Payload.IntConstant _,
            Payload.IndexValue _,
            Payload.Unary _,
            Payload.Binary _,
            Payload.Select _,
            Payload.Convert _ -> {}
      }
    }
    for (String axis : Payloads.axes(expr.payload())) {
      if (!axes.containsKey(axis)) {
        report.accept("found axis '" + axis + "' in the payload, needed one of the domain");
      }
    }
  }

  /// The number of points that write: the product of the parallel extents.
  static Dim writtenCount(TensorExpr expr) {
    return Dims.multiply(
        expr.axes().stream()
            .filter(axis -> axis.kind() == AxisKind.PARALLEL)
            .map(Axis::extent)
            .toList());
  }

  private void verifyAxes() {
    boolean reduces = false;
    for (Axis axis : expr.axes()) {
      if (axes.putIfAbsent(axis.name(), axis) != null) {
        report.accept("found axis '" + axis.name() + "' twice");
      }
      if (reduces && axis.kind() == AxisKind.PARALLEL) {
        report.accept("found parallel axis '" + axis.name() + "' after a reduction axis");
      }
      reduces |= axis.kind() == AxisKind.REDUCTION;
    }
    if (reduces == (expr.combiner() == Combiner.NONE)) {
      report.accept(
          reduces
              ? "found reduction axes, needed a combiner"
              : "found combiner " + expr.combiner() + ", needed a reduction axis");
    }
  }

  private void verifyTypes() {
    ElementType found =
        new PayloadVerifier(name -> tensor(name).type(), report).verify(expr.payload());
    Tensor output = tensor(expr.output());
    if (found != output.type()) {
      report.accept("found payload type %s, needed %s".formatted(found, output.type()));
    }
    boolean combinable = found.isInteger() || PayloadVerifier.isComputedFloat(found);
    if (expr.combiner() != Combiner.NONE && !combinable) {
      report.accept("found a reduction of " + found + ", needed f32, f64 or an integer");
    }
  }

  private void verifyWrite() {
    for (Axis axis : expr.axes()) {
      boolean used = expr.write().stream().anyMatch(index -> index.uses(axis.name()));
      if (axis.kind() == AxisKind.REDUCTION && used) {
        report.accept("found reduction axis '" + axis.name() + "' in the write");
      }
      boolean mayRepeat = Dims.constantValue(axis.extent()).orElse(2) > 1;
      if (axis.kind() == AxisKind.PARALLEL && !used && mayRepeat) {
        report.accept("found no use of parallel axis '" + axis.name() + "' in the write");
      }
    }
  }

  private void verifyLoad(Payload.Load load, boolean atEveryPoint) {
    verifyCoordinates(tensor(load.tensor()), load.coordinates(), atEveryPoint);
  }

  private void verifyGather(Payload.Gather gather) {
    Tensor tensor = tensor(gather.tensor());
    if (gather.dim() < 0 || gather.dim() >= tensor.shape().size()) {
      report.accept("found gather dim %d of %s".formatted(gather.dim(), tensor.name()));
      return;
    }
    verifyCoordinates(tensor, gather.coordinates(), true);
    if (gather.dim() < gather.coordinates().size()
        && !gather.coordinates().get(gather.dim()).equals(IndexExpr.constant(0))) {
      report.accept("found a coordinate where the gather has its index, needed 0");
    }
  }

  /// @param atEveryPoint false for a load that a select may skip where it would leave its tensor
  private void verifyCoordinates(Tensor tensor, List<IndexExpr> coordinates, boolean atEveryPoint) {
    if (coordinates.size() != tensor.shape().size()) {
      report.accept(
          "found %d coordinates of %s, needed %d"
              .formatted(coordinates.size(), tensor.name(), tensor.shape().size()));
      return;
    }
    for (int dim = 0; dim < coordinates.size(); dim++) {
      IndexExpr coordinate = coordinates.get(dim);
      boolean bound = coordinate.terms().stream().allMatch(term -> axes.containsKey(term.axis()));
      if (!bound) {
        report.accept(
            "found an axis outside the domain in coordinate "
                + TensorProgramPrinter.print(coordinate));
      } else if (atEveryPoint && !isEmpty() && leaves(coordinate, tensor.shape().get(dim))) {
        report.accept(
            "coordinate %s of dim %d of '%s' leaves the extent %s"
                .formatted(
                    TensorProgramPrinter.print(coordinate),
                    dim,
                    tensor.name(),
                    Dims.print(tensor.shape().get(dim))));
      }
    }
  }

  private boolean isEmpty() {
    return expr.axes().stream().anyMatch(axis -> axis.extent().equals(ZERO));
  }

  /// True if some point is outside `[0, extent)` whatever the symbols are, empty domains apart.
  private boolean leaves(IndexExpr coordinate, Dim extent) {
    Dim least = coordinate.offset();
    Dim most = coordinate.offset();
    for (IndexExpr.Term term : coordinate.terms()) {
      Axis axis = Objects.requireNonNull(axes.get(term.axis()));
      Dim reach = Dims.multiply(term.coefficient(), Dims.subtract(axis.extent(), ONE));
      if (Dims.isAtMost(ZERO, term.coefficient())) {
        most = Dims.add(most, reach);
      } else if (Dims.isAtMost(term.coefficient(), ZERO)) {
        least = Dims.add(least, reach);
      } else {
        return false;
      }
    }
    return Dims.isAtMost(least, Dims.constant(-1)) || Dims.isAtMost(extent, most);
  }

  private Tensor tensor(String name) {
    return Objects.requireNonNull(tensors.get(name));
  }
}
