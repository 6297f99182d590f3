package dev.certosina.compiler.search.model;

import dev.certosina.compiler.search.LoopBlocks;
import dev.certosina.compiler.search.OperandShape;
import dev.certosina.compiler.search.model.Footprint.Touched;
import java.util.ArrayList;
import java.util.List;

/// Bytes that a nest moves into a cache, worked out from reuse distances.
///
/// The deepest part of the nest whose data fit the cache fetches them once; the loop around it
/// still finds there what it does not move; every loop further out fetches all again.
final class MemoryTraffic {
  /// What else lives in a cache: the next data of the streams, and lines that collide.
  private static final double USABLE_SHARE = 0.75;

  private final List<OperandShape> operands;
  private final List<List<Touched>> footprints = new ArrayList<>();
  private final LoopBlocks nest;
  private final double jumpBytes;
  private final double storeJumpBytes;

  /// @param read bytes fetched
  /// @param written bytes of the destination sent back
  record Bytes(double read, double written) {}

  MemoryTraffic(
      List<OperandShape> operands,
      Footprint footprint,
      LoopBlocks nest,
      ModelCoefficients coefficients) {
    this.operands = operands;
    this.nest = nest;
    this.jumpBytes = coefficients.jumpBytes();
    this.storeJumpBytes = coefficients.storeJumpBytes();
    for (int depth = 0; depth <= nest.blocks().size(); depth++) {
      int stillLoops = depth;
      footprints.add(
          operands.stream().map(operand -> footprint.touched(operand, stillLoops)).toList());
    }
  }

  /// Bytes into a cache that holds `capacityBytes`; none when everything stays in it from one run
  /// to the next.
  ///
  /// @param isNearest whether the cache is the first one, which is indexed by virtual addresses
  Bytes into(double capacityBytes, boolean isNearest) {
    int fitting = 0;
    while (fitting < nest.blocks().size()
        && (total(fitting) > USABLE_SHARE * capacityBytes
            || (isNearest && crowded(fitting) > capacityBytes))) {
      fitting++;
    }
    if (fitting == 0) {
      return new Bytes(0, 0);
    }
    double read = 0;
    double written = 0;
    double repeats = repeats(fitting - 1);
    for (int i = 0; i < operands.size(); i++) {
      Touched around = footprints.get(fitting - 1).get(i);
      Touched inside = footprints.get(fitting).get(i);
      // What the loop around the fitting part does not move is found there again.
      double again = Math.min(around.bytes() / inside.bytes(), count(fitting - 1));
      read += repeats * (around.bytes() + again * inside.jumps() * jumpBytes);
      written = repeats * (around.bytes() + again * inside.jumps() * storeJumpBytes);
    }
    return new Bytes(read, written);
  }

  private double total(int depth) {
    return footprints.get(depth).stream().mapToDouble(Touched::bytes).sum();
  }

  private double crowded(int depth) {
    return footprints.get(depth).stream().mapToDouble(Touched::crowdedBytes).max().orElse(0);
  }

  private double count(int depth) {
    return nest.blocks().get(depth).count();
  }

  private double repeats(int depth) {
    double repeats = 1;
    for (int i = 0; i < depth; i++) {
      repeats *= nest.blocks().get(i).count();
    }
    return repeats;
  }
}
