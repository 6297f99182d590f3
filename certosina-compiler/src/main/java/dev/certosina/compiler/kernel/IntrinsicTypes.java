package dev.certosina.compiler.kernel;

import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;

/// The types of the values that an instruction takes and gives.
///
/// A value has one lane per element of the operand's tile, row-major; the destination's has one for
/// each partial sum of an element, innermost.
public final class IntrinsicTypes {
  private IntrinsicTypes() {}

  /// What [Kernel.Expr.Invoke] gives.
  public static Type result(Intrinsic intrinsic) {
    Tensor destination = intrinsic.compute().destination();
    return new Type(destination.type(), destinationLanes(intrinsic));
  }

  /// What [Kernel.Expr.Invoke] takes: the destination's value, then the sources in the order of the
  /// statement.
  public static List<Type> operands(Intrinsic intrinsic) {
    Computation compute = intrinsic.compute();
    List<Type> types = new ArrayList<>(List.of(result(intrinsic)));
    for (Access source : compute.statement().operands()) {
      Tensor tensor = compute.tensor(source.tensor());
      types.add(new Type(tensor.type(), elements(tensor)));
    }
    return List.copyOf(types);
  }

  /// Lanes that hold partial sums of one element of the destination; 1 without partial sums.
  public static int partialSums(Intrinsic intrinsic) {
    return intrinsic.partialSums().stream()
        .mapToInt(axis -> extent(intrinsic.compute().axis(axis).extent()))
        .reduce(1, Math::multiplyExact);
  }

  private static int destinationLanes(Intrinsic intrinsic) {
    int elements = elements(intrinsic.compute().destination());
    return Math.multiplyExact(elements, partialSums(intrinsic));
  }

  private static int elements(Tensor tensor) {
    return tensor.shape().stream().mapToInt(IntrinsicTypes::extent).reduce(1, Math::multiplyExact);
  }

  /// Extents of an instruction are constants.
  static int extent(Dim dim) {
    return Math.toIntExact(Dims.constantValue(dim).orElseThrow());
  }
}
