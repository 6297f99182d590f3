package dev.certosina.compiler.search;

import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Accelerator.RegisterFile;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dim;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// What one operand of a mapped intrinsic means for registers: its tile, and the loops that move
/// it.
///
/// @param position among the intrinsic's sources; their number for the destination
/// @param access of the computation's tensor
/// @param tensor the computation's
/// @param lanes elements of the tile, partial sums included
/// @param elements of the tile in memory: lanes without partial sums
/// @param elementBytes of an element in a register; at least 1
/// @param loops of the physical mapping whose iterations reach other elements
/// @param file that the tile is held in; absent where the accelerator does not say
public record OperandShape(
    int position,
    Access access,
    Tensor tensor,
    long lanes,
    long elements,
    int elementBytes,
    Set<String> loops,
    Optional<RegisterFile> file) {

  /// @param accelerator the one that the mapping's intrinsic belongs to
  /// @return the shapes of the sources in the intrinsic's order, then of the destination
  public static List<OperandShape> of(Accelerator accelerator, PhysicalMapping physical) {
    Mapping mapping = physical.mapping();
    Intrinsic intrinsic = mapping.intrinsic();
    int sources = intrinsic.compute().statement().operands().size();
    return java.util.stream.IntStream.rangeClosed(0, sources)
        .mapToObj(position -> shape(accelerator, physical, position))
        .toList();
  }

  private static OperandShape shape(
      Accelerator accelerator, PhysicalMapping physical, int position) {
    Mapping mapping = physical.mapping();
    Computation software = mapping.computation();
    Computation hardware = mapping.intrinsic().compute();
    boolean isSource = position < hardware.statement().operands().size();
    Access access =
        isSource
            ? software.statement().operands().get(mapping.sources().get(position))
            : software.statement().destination();
    Access tile =
        isSource
            ? hardware.statement().operands().get(position)
            : hardware.statement().destination();
    Tensor near = hardware.tensor(tile.tensor());
    return new OperandShape(
        position,
        access,
        software.tensor(access.tensor()),
        lanes(mapping.intrinsic(), tile, !isSource),
        lanes(mapping.intrinsic(), tile, false),
        near.type().byteSize(),
        loops(physical, access),
        file(accelerator, mapping.intrinsic(), tile.tensor()));
  }

  private static long lanes(Intrinsic intrinsic, Access tile, boolean withPartialSums) {
    return intrinsic.compute().axes().stream()
        .filter(axis ->
            tile.uses(axis.name())
                || (withPartialSums && intrinsic.partialSums().contains(axis.name())))
        .mapToLong(Extents::of)
        .reduce(1, Math::multiplyExact);
  }

  private static Set<String> loops(PhysicalMapping physical, Access access) {
    Set<String> loops = new LinkedHashSet<>();
    physical.mapping().outerAxes().stream()
        .filter(axis -> access.uses(axis.name()))
        .forEach(axis -> loops.add(axis.name()));
    for (int i = 0; i < physical.tiles().size(); i++) {
      var axes = physical.mapping().groups().get(i).axes();
      if (axes.stream().anyMatch(access::uses)) {
        loops.add(physical.tiles().get(i).loop());
      }
    }
    return loops;
  }

  private static Optional<RegisterFile> file(
      Accelerator accelerator, Intrinsic intrinsic, String operand) {
    return intrinsic.transfers().stream()
        .filter(transfer -> transfer.operand().equals(operand))
        .flatMap(transfer ->
            accelerator.registers().stream()
                .filter(file -> file.name().equals(transfer.nearScope())))
        .findFirst();
  }

  /// Registers that one tile fills.
  public long registers() {
    return file.map(known -> Math.ceilDiv(lanes * elementBytes, (long) known.bytes())).orElse(1L);
  }

  /// Different tiles among the unrolled instructions of a body.
  public long distinct(LoopBlocks nest) {
    return nest.blocks().stream()
        .filter(block -> block.isSpatial() && loops.contains(block.loop().name()))
        .mapToLong(LoopBlocks.Block::factor)
        .reduce(1, Math::multiplyExact);
  }

  /// How often each element of the tensor is used.
  double uses(Computation computation) {
    double points = 1;
    for (Axis axis : computation.axes()) {
      points *= Extents.of(axis);
    }
    for (Dim extent : tensor.shape()) {
      points /= Extents.of(extent);
    }
    return points;
  }

  /// How far the access reaches beyond the tensor, as shares of its dims, summed.
  double borderShare(Computation computation) {
    double share = 0;
    for (int i = 0; i < access.coordinates().size(); i++) {
      IndexExpr coordinate = access.coordinates().get(i);
      long lowest = Extents.of(coordinate.offset());
      long highest = lowest;
      for (IndexExpr.Term term : coordinate.terms()) {
        long last = Extents.of(computation.axis(term.axis())) - 1;
        long reach = Extents.of(term.coefficient()) * last;
        lowest += Math.min(0, reach);
        highest += Math.max(0, reach);
      }
      long extent = Extents.of(tensor.shape().get(i));
      share += (double) (Math.max(0, -lowest) + Math.max(0, highest - extent + 1)) / extent;
    }
    return share;
  }
}
