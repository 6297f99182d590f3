package dev.certosina.compiler.mapping;

import dev.certosina.ElementType;
import dev.certosina.InternalCompilerException;
import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.affine.IndexStatement;
import dev.certosina.compiler.affine.IndexStatement.Accumulation;
import dev.certosina.compiler.affine.IndexStatement.ElementOperation;
import dev.certosina.compiler.mapping.Mapping.AxisGroup;
import dev.certosina.compiler.target.Accelerators;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.target.Intrinsic.Stride;
import dev.certosina.compiler.target.Target;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/// The instruction that a target's f32 matrix products are made of: of all those onto which `C[m,n]
/// += A[m,k] * B[k,n]` maps with `n` in its lanes, and `m` and `k` as loops, the one with the most
/// products a cycle.
public final class LaneProduct {
  private static final Map<String, Intrinsic> FOUND = new ConcurrentHashMap<>();
  private static final Computation PRODUCT = product();

  private LaneProduct() {}

  /// The instruction; its one axis runs over neighbours in the result.
  ///
  /// @throws InternalCompilerException when the accelerators of `target` have none
  public static Intrinsic of(Target target) {
    return FOUND.computeIfAbsent(target.name(), _ -> find(target));
  }

  private static Intrinsic find(Target target) {
    return Accelerators.forTarget(target).stream()
        .flatMap(accelerator -> accelerator.intrinsics().stream())
        .filter(LaneProduct::fits)
        .max(
            Comparator.comparingDouble((Intrinsic one) -> lanes(one) * one.perCycle())
                .thenComparing(Intrinsic::name))
        .orElseThrow(() ->
            new InternalCompilerException(
                "target '" + target + "': no instruction for a matrix product of f32"));
  }

  private static boolean fits(Intrinsic intrinsic) {
    List<Axis> axes = intrinsic.compute().axes();
    return axes.size() == 1
        && intrinsic.emission().isPresent()
        && mapping(PRODUCT, intrinsic, List.of(0, 1), "n").isPresent()
        && intrinsic.transfers().stream()
            .flatMap(transfer -> transfer.strides().stream())
            .allMatch(stride -> stride instanceof Stride.Fixed(_, long elements) && elements == 1);
  }

  /// The mapping with `axis` alone in the lanes, or empty where it is not correct.
  static Optional<Mapping> mapping(
      Computation computation, Intrinsic intrinsic, List<Integer> sources, String axis) {
    String fed = intrinsic.compute().axes().getFirst().name();
    Mapping mapping =
        new Mapping(computation, intrinsic, sources, List.of(new AxisGroup(fed, List.of(axis))));
    return ValidateMapping.rejections(mapping).isEmpty() ? Optional.of(mapping) : Optional.empty();
  }

  /// How many columns one instruction computes.
  public static int lanes(Intrinsic intrinsic) {
    Dim extent = intrinsic.compute().axes().getFirst().extent();
    return Math.toIntExact(Dims.constantValue(extent).orElseThrow());
  }

  private static Computation product() {
    Dim two = Dims.constant(2);
    List<Axis> axes =
        List.of(
            new Axis("m", two, AxisKind.PARALLEL),
            new Axis("n", two, AxisKind.PARALLEL),
            new Axis("k", two, AxisKind.REDUCTION));
    IndexStatement statement =
        new IndexStatement(
            access("C", "m", "n"),
            Accumulation.SUM,
            ElementOperation.MULTIPLY,
            List.of(access("A", "m", "k"), access("B", "k", "n")));
    List<Tensor> tensors =
        Stream.of("A", "B", "C")
            .map(name -> new Tensor(name, ElementType.FLOAT32, List.of(two, two)))
            .toList();
    return new Computation("product", statement, axes, tensors, List.of());
  }

  private static Access access(String tensor, String row, String column) {
    return Access.of(tensor, List.of(IndexExpr.axis(row), IndexExpr.axis(column)));
  }
}
