package dev.certosina.compiler.mapping;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.affine.IndexStatement;
import dev.certosina.compiler.affine.IndexStatementParser;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Computations and intrinsics of one element type made from text; shapes of tensors are made up.
final class Statements {
  private Statements() {}

  /// An axis without a size has a symbol as its extent.
  static Computation computation(String text, Map<String, Integer> sizes, ElementType type) {
    IndexStatement statement = IndexStatementParser.parse(text);
    var axes = new ArrayList<Axis>();
    statement
        .spatialAxes()
        .forEach(axis -> axes.add(new Axis(axis, extent(axis, sizes), AxisKind.PARALLEL)));
    statement
        .reductionAxes()
        .forEach(axis -> axes.add(new Axis(axis, extent(axis, sizes), AxisKind.REDUCTION)));
    List<Tensor> tensors =
        statement.accesses().stream()
            .map(Access::tensor)
            .distinct()
            .map(name -> new Tensor(name, type, List.of()))
            .toList();
    return new Computation("made", statement, axes, tensors, List.of());
  }

  static Computation computation(String text) {
    return computation(text, Map.of(), ElementType.FLOAT32);
  }

  static Intrinsic intrinsic(String text, Map<String, Integer> sizes) {
    return new Intrinsic(
        "made",
        computation(text, sizes, ElementType.FLOAT32),
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Optional.empty(),
        1,
        1,
        "made");
  }

  /// A matrix product of 16×16×16.
  static Intrinsic matrix() {
    return intrinsic("D[i,j] += A[i,r] * B[r,j]", Map.of("i", 16, "j", 16, "r", 16));
  }

  private static Dim extent(String axis, Map<String, Integer> sizes) {
    Integer size = sizes.get(axis);
    return size == null ? Dims.symbol("x." + axis) : Dims.constant(size);
  }
}
