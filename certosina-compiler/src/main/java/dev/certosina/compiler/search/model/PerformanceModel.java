package dev.certosina.compiler.search.model;

import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.mapping.PhysicalMapping.OperandMap;
import dev.certosina.compiler.schedule.nest.NestSchedule;
import dev.certosina.compiler.search.Candidate;
import dev.certosina.compiler.search.CandidateSpace;
import dev.certosina.compiler.search.Extents;
import dev.certosina.compiler.search.LoopBlocks;
import dev.certosina.compiler.search.LoopBlocks.Block;
import dev.certosina.compiler.search.OperandShape;
import dev.certosina.compiler.search.model.Estimate.Part;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Accelerator.MemoryLevel;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/// Times of candidates from the levels of an accelerator: instructions, reads and writes of each
/// memory level, repacking, and how evenly tasks share the parallel units. Not for several threads.
public final class PerformanceModel {
  private final ModelCoefficients coefficients;
  private final long units;
  // What does not depend on the schedule, by identity: equal mappings are rarely distinct objects.
  private final IdentityHashMap<PhysicalMapping, MappedOperands> mappings = new IdentityHashMap<>();

  /// @param units threads, or whatever executes tasks side by side
  public PerformanceModel(ModelCoefficients coefficients, long units) {
    this.coefficients = coefficients;
    this.units = units;
  }

  public long units() {
    return units;
  }

  /// @param candidate of `space`
  public Estimate estimate(CandidateSpace space, Candidate candidate) {
    return estimate(candidate.accelerator(), space.physical(candidate), candidate.schedule());
  }

  /// @param physical with the schedule's placements
  public Estimate estimate(
      Accelerator accelerator, PhysicalMapping physical, NestSchedule schedule) {
    MappedOperands mapped =
        mappings.computeIfAbsent(physical, some -> MappedOperands.of(accelerator, some));
    LoopBlocks nest = LoopBlocks.of(physical, schedule);
    long tasks = tasks(nest, schedule.parallel());
    double share = (double) Math.ceilDiv(tasks, Math.min(units, tasks)) / tasks;
    boolean prefetches = schedule.prefetch() > 0;
    List<Part> cycles = new ArrayList<>();
    double busy = share * addInstructions(mapped, nest, prefetches, cycles);
    double moving = addTraffic(mapped, nest, share, cycles);
    moving *= prefetches ? coefficients.prefetchGain() : 1;
    double copying = copies(mapped) / Math.min(units, 64);
    double handing = tasks > 1 ? coefficients.taskCycles() * tasks * share : 0;
    cycles.add(new Part("copies", copying));
    cycles.add(new Part("tasks", handing));
    double overlapped = Math.max(busy, moving) + coefficients.overlap() * Math.min(busy, moving);
    double perMicro = accelerator.gigahertz() * 1000;
    return new Estimate(
        (overlapped + copying + handing) / perMicro,
        cycles.stream().map(part -> new Part(part.name(), part.micros() / perMicro)).toList(),
        tasks,
        useful(physical));
  }

  private static long tasks(LoopBlocks nest, int parallel) {
    return nest.blocks().subList(0, parallel).stream()
        .mapToLong(Block::count)
        .reduce(1, Math::multiplyExact);
  }

  /// Cycles of all instructions on one unit.
  private double addInstructions(
      MappedOperands mapped, LoopBlocks nest, boolean prefetches, List<Part> parts) {
    Body body = Body.of(mapped, nest, prefetches, coefficients);
    double blocks = counts(nest.blocks().subList(0, nest.outside()));
    double bodies = blocks;
    double ends = 0;
    for (Block block : nest.inner()) {
      if (!block.isUnrolled()) {
        ends += bodies;
        bodies *= block.loop().extent();
      }
    }
    double accumulators = blocks * (coefficients.entryCycles() + accumulatorCycles(mapped, nest));
    double loops = ends * coefficients.loopCycles();
    parts.add(new Part("compute", bodies * body.compute()));
    parts.add(new Part("loads", bodies * body.loads()));
    parts.add(new Part("latency", bodies * body.latency()));
    parts.add(new Part("front end", bodies * body.frontEnd()));
    parts.add(new Part("spills", bodies * body.spills()));
    parts.add(new Part("accumulators", accumulators));
    parts.add(new Part("loops", loops));
    return bodies * body.cycles() + accumulators + loops;
  }

  /// Cycles to begin and to store the accumulators of one block; they are loaded only where a
  /// reduction goes on around the block.
  private double accumulatorCycles(MappedOperands mapped, LoopBlocks nest) {
    OperandShape destination = mapped.shapes().getLast();
    OperandAccess access = mapped.accesses().getLast();
    double store =
        switch (access.kind()) {
          case CONTIGUOUS -> destination.registers() * coefficients.storeCycles();
          case STRIDED -> access.runs() * coefficients.stridedLaneCycles();
          case GATHERED -> access.runs() * coefficients.gatherLaneCycles();
        };
    boolean returns =
        nest.blocks().subList(0, nest.outside()).stream()
            .anyMatch(block -> !block.isSpatial() && block.count() > 1);
    double load = returns ? Body.loadCycles(mapped, destination.position(), coefficients) : 0;
    double masks = access.maskedPieces() * coefficients.maskedCycles();
    return Body.average(nest) * (store + load + masks + folds(destination));
  }

  /// Cycles to add the partial sums of one tile, halving by halving.
  private double folds(OperandShape destination) {
    double sums = (double) destination.lanes() / destination.elements();
    return coefficients.foldCycles() * Math.log(sums) / Math.log(2);
  }

  private static double counts(List<Block> blocks) {
    return blocks.stream().mapToDouble(Block::count).reduce(1, (a, b) -> a * b);
  }

  /// Cycles of the slowest memory level.
  private double addTraffic(
      MappedOperands mapped, LoopBlocks nest, double share, List<Part> parts) {
    var footprint = new Footprint(mapped.physical(), nest);
    var traffic = new MemoryTraffic(mapped.shapes(), footprint, nest, coefficients);
    List<MemoryLevel> memory = mapped.accelerator().memory();
    double slowest = 0;
    for (int i = 1; i < memory.size(); i++) {
      MemoryLevel from = memory.get(i - 1);
      MemoryTraffic.Bytes bytes =
          traffic.into((double) memory.get(i).capacityBytes(), i == memory.size() - 1);
      // The outermost memory is shared by all units, the others belong to one each.
      double part = i == 1 ? 1 : share;
      double read = part * bytes.read() / from.readBytesPerCycle();
      double written = part * bytes.written() / from.writeBytesPerCycle();
      parts.add(new Part("read " + from.name(), read));
      parts.add(new Part("write " + from.name(), written));
      slowest = Math.max(slowest, read + written);
    }
    return slowest;
  }

  /// Cycles of all copies that are made at run time: those of constants are made ahead of it.
  private double copies(MappedOperands mapped) {
    PhysicalMapping physical = mapped.physical();
    Computation computation = physical.mapping().computation();
    double cycles = 0;
    for (OperandShape shape : mapped.shapes()) {
      OperandMap map = physical.operands().get(shape.position());
      if (map.copy().isPresent() && !computation.constants().contains(map.tensor())) {
        cycles += CopyCost.cycles(map.copy().get(), coefficients);
      }
    }
    return cycles;
  }

  private static double useful(PhysicalMapping physical) {
    double points = 1;
    for (Axis axis : physical.mapping().computation().axes()) {
      points *= Extents.of(axis);
    }
    double lanes = 1;
    for (PhysicalMapping.TiledAxis tile : physical.tiles()) {
      lanes *= tile.size();
    }
    return points / (physical.calls() * lanes);
  }
}
