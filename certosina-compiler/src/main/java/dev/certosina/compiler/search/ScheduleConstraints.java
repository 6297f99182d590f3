package dev.certosina.compiler.search;

import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.mapping.PhysicalMapping.OperandMap;
import dev.certosina.compiler.schedule.nest.NestSchedule;
import dev.certosina.compiler.search.LoopBlocks.Block;
import dev.certosina.compiler.target.Accelerator;
import dev.certosina.compiler.target.Accelerator.MemoryLevel;
import dev.certosina.compiler.target.Accelerator.RegisterFile;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What a schedule must satisfy before anything is compiled, derived from the accelerator.
///
/// @param spareRegisters by how many a body may exceed a register file: one too many costs a tenth
///   of the speed, not a cliff
/// @param bodyInstructions bound on instructions written out in one body
/// @param copyBytes bound on all copies together; the outermost memory's capacity bounds them too
/// @param isShared whether several units run the tasks; if not, cutting tasks is not tried
public record ScheduleConstraints(
    int spareRegisters, int bodyInstructions, long copyBytes, boolean isShared) {

  /// Bounds that compile in well under a second and fit any machine.
  public static final ScheduleConstraints USUAL = new ScheduleConstraints(2, 512, 1L << 30, true);

  /// The same bounds for so many units.
  public ScheduleConstraints forUnits(long units) {
    return new ScheduleConstraints(spareRegisters, bodyInstructions, copyBytes, units > 1);
  }

  /// Why `schedule` is not worth compiling, one line for each reason; none if it is.
  ///
  /// @param physical with the schedule's placements
  public List<String> violations(
      Accelerator accelerator, PhysicalMapping physical, NestSchedule schedule) {
    List<String> reasons = new ArrayList<>();
    addOrder(physical, schedule, reasons);
    if (!reasons.isEmpty()) {
      return reasons;
    }
    LoopBlocks nest = LoopBlocks.of(physical, schedule);
    addParallel(nest, schedule, reasons);
    addUnrolled(nest, reasons);
    addRegisters(OperandShape.of(accelerator, physical), nest, reasons);
    addCopies(accelerator, physical, reasons);
    return reasons;
  }

  private static void addOrder(
      PhysicalMapping physical, NestSchedule schedule, List<String> reasons) {
    var loops = physical.loops().stream().map(PhysicalMapping.Loop::name).toList();
    if (schedule.order().size() != loops.size()
        || !new HashSet<>(schedule.order()).equals(new HashSet<>(loops))) {
      reasons.add("order: %s, needed each of %s once".formatted(schedule.order(), loops));
    }
  }

  private static void addParallel(LoopBlocks nest, NestSchedule schedule, List<String> reasons) {
    if (schedule.parallel() < 0 || schedule.parallel() > nest.leadingSpatial()) {
      reasons.add(
          "parallel: %d outermost loops, %d of them are spatial"
              .formatted(schedule.parallel(), nest.leadingSpatial()));
    }
    for (Block block : nest.blocks()) {
      if (block.factor() < 1 || (block.factor() > 1 && !block.isSpatial())) {
        reasons.add(
            "registers: factor %d of loop %s, needed 1 or a spatial loop"
                .formatted(block.factor(), block.loop().name()));
      }
    }
  }

  private void addUnrolled(LoopBlocks nest, List<String> reasons) {
    boolean isInnermost = true;
    for (Block block : nest.inner().reversed()) {
      if (block.isUnrolled() && !isInnermost) {
        reasons.add(
            "unrolled: loop %s, needed all loops inside it unrolled too"
                .formatted(block.loop().name()));
      }
      isInnermost &= block.isUnrolled();
    }
    nest.blocks().stream()
        .filter(block -> block.isUnrolled() && !nest.inner().contains(block))
        .forEach(block ->
            reasons.add(
                "unrolled: loop %s, needed an innermost reduction loop"
                    .formatted(block.loop().name())));
    if (nest.unrolled() > bodyInstructions) {
      reasons.add(
          "code size: %d instructions in a body, at most %d allowed"
              .formatted(nest.unrolled(), bodyInstructions));
    }
  }

  private void addRegisters(List<OperandShape> operands, LoopBlocks nest, List<String> reasons) {
    pressure(operands, nest)
        .forEach((file, needed) -> {
          if (needed > file.count() + spareRegisters) {
            reasons.add(
                "registers: %d of file %s, which has %d"
                    .formatted(needed, file.name(), file.count()));
          }
        });
  }

  /// Registers that a body keeps live in each file: all accumulators, the source with fewer tiles
  /// whole, and one tile at a time of every other one.
  public static Map<RegisterFile, Long> pressure(List<OperandShape> operands, LoopBlocks nest) {
    Map<RegisterFile, Long> pressure = new LinkedHashMap<>();
    OperandShape destination = operands.getLast();
    add(pressure, destination, nest.accumulators() * destination.registers());
    List<OperandShape> sources = operands.subList(0, operands.size() - 1);
    int kept = 0;
    for (int i = 1; i < sources.size(); i++) {
      kept = held(sources.get(i), nest) < held(sources.get(kept), nest) ? i : kept;
    }
    for (int i = 0; i < sources.size(); i++) {
      OperandShape source = sources.get(i);
      add(pressure, source, i == kept ? held(source, nest) : source.registers());
    }
    return pressure;
  }

  private static long held(OperandShape source, LoopBlocks nest) {
    return source.distinct(nest) * source.registers();
  }

  private static void add(Map<RegisterFile, Long> pressure, OperandShape operand, long registers) {
    operand.file().ifPresent(file -> pressure.merge(file, registers, Long::sum));
  }

  private void addCopies(Accelerator accelerator, PhysicalMapping physical, List<String> reasons) {
    long allowed =
        accelerator.memory().isEmpty()
            ? copyBytes
            : Math.min(copyBytes, outermost(accelerator).capacityBytes());
    long needed = 0;
    for (OperandMap operand : physical.operands()) {
      int bytes = physical.mapping().computation().tensor(operand.tensor()).type().byteSize();
      needed += operand.copy().map(copy -> copy.elements() * bytes).orElse(0L);
    }
    if (needed > allowed) {
      reasons.add("copies: %d bytes, at most %d allowed".formatted(needed, allowed));
    }
  }

  private static MemoryLevel outermost(Accelerator accelerator) {
    return accelerator.memory().getFirst();
  }
}
