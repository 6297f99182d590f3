package dev.certosina.compiler.mapping;

import dev.certosina.ModelException;
import dev.certosina.compiler.mapping.Mapping.AxisGroup;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// How the tiles of an instruction cover a computation whose extents are constants.
///
/// @param axes one per axis of the intrinsic, in its order
/// @param outerPoints points of the axes that stay loops
public record TileCover(List<AxisCover> axes, long outerPoints) {
  public TileCover {
    axes = List.copyOf(axes);
  }

  /// @param extent of the fused axes; 1 for an inserted axis
  /// @param size lanes of the intrinsic's axis
  public record AxisCover(String intrinsicAxis, long extent, long size) {
    public long tiles() {
      return Math.ceilDiv(extent, size);
    }

    /// Lanes of the last tile that stand for nothing.
    public long padding() {
      return tiles() * size - extent;
    }

    /// Lanes that stand for a point, as a share of all lanes; above 0, at most 1.
    public double utilization() {
      return (double) extent / (tiles() * size);
    }
  }

  /// The cover of `mapping`, or empty where an extent depends on a symbol.
  ///
  /// @throws ModelException where a number leaves the 64-bit range
  public static Optional<TileCover> of(Mapping mapping) {
    try {
      var axes = new ArrayList<AxisCover>();
      for (AxisGroup group : mapping.groups()) {
        OptionalLong extent = points(mapping.computation(), group.axes());
        OptionalLong size = points(mapping.intrinsic().compute(), List.of(group.intrinsicAxis()));
        if (extent.isEmpty() || size.isEmpty()) {
          return Optional.empty();
        }
        axes.add(new AxisCover(group.intrinsicAxis(), extent.getAsLong(), size.getAsLong()));
      }
      OptionalLong outer =
          points(mapping.computation(), mapping.outerAxes().stream().map(Axis::name).toList());
      return outer.isPresent()
          ? Optional.of(checked(new TileCover(axes, outer.getAsLong())))
          : Optional.empty();
    } catch (ArithmeticException e) {
      throw new ModelException(
          "%s: more points than a 64-bit number counts".formatted(mapping.computation().name()), e);
    }
  }

  /// Executions of the instruction.
  public long calls() {
    return axes.stream().mapToLong(AxisCover::tiles).reduce(outerPoints, Math::multiplyExact);
  }

  /// Useful points as a share of those that the instruction computes; above 0, at most 1.
  public double utilization() {
    return axes.stream().mapToDouble(AxisCover::utilization).reduce(1, (one, other) -> one * other);
  }

  /// Points that all executions compute, padding among them.
  public long issuedPoints() {
    return axes.stream().mapToLong(AxisCover::size).reduce(calls(), Math::multiplyExact);
  }

  private static TileCover checked(TileCover cover) {
    long issued = cover.issuedPoints();
    if (issued < 1) {
      throw new ArithmeticException("no points");
    }
    return cover;
  }

  private static OptionalLong points(Computation computation, List<String> axes) {
    return Dims.constantValue(
        Dims.multiply(axes.stream().map(axis -> computation.axis(axis).extent()).toList()));
  }
}
