package dev.certosina.compiler.mapping;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.QuasiAffine;
import dev.certosina.compiler.mapping.TileCover.AxisCover;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import java.util.List;
import java.util.Optional;

/// A mapping for concrete extents: loops over tiles, and for each operand the addresses that the
/// instruction is given (AMOS's memory mapping).
///
/// Fused axes are numbered mixed-radix: `F = sum(axis * product of the extents after it)`. Tile `o`
/// and lane `l` of an intrinsic axis of size `f` stand for `F = o * f + l`; lanes at or past the
/// fused extent are padding.
///
/// @param tiles one per axis of the intrinsic, in its order
/// @param loops the axes that stay loops, then one loop per tile axis; spatial ones first
/// @param operands the intrinsic's sources in its order, then the destination
public record PhysicalMapping(
    Mapping mapping, List<TiledAxis> tiles, List<Loop> loops, List<OperandMap> operands) {

  public PhysicalMapping {
    tiles = List.copyOf(tiles);
    loops = List.copyOf(loops);
    operands = List.copyOf(operands);
  }

  /// One axis of the cover, by the names that formulas use.
  ///
  /// @param loop the name of the loop over the tiles
  /// @param lane the variable that numbers the lanes in formulas
  public record TiledAxis(AxisCover cover, String loop, String lane) {
    public String intrinsicAxis() {
      return cover.intrinsicAxis();
    }

    public long extent() {
      return cover.extent();
    }

    public long size() {
      return cover.size();
    }

    public long count() {
      return cover.tiles();
    }

    public long padding() {
      return cover.padding();
    }
  }

  /// A loop from 0 to its extent.
  public record Loop(String name, long extent, AxisKind kind) {}

  /// `0 <= value < bound`, over loops and lanes.
  ///
  /// Guards stand in order: the first that fails decides what a lane holds. Those of padding lanes
  /// come before those of an access's padding.
  ///
  /// @param fill what a lane of a source holds where this guard fails: what makes its contribution
  ///   neutral, or the access's padding. Infinities are the lowest and highest value of an integer
  ///   type. Without meaning for a destination, whose lane is not written
  public record Guard(QuasiAffine value, long bound, double fill) {}

  /// Where the elements of one operand's tile are.
  ///
  /// @param operand the intrinsic's name for it
  /// @param tensor the computation's name for it
  /// @param element position of a lane's element in the tensor, over loops and lanes; holds for
  ///   every placement
  /// @param guards where one fails the lane holds its fill (a source), or is not written (the
  ///   destination)
  /// @param strided the address the instruction is given; absent when it gathers
  /// @param copy the copy that it reads or writes; present when placement is PADDED or PACKED
  public record OperandMap(
      String operand,
      String tensor,
      Placement placement,
      QuasiAffine element,
      List<Guard> guards,
      Optional<Strided> strided,
      Optional<Copy> copy) {
    public OperandMap {
      guards = List.copyOf(guards);
    }
  }

  /// `base + sum(stride * lane)`, in elements of the tensor or of its copy.
  ///
  /// @param base over loops
  /// @param strides one per lane variable of the operand's tile, in the order of its coordinates
  /// @param guards those that remain, over loops and lanes; none for a packed copy
  public record Strided(QuasiAffine base, List<Long> strides, List<Guard> guards) {
    public Strided {
      strides = List.copyOf(strides);
      guards = List.copyOf(guards);
    }
  }

  /// A re-arranged tensor: element `(x0, x1, …)` of its extents, row-major, is the tensor's element
  /// `source`, or a guard's fill where one fails. A destination's copy is copied back where none
  /// fails.
  ///
  /// @param variables one per dim, outermost first; `source` and `guards` are over them
  public record Copy(List<Loop> variables, QuasiAffine source, List<Guard> guards) {
    public Copy {
      variables = List.copyOf(variables);
      guards = List.copyOf(guards);
    }

    public long elements() {
      return variables.stream().mapToLong(Loop::extent).reduce(1, Math::multiplyExact);
    }
  }

  /// Executions of the instruction.
  public long calls() {
    return loops.stream().mapToLong(Loop::extent).reduce(1, Math::multiplyExact);
  }

  /// Multiply-adds, or whatever joins and accumulates, that the computation asks for.
  public long usefulOperations() {
    return mapping.computation().axes().stream()
        .mapToLong(axis -> FusedAxes.constant(axis.extent()))
        .reduce(1, Math::multiplyExact);
  }

  /// Those that the instruction executes, padding lanes included.
  public long issuedOperations() {
    return tiles.stream().mapToLong(TiledAxis::size).reduce(calls(), Math::multiplyExact);
  }

  /// The useful share of what is issued, from above 0 to 1.
  public double utilisation() {
    return (double) usefulOperations() / issuedOperations();
  }

  /// Bytes of an operand's copy; 0 where it has none.
  public long copyBytes(OperandMap operand) {
    ElementType type = mapping.computation().tensor(operand.tensor()).type();
    long bits =
        NumberRange.isInteger(type)
            ? NumberRange.of(type).bits()
            : (long) Byte.SIZE * type.byteSize();
    return operand
        .copy()
        .map(copy -> Math.ceilDiv(Math.multiplyExact(copy.elements(), bits), Byte.SIZE))
        .orElse(0L);
  }

  /// True if an operand's copy is made once, ahead of time, because its elements are known.
  public boolean isCopiedAhead(OperandMap operand) {
    return operand.copy().isPresent()
        && mapping.computation().constants().contains(operand.tensor());
  }
}
