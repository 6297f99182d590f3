package dev.certosina.testkit;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.affine.IndexStatement;
import dev.certosina.compiler.affine.IndexStatement.Accumulation;
import dev.certosina.compiler.affine.IndexStatement.ElementOperation;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.target.Intrinsic.Emission;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dims;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// Instructions written by hand, for tests that need one without an accelerator file.
///
/// All of them are `D += A * B`; an operand is given by its element type and axes, such as `f32 i
/// j`.
public final class SampleIntrinsics {
  private SampleIntrinsics() {}

  /// `D[i] += A * B[i]` in f32.
  public static Intrinsic fmaBroadcast(int lanes) {
    String type = "<" + lanes + " x float>";
    return sum(
        "fma_broadcast_" + lanes,
        Map.of("i", lanes),
        List.of("f32 i", "f32", "f32 i"),
        List.of(),
        List.of(
            "{first} = insertelement " + type + " poison, float {A}, i64 0",
            "{all} = shufflevector "
                + type
                + " {first}, "
                + type
                + " poison, <"
                + lanes
                + " x i32> zeroinitializer",
            "{result} = call %1$s @llvm.fma.v%2$df32(%1$s {all}, %1$s {B}, %1$s {D})"
                .formatted(type, lanes)),
        List.of("declare %1$s @llvm.fma.v%2$df32(%1$s, %1$s, %1$s)".formatted(type, lanes)));
  }

  /// `D[] += A[r] * B[r]` in f32, a partial sum in each lane.
  public static Intrinsic fmaLanes(int lanes) {
    String type = "<" + lanes + " x float>";
    return sum(
        "fma_lanes_" + lanes,
        Map.of("r", lanes),
        List.of("f32", "f32 r", "f32 r"),
        List.of("r"),
        List.of(
            "{result} = call %1$s @llvm.fma.v%2$df32(%1$s {A}, %1$s {B}, %1$s {D})"
                .formatted(type, lanes)),
        // Spelled as LLVM prints it, unlike the emitter.
        List.of("declare  %1$s  @llvm.fma.v%2$df32( %1$s, %1$s, %1$s )".formatted(type, lanes)));
  }

  /// An instruction that is only modelled: `D[i,j] += A[i,r] * B[r,j]`.
  public static Intrinsic matrix(ElementType source, ElementType sum, int i, int j, int r) {
    Map<String, Integer> extents = new LinkedHashMap<>();
    extents.put("i", i);
    extents.put("j", j);
    extents.put("r", r);
    return intrinsic(
        "matrix_%s_%dx%dx%d".formatted(source, i, j, r),
        extents,
        List.of(sum + " i j", source + " i r", source + " r j"),
        List.of(),
        Optional.empty());
  }

  /// `D += A * B` over axes, with a template.
  ///
  /// @param extents of the axes that sum last
  /// @param operands element type and axes of `D`, `A` and `B`
  public static Intrinsic sum(
      String name,
      Map<String, Integer> extents,
      List<String> operands,
      List<String> partialSums,
      List<String> body,
      List<String> declarations) {
    return intrinsic(
        name, extents, operands, partialSums, Optional.of(new Emission(body, declarations)));
  }

  private static Intrinsic intrinsic(
      String name,
      Map<String, Integer> extents,
      List<String> operands,
      List<String> partialSums,
      Optional<Emission> emission) {
    List<String> spatial = axes(operands.getFirst());
    List<Axis> axes =
        Stream.concat(
                spatial.stream(), extents.keySet().stream().filter(axis -> !spatial.contains(axis)))
            .map(axis -> axis(axis, extents, spatial.contains(axis)))
            .toList();
    IndexStatement statement =
        new IndexStatement(
            access("D", operands.get(0)),
            Accumulation.SUM,
            ElementOperation.MULTIPLY,
            List.of(access("A", operands.get(1)), access("B", operands.get(2))));
    List<Tensor> tensors =
        List.of(
            tensor("A", operands.get(1), extents),
            tensor("B", operands.get(2), extents),
            tensor("D", operands.get(0), extents));
    return new Intrinsic(
        name,
        new Computation(name, statement, axes, tensors, List.of()),
        List.of(),
        partialSums,
        List.of(),
        List.of(),
        emission,
        4,
        1,
        "written by hand");
  }

  private static Axis axis(String name, Map<String, Integer> extents, boolean isSpatial) {
    return new Axis(
        name,
        Dims.constant(extents.getOrDefault(name, 0)),
        isSpatial ? AxisKind.PARALLEL : AxisKind.REDUCTION);
  }

  private static Access access(String tensor, String operand) {
    return Access.of(tensor, axes(operand).stream().map(IndexExpr::axis).toList());
  }

  private static Tensor tensor(String name, String operand, Map<String, Integer> extents) {
    return new Tensor(
        name,
        ElementType.parse(operand.split(" ")[0]).orElseThrow(),
        axes(operand).stream().map(axis -> Dims.constant(extents.getOrDefault(axis, 0))).toList());
  }

  private static List<String> axes(String operand) {
    return Arrays.stream(operand.split(" ")).skip(1).toList();
  }
}
