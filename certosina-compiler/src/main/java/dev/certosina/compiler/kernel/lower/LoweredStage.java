package dev.certosina.compiler.kernel.lower;

import dev.certosina.compiler.kernel.Kernel;
import dev.certosina.runtime.dim.Dim;
import java.util.List;

/// A stage as a kernel, and what the runtime needs to call it.
///
/// @param kernel an entry kernel; its name is provisional, equal kernels are merged later
/// @param helpers internal kernels that it calls
/// @param arguments one word per parameter of `kernel`
/// @param columnExtent what the stage may be cut along besides rows; 1 when nothing
/// @param columnGrain column tiles are multiples of this
/// @param flopsPerRow over all columns
/// @param bytesPerRow read and written, weights excluded
/// @param weightBytes read once per pass over the columns
public record LoweredStage(
    Kernel kernel,
    List<Kernel> helpers,
    List<Word> arguments,
    Dim columnExtent,
    int columnGrain,
    Dim flopsPerRow,
    Dim bytesPerRow,
    Dim weightBytes) {

  public LoweredStage {
    helpers = List.copyOf(helpers);
    arguments = List.copyOf(arguments);
  }

  /// One argument word; buffers are named, not yet numbered.
  public sealed interface Word {

    /// The address of a buffer.
    record Address(String buffer) implements Word {}

    record Scalar(Dim value) implements Word {}

    /// See [dev.certosina.runtime.exec.Program.Argument.Local].
    record Local(Dim staged, Dim fusedPerTile, Dim fusedPerRow) implements Word {}
  }
}
