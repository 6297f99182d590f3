package dev.certosina.compiler.target;

import dev.certosina.compiler.texpr.Computation;
import java.util.List;
import java.util.Optional;

/// One instruction: what it computes, how its operands are brought in, and how it is emitted.
///
/// @param name unique in its accelerator; variants of shape and layout have names of their own, for
///   example `wmma_f16_f32/16x16x16/ntn`
/// @param compute the compute abstraction; extents are constants, coordinates are single axes
/// @param transfers the memory abstraction: one load per source, then one store
/// @param partialSums reduction axes whose points keep separate sums in the destination's register,
///   innermost and row-major; storing adds them, halves first. Usually none
/// @param chain steps in order, for example `load A`, `load B`, `compute`, `store D`
/// @param features that a processor needs, by LLVM's names
/// @param latencyCycles from operands to result
/// @param perCycle instructions started per cycle at best
/// @param source where latency and throughput come from
public record Intrinsic(
    String name,
    Computation compute,
    List<Transfer> transfers,
    List<String> partialSums,
    List<String> chain,
    List<String> features,
    Optional<Emission> emission,
    double latencyCycles,
    double perCycle,
    String source) {

  public Intrinsic {
    transfers = List.copyOf(transfers);
    partialSums = List.copyOf(partialSums);
    chain = List.copyOf(chain);
    features = List.copyOf(features);
  }

  /// One statement of the memory abstraction: a tile of `operand` moves between two scopes.
  ///
  /// The far side's element is `base + sum(stride * axis)`; what the mapper must fill in is the
  /// base address and every free stride.
  ///
  /// @param isLoad towards the registers
  /// @param farScope a memory level of the accelerator
  /// @param nearScope a register file of the accelerator
  /// @param base the name of the address parameter
  /// @param strides one per axis of the operand's tile, in the order of its coordinates
  public record Transfer(
      String operand,
      boolean isLoad,
      String farScope,
      String nearScope,
      String base,
      List<Stride> strides) {
    public Transfer {
      strides = List.copyOf(strides);
    }
  }

  /// How far apart neighbours along a tile axis are in memory, in elements.
  public sealed interface Stride {
    String axis();

    /// A number that the instruction prescribes; 1 for contiguous lanes.
    record Fixed(String axis, long elements) implements Stride {}

    /// A parameter, for example a leading dimension.
    record Free(String axis, String parameter) implements Stride {}
  }

  /// How code is generated: LLVM IR with `{NAME}` for each operand's value and `{result}`.
  ///
  /// An operand's value is a vector of its tile's elements, row-major in the order of its
  /// coordinates, or a scalar for a tile of one element; the destination's has a lane for each
  /// partial sum too. f16 is `half`, bf16 `bfloat`, `bool` `i1`, an integer `iN`. Other names in
  /// braces are local values, made unique by the emitter; a line defines one before others use it.
  ///
  /// @param body lines of LLVM IR
  /// @param declarations of the functions that the body calls
  public record Emission(List<String> body, List<String> declarations) {
    public Emission {
      body = List.copyOf(body);
      declarations = List.copyOf(declarations);
    }
  }
}
