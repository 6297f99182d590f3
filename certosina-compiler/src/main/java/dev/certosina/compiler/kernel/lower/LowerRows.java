package dev.certosina.compiler.kernel.lower;

import static dev.certosina.compiler.kernel.KernelExprs.add;
import static dev.certosina.compiler.kernel.KernelExprs.coordinate;

import dev.certosina.compiler.kernel.Kernel.Access;
import dev.certosina.compiler.kernel.Kernel.Coordinate;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Linkage;
import dev.certosina.compiler.kernel.KernelBuilder;
import dev.certosina.compiler.schedule.Memory;
import dev.certosina.compiler.schedule.Place;
import dev.certosina.compiler.schedule.Stage;
import dev.certosina.compiler.schedule.TaskGroup;
import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.texpr.Payloads;
import dev.certosina.compiler.texpr.Scan;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.Program.BufferKind;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Lowers row-wise expressions: element-wise chains, reductions, softmax, layer norm, gathers,
/// copies.
final class LowerRows {
  private final Memory memory;
  private final Map<String, Place> places;
  private final Target target;

  LowerRows(Memory memory, Map<String, Place> places, Target target) {
    this.memory = memory;
    this.places = places;
    this.target = target;
  }

  LoweredStage lower(TaskGroup group, Stage.Rows stage) {
    KernelBuilder builder = new KernelBuilder("rows", Linkage.ENTRY);
    Map<String, Access> accesses = accesses(stage.exprs());
    ArgumentBlock block = new ArgumentBlock(builder, group, memory, places, accesses);
    block.bindBuffers(accesses.keySet());
    block.bindOuterAxes();
    int lanes = target.lanes(Float.BYTES);
    RowEmitter emitter = new RowEmitter(builder, block, memory, places, lanes);
    Set<String> rowAxes = new HashSet<>();
    group.outer().forEach(axis -> rowAxes.add(axis.name()));
    rowAxes.add(group.row().name());
    List<Pass> passes = Pass.plan(stage.exprs(), rowAxes);
    Expr first = coordinate(Coordinate.ROW);
    builder.forLoop(
        "row",
        first,
        add(first, coordinate(Coordinate.ROWS)),
        1,
        row -> {
          block.setAxis(group.row().name(), row);
          emitter.startRow();
          passes.forEach(emitter::emit);
        });
    return new LoweredStage(
        builder.build(),
        List.of(),
        block.words(),
        Dims.constant(1),
        1,
        flopsPerRow(stage.exprs(), rowAxes),
        bytesPerRow(stage.exprs(), rowAxes),
        Dims.constant(0));
  }

  /// How each buffer is used, in the order of first use; tensors in registers have none.
  private Map<String, Access> accesses(List<TensorExpr> exprs) {
    Map<String, Access> accesses = new LinkedHashMap<>();
    for (TensorExpr expr : exprs) {
      Payloads.tensors(expr.payload())
          .forEach(tensor -> addAccess(accesses, memory.owner(tensor), Access.READ));
      addAccess(accesses, expr.output(), Access.WRITE);
    }
    return accesses;
  }

  private void addAccess(Map<String, Access> accesses, String tensor, Access access) {
    if (places.get(tensor) instanceof Place.InBuffer(String buffer, BufferKind _, int _)) {
      accesses.merge(buffer, access, (a, b) -> a == b ? a : Access.READ_WRITE);
    }
  }

  private static Dim flopsPerRow(List<TensorExpr> exprs, Set<String> rowAxes) {
    Dim sum = Dims.constant(0);
    for (TensorExpr expr : exprs) {
      sum = Dims.add(sum, Dims.multiply(points(expr, rowAxes), Dims.constant(nodes(expr))));
    }
    return sum;
  }

  private Dim bytesPerRow(List<TensorExpr> exprs, Set<String> rowAxes) {
    Dim sum = Dims.constant(0);
    for (TensorExpr expr : exprs) {
      long bytes = 0;
      for (Payload access : Payloads.accesses(expr.payload())) {
        bytes += access instanceof Payload.Load load ? memory.type(load.tensor()).byteSize() : 4;
      }
      bytes += memory.type(expr.output()).byteSize();
      sum = Dims.add(sum, Dims.multiply(points(expr, rowAxes), Dims.constant(bytes)));
    }
    return sum;
  }

  private static Dim points(TensorExpr expr, Set<String> rowAxes) {
    Dim points = Dims.constant(1);
    for (Axis axis : Scan.of(expr).map(Scan::values).orElse(expr).axes()) {
      if (!rowAxes.contains(axis.name())) {
        points = Dims.multiply(points, axis.extent());
      }
    }
    return points;
  }

  private static long nodes(TensorExpr expr) {
    return 1 + countNodes(expr.payload());
  }

  private static long countNodes(Payload payload) {
    return Payloads.children(payload).stream().mapToLong(child -> 1 + countNodes(child)).sum();
  }
}
