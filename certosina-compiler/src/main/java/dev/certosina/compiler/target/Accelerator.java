package dev.certosina.compiler.target;

import java.util.List;
import java.util.Optional;

/// An instruction-set extension or accelerator, as its file describes it.
///
/// @param name unique, for example `x86-avx512`
/// @param description one line
/// @param target the notation of the [Target] that code is generated for (see [Targets#parse]);
///   empty for hardware that is only modelled
/// @param gigahertz clock, for the performance model
/// @param memory levels from the outermost (largest) to the innermost; registers are not among them
/// @param parallel levels from the outermost to the innermost
/// @param registers files that operands are kept in
public record Accelerator(
    String name,
    String description,
    Optional<String> target,
    double gigahertz,
    List<MemoryLevel> memory,
    List<ParallelLevel> parallel,
    List<RegisterFile> registers,
    List<Intrinsic> intrinsics) {

  public Accelerator {
    memory = List.copyOf(memory);
    parallel = List.copyOf(parallel);
    registers = List.copyOf(registers);
    intrinsics = List.copyOf(intrinsics);
  }

  /// A scope that data lives in.
  ///
  /// @param capacityBytes of one instance, whoever shares it
  /// @param readBytesPerCycle towards the next inner level, for one unit of the outermost parallel
  ///   level (a core, a multiprocessor) that works alone
  /// @param writeBytesPerCycle from the next inner level, likewise
  public record MemoryLevel(
      String name, long capacityBytes, double readBytesPerCycle, double writeBytesPerCycle) {}

  /// Units that work side by side, for example cores, sub-cores or warps.
  ///
  /// @param units of one unit of the level outside; [#AS_MANY_AS_HOST] for as many as the cores of
  ///   the machine at hand
  public record ParallelLevel(String name, long units) {
    public static final long AS_MANY_AS_HOST = 0;

    /// Units on a machine with that many cores.
    public long unitsOn(long hostCores) {
      return units == AS_MANY_AS_HOST ? hostCores : units;
    }
  }

  /// @param bytes of one register
  public record RegisterFile(String name, int count, int bytes) {}

  /// The same accelerator with other intrinsics.
  public Accelerator withIntrinsics(List<Intrinsic> others) {
    return new Accelerator(
        name, description, target, gigahertz, memory, parallel, registers, others);
  }

  /// The intrinsic of that name, or empty.
  public Optional<Intrinsic> intrinsic(String intrinsicName) {
    return intrinsics.stream().filter(one -> one.name().equals(intrinsicName)).findFirst();
  }
}
