package dev.certosina.compiler.schedule;

import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.mapping.Contraction;
import dev.certosina.compiler.texpr.Payloads;
import dev.certosina.compiler.texpr.Scan;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Load;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// Which axes of an operation can be the rows of a group, and whether reads stay within a row.
final class RowSpace {
  private RowSpace() {}

  /// The axes that become a new group's row space: batch and m axes of a product; all but the one
  /// that a scan runs along; else all parallel axes, less the last one when it is the axis to
  /// vectorise along.
  static List<Axis> preferred(Operation operation) {
    if (operation.product().isPresent()) {
      Contraction parts = operation.product().get();
      List<Axis> axes = new ArrayList<>(parts.batch());
      axes.addAll(parts.m());
      return axes;
    }
    List<Axis> parallel = parallel(operation.expr());
    Optional<Scan> scan = Scan.of(operation.expr());
    if (scan.isPresent()) {
      return parallel.stream().filter(axis -> !axis.equals(scan.get().along())).toList();
    }
    boolean keepsLast = parallel.isEmpty() || reducesAlongMemory(operation.expr());
    return keepsLast ? parallel : parallel.subList(0, parallel.size() - 1);
  }

  /// The axes that take the part of a group's row space with these extents, or empty. A group of
  /// one row takes no operation that has rows of its own: it would lose all of them as tasks.
  static Optional<List<Axis>> matching(Operation operation, List<Dim> extents) {
    boolean isScan = Scan.of(operation.expr()).isPresent();
    List<Axis> candidates =
        operation.product().isPresent() || isScan
            ? preferred(operation)
            : parallel(operation.expr());
    if (candidates.size() < extents.size()
        || (operation.product().isPresent() && candidates.size() != extents.size())
        || (extents.isEmpty() && !preferred(operation).isEmpty())) {
      return Optional.empty();
    }
    List<Axis> first = candidates.subList(0, extents.size());
    return first.stream().map(Axis::extent).toList().equals(extents)
        ? Optional.of(first)
        : Optional.empty();
  }

  static List<Axis> parallel(TensorExpr expr) {
    return expr.axes().stream().filter(axis -> axis.kind() == AxisKind.PARALLEL).toList();
  }

  /// True when some load walks memory element by element along a reduction axis.
  private static boolean reducesAlongMemory(TensorExpr expr) {
    if (expr.combiner() == Combiner.NONE) {
      return false;
    }
    String last = expr.axes().getLast().name();
    for (Payload access : Payloads.accesses(expr.payload())) {
      if (access instanceof Load load
          && !load.coordinates().isEmpty()
          && load.coordinates().getLast().uses(last)) {
        return true;
      }
    }
    return false;
  }

  /// True when `read`, at any point of a row, touches only what `writer` wrote in the same row.
  /// Both use the group's names for the row space.
  static boolean staysInRow(Payload read, TensorExpr writer, List<String> rowAxes, Memory memory) {
    if (!(read instanceof Load load)) {
      return false;
    }
    return load.tensor().equals(writer.output())
        ? sameCoordinates(load, writer, rowAxes)
        : sameAddresses(load, writer, rowAxes, memory);
  }

  private static boolean sameCoordinates(Load load, TensorExpr writer, List<String> rowAxes) {
    for (int d = 0; d < load.coordinates().size(); d++) {
      IndexExpr written = writer.write().get(d);
      boolean rowDim = rowAxes.stream().anyMatch(written::uses);
      if (rowDim && !load.coordinates().get(d).equals(written)) {
        return false;
      }
    }
    return true;
  }

  /// For reads through an alias: equal strides along the row axes, and everything else smaller than
  /// one row.
  private static boolean sameAddresses(
      Load load, TensorExpr writer, List<String> rowAxes, Memory memory) {
    IndexExpr read = memory.address(load.tensor(), load.coordinates());
    IndexExpr written = memory.address(writer.output(), writer.write());
    if (rowAxes.isEmpty() || !read.offset().equals(written.offset())) {
      return false;
    }
    OptionalLong rowLength = OptionalLong.empty();
    for (String axis : rowAxes) {
      Dim stride = written.coefficient(axis);
      if (!read.coefficient(axis).equals(stride)) {
        return false;
      }
      rowLength = Dims.constantValue(stride);
    }
    return rowLength.isPresent()
        && within(memory.tensor(load.tensor()).shape(), load, rowAxes, rowLength.getAsLong());
  }

  /// True when the dims that the row axes do not index hold at most `rowLength` elements.
  private static boolean within(List<Dim> shape, Load load, List<String> rowAxes, long rowLength) {
    Dim rest = Dims.constant(1);
    for (int d = 0; d < shape.size(); d++) {
      IndexExpr coordinate = load.coordinates().get(d);
      boolean rowDim = rowAxes.stream().anyMatch(coordinate::uses);
      if (rowDim && coordinate.terms().size() != 1) {
        return false;
      }
      if (!rowDim) {
        rest = Dims.multiply(rest, shape.get(d));
      }
    }
    OptionalLong elements = Dims.constantValue(rest);
    return elements.isPresent() && elements.getAsLong() <= rowLength;
  }
}
