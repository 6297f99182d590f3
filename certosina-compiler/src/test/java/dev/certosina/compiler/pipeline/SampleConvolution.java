package dev.certosina.compiler.pipeline;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexStatementParser;
import dev.certosina.compiler.affine.QuasiAffine;
import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.Mapping.AxisGroup;
import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.mapping.PhysicalMapping.Copy;
import dev.certosina.compiler.mapping.PhysicalMapping.Guard;
import dev.certosina.compiler.mapping.PhysicalMapping.Loop;
import dev.certosina.compiler.mapping.PhysicalMapping.OperandMap;
import dev.certosina.compiler.mapping.PhysicalMapping.Strided;
import dev.certosina.compiler.mapping.PhysicalMapping.TiledAxis;
import dev.certosina.compiler.mapping.Placement;
import dev.certosina.compiler.mapping.TileCover.AxisCover;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/// A padded convolution with channels last, its output channels on the lanes of a multiply-add with
/// broadcast.
///
/// @param size rows and columns of the input, and of the output
/// @param channels of the input
/// @param outputs channels of the output
record SampleConvolution(long size, long channels, long outputs) {
  static final long LANES = 16;
  private static final long KERNEL = 3;

  Computation computation() {
    return new Computation(
        "conv",
        IndexStatementParser.parse("O[p,q,k] += I[p + r - 1, q + s - 1, c | 0] * W[r, s, c, k]"),
        List.of(
            axis("p", size, AxisKind.PARALLEL),
            axis("q", size, AxisKind.PARALLEL),
            axis("k", outputs, AxisKind.PARALLEL),
            axis("r", KERNEL, AxisKind.REDUCTION),
            axis("s", KERNEL, AxisKind.REDUCTION),
            axis("c", channels, AxisKind.REDUCTION)),
        List.of(
            tensor("I", size, size, channels),
            tensor("W", KERNEL, KERNEL, channels, outputs),
            tensor("O", size, size, outputs)),
        List.of("W"));
  }

  static Intrinsic multiplyAdd() {
    Computation compute =
        new Computation(
            "fma",
            IndexStatementParser.parse("D[j] += A[] * B[j]"),
            List.of(axis("j", LANES, AxisKind.PARALLEL)),
            List.of(tensor("A"), tensor("B", LANES), tensor("D", LANES)),
            List.of());
    Intrinsic.Emission emission =
        new Intrinsic.Emission(
            List.of(
                "{first} = insertelement <16 x float> poison, float {A}, i32 0",
                "{all} = shufflevector <16 x float> {first}, <16 x float> poison,"
                    + " <16 x i32> zeroinitializer",
                "{result} = call <16 x float> @llvm.fma.v16f32(<16 x float> {all},"
                    + " <16 x float> {B}, <16 x float> {D})"),
            List.of(
                "declare <16 x float> @llvm.fma.v16f32(<16 x float>, <16 x float>, <16 x float>)"));
    return new Intrinsic(
        "fma",
        compute,
        List.of(),
        List.of(),
        List.of(),
        List.of(),
        Optional.of(emission),
        4,
        2,
        "");
  }

  PhysicalMapping map(Placement input, Placement weight, Placement output) {
    Mapping mapping =
        new Mapping(
            computation(), multiplyAdd(), List.of(0, 1), List.of(new AxisGroup("j", List.of("k"))));
    List<Loop> loops =
        List.of(
            loop("p", size, AxisKind.PARALLEL),
            loop("q", size, AxisKind.PARALLEL),
            loop("tile_j", tiles(), AxisKind.PARALLEL),
            loop("r", KERNEL, AxisKind.REDUCTION),
            loop("s", KERNEL, AxisKind.REDUCTION),
            loop("c", channels, AxisKind.REDUCTION));
    return new PhysicalMapping(
        mapping,
        List.of(new TiledAxis(new AxisCover("j", outputs, LANES), "tile_j", "lane_j")),
        loops,
        List.of(input(input), weight(weight), output(output)));
  }

  private long tiles() {
    return Math.ceilDiv(outputs, LANES);
  }

  private OperandMap input(Placement placement) {
    QuasiAffine row = sum(var("p"), var("r"), number(-1));
    QuasiAffine column = sum(var("q"), var("s"), number(-1));
    QuasiAffine element = sum(times(row, size * channels), times(column, channels), var("c"));
    List<Guard> guards = List.of(new Guard(row, size, 0), new Guard(column, size, 0));
    if (placement == Placement.GATHER) {
      return new OperandMap(
          "A", "I", placement, element, guards, Optional.empty(), Optional.empty());
    }
    if (placement == Placement.IN_PLACE) {
      Strided strided = new Strided(element, List.of(), guards);
      return new OperandMap(
          "A", "I", placement, element, guards, Optional.of(strided), Optional.empty());
    }
    QuasiAffine copyRow = sum(var("h"), number(-1));
    QuasiAffine copyColumn = sum(var("w"), number(-1));
    long padded = size + KERNEL - 1;
    Copy copy =
        new Copy(
            List.of(
                loop("h", padded, AxisKind.PARALLEL),
                loop("w", padded, AxisKind.PARALLEL),
                loop("c", channels, AxisKind.PARALLEL)),
            sum(times(copyRow, size * channels), times(copyColumn, channels), var("c")),
            List.of(new Guard(copyRow, size, 0), new Guard(copyColumn, size, 0)));
    QuasiAffine base =
        sum(
            times(sum(var("p"), var("r")), padded * channels),
            times(sum(var("q"), var("s")), channels),
            var("c"));
    Strided strided = new Strided(base, List.of(), List.of());
    return new OperandMap(
        "A", "I", placement, element, guards, Optional.of(strided), Optional.of(copy));
  }

  private QuasiAffine channel(String tile, String lane) {
    return sum(times(var(tile), LANES), var(lane));
  }

  private OperandMap weight(Placement placement) {
    QuasiAffine rest =
        sum(
            times(var("r"), KERNEL * channels * outputs),
            times(var("s"), channels * outputs),
            times(var("c"), outputs));
    QuasiAffine element = sum(rest, channel("tile_j", "lane_j"));
    List<Guard> guards = List.of(new Guard(channel("tile_j", "lane_j"), outputs, 0));
    if (placement == Placement.GATHER) {
      return new OperandMap(
          "B", "W", placement, element, guards, Optional.empty(), Optional.empty());
    }
    if (placement == Placement.IN_PLACE) {
      Strided strided = new Strided(sum(rest, times(var("tile_j"), LANES)), List.of(1L), guards);
      return new OperandMap(
          "B", "W", placement, element, guards, Optional.of(strided), Optional.empty());
    }
    Copy copy =
        new Copy(
            List.of(
                loop("t", tiles(), AxisKind.PARALLEL),
                loop("r", KERNEL, AxisKind.PARALLEL),
                loop("s", KERNEL, AxisKind.PARALLEL),
                loop("c", channels, AxisKind.PARALLEL),
                loop("l", LANES, AxisKind.PARALLEL)),
            sum(rest, channel("t", "l")),
            List.of(new Guard(channel("t", "l"), outputs, 0)));
    long point = channels * LANES;
    QuasiAffine base =
        sum(
            times(var("tile_j"), KERNEL * KERNEL * point),
            times(var("r"), KERNEL * point),
            times(var("s"), point),
            times(var("c"), LANES));
    Strided strided = new Strided(base, List.of(1L), List.of());
    return new OperandMap(
        "B", "W", placement, element, guards, Optional.of(strided), Optional.of(copy));
  }

  private OperandMap output(Placement placement) {
    QuasiAffine pixel = sum(times(var("p"), size), var("q"));
    QuasiAffine element = sum(times(pixel, outputs), channel("tile_j", "lane_j"));
    List<Guard> guards = List.of(new Guard(channel("tile_j", "lane_j"), outputs, 0));
    if (placement == Placement.GATHER) {
      return new OperandMap(
          "D", "O", placement, element, guards, Optional.empty(), Optional.empty());
    }
    if (placement == Placement.IN_PLACE) {
      QuasiAffine base = sum(times(pixel, outputs), times(var("tile_j"), LANES));
      Strided strided = new Strided(base, List.of(1L), guards);
      return new OperandMap(
          "D", "O", placement, element, guards, Optional.of(strided), Optional.empty());
    }
    Copy copy =
        new Copy(
            List.of(
                loop("x", size * size, AxisKind.PARALLEL),
                loop("t", tiles(), AxisKind.PARALLEL),
                loop("l", LANES, AxisKind.PARALLEL)),
            sum(times(var("x"), outputs), channel("t", "l")),
            List.of(new Guard(channel("t", "l"), outputs, 0)));
    QuasiAffine base = sum(times(pixel, tiles() * LANES), times(var("tile_j"), LANES));
    Strided strided = new Strided(base, List.of(1L), List.of());
    return new OperandMap(
        "D", "O", placement, element, guards, Optional.of(strided), Optional.of(copy));
  }

  private static Axis axis(String name, long extent, AxisKind kind) {
    return new Axis(name, Dims.constant(extent), kind);
  }

  private static Tensor tensor(String name, long... shape) {
    return new Tensor(
        name, ElementType.FLOAT32, Arrays.stream(shape).mapToObj(Dims::constant).toList());
  }

  private static Loop loop(String name, long extent, AxisKind kind) {
    return new Loop(name, extent, kind);
  }

  private static QuasiAffine var(String name) {
    return new QuasiAffine.Variable(name);
  }

  private static QuasiAffine number(long value) {
    return new QuasiAffine.Constant(value);
  }

  private static QuasiAffine times(QuasiAffine operand, long factor) {
    return new QuasiAffine.Scaled(operand, factor);
  }

  private static QuasiAffine sum(QuasiAffine... terms) {
    return new QuasiAffine.Sum(new ArrayList<>(List.of(terms)));
  }
}
