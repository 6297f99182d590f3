package dev.certosina.compiler.search.model;

import dev.certosina.compiler.search.LoopBlocks;
import dev.certosina.compiler.search.LoopBlocks.Block;
import dev.certosina.compiler.search.OperandShape;
import dev.certosina.compiler.search.ScheduleConstraints;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Accelerator.RegisterFile;
import java.util.List;
import java.util.Map;

/// Cycles of one execution of the unrolled instructions, by what may limit it.
///
/// @param compute the instruction's throughput
/// @param loads reading of sources
/// @param latency updates of one accumulator, which wait for each other
/// @param frontEnd delivery of all instructions
/// @param spills registers too many
record Body(double compute, double loads, double latency, double frontEnd, double spills) {

  static Body of(
      MappedOperands mapped, LoopBlocks nest, boolean prefetches, ModelCoefficients coefficients) {
    List<OperandShape> shapes = mapped.shapes();
    double steps = steps(nest);
    double instructions = steps * average(nest);
    double loads = 0;
    double moves = 0;
    for (int i = 0; i < shapes.size() - 1; i++) {
      double tiles = steps * distinct(shapes.get(i), nest);
      loads += tiles * loadCycles(mapped, i, coefficients);
      moves += tiles * moves(shapes.get(i), mapped.accesses().get(i)) * (prefetches ? 1.5 : 1);
    }
    double frontEnd =
        coefficients.bodyCycles() + (instructions + moves) / coefficients.instructionsPerCycle();
    return new Body(
        instructions / mapped.intrinsic().perCycle(),
        loads,
        steps * mapped.intrinsic().latencyCycles(),
        frontEnd,
        spills(shapes, nest, steps, coefficients));
  }

  /// Cycles: what limits most, and spills on top.
  double cycles() {
    return Math.max(Math.max(compute, loads), Math.max(latency, frontEnd)) + spills;
  }

  private static double steps(LoopBlocks nest) {
    double steps = 1;
    for (Block block : nest.inner()) {
      steps *= block.isUnrolled() ? block.loop().extent() : 1;
    }
    return steps;
  }

  /// Accumulators of a block on average.
  static double average(LoopBlocks nest) {
    double average = 1;
    for (Block block : nest.blocks()) {
      average *= block.isSpatial() ? block.average() : 1;
    }
    return average;
  }

  /// Different tiles of one operand in a block on average.
  static double distinct(OperandShape shape, LoopBlocks nest) {
    double distinct = 1;
    for (Block block : nest.blocks()) {
      boolean moves = block.isSpatial() && shape.loops().contains(block.loop().name());
      distinct *= moves ? block.average() : 1;
    }
    return distinct;
  }

  /// Cycles to bring one tile of an operand into registers.
  static double loadCycles(MappedOperands mapped, int position, ModelCoefficients coefficients) {
    OperandShape shape = mapped.shapes().get(position);
    OperandAccess access = mapped.accesses().get(position);
    double lines =
        switch (access.kind()) {
          case CONTIGUOUS ->
              shape.registers() * slotCycles(mapped.accelerator(), shape, coefficients);
          case STRIDED -> access.runs() * coefficients.stridedLaneCycles();
          case GATHERED -> access.runs() * coefficients.gatherLaneCycles();
        };
    return lines
        + access.divisions() * access.runs() * coefficients.divisionCycles()
        + access.maskedPieces() * coefficients.maskedCycles();
  }

  /// A processor loads up to one register in a slot, however wide; what is only modelled moves
  /// bytes.
  private static double slotCycles(
      Accelerator accelerator, OperandShape shape, ModelCoefficients coefficients) {
    if (accelerator.target().isPresent() || accelerator.memory().isEmpty()) {
      return coefficients.loadCycles();
    }
    double bytes = (double) shape.lanes() * shape.elementBytes() / shape.registers();
    return bytes / accelerator.memory().getLast().readBytesPerCycle();
  }

  private static double moves(OperandShape shape, OperandAccess access) {
    return Math.max((double) shape.registers(), 2.0 * (access.runs() - 1));
  }

  private static double spills(
      List<OperandShape> shapes, LoopBlocks nest, double steps, ModelCoefficients coefficients) {
    double spills = 0;
    for (Map.Entry<RegisterFile, Long> file :
        ScheduleConstraints.pressure(shapes, nest).entrySet()) {
      spills += Math.max(0, file.getValue() - file.getKey().count());
    }
    return steps * spills * coefficients.spillCycles();
  }
}
