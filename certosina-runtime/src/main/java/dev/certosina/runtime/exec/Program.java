package dev.certosina.runtime.exec;

import dev.certosina.ElementType;
import dev.certosina.runtime.dim.Dim;
import java.util.List;

/// A compiled model without its machine code and weights: what the runtime binds to the shapes of a
/// call.
///
/// A program has one or more [Variant]s; the first whose guards hold for the bound dims is run. The
/// last variant has no guards.
///
/// @param symbols every dynamic input extent, in the order in which inputs declare them, then every
///   element of an input that a dim mentions
/// @param inputs the model's inputs
/// @param outputs the model's outputs, in the model's order
/// @param variants at least one
public record Program(
    List<Symbol> symbols,
    List<TensorSpec> inputs,
    List<TensorSpec> outputs,
    List<Variant> variants) {

  public Program {
    symbols = List.copyOf(symbols);
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
    variants = List.copyOf(variants);
  }

  /// The largest input whose elements may be symbols.
  public static final int MAX_ELEMENTS = 64;

  /// Where a symbol gets its value: `source` of input `input` (an index into [#inputs]).
  ///
  /// @param name of a [Dim.Symbol], or [Dim.Element#name]
  public record Symbol(String name, int input, Source source) {
    /// The extent of an axis.
    public static Symbol extent(String name, int input, int axis) {
      return new Symbol(name, input, new Source.Extent(axis));
    }

    /// An element of the data.
    public static Symbol element(Dim.Element element, int input) {
      return new Symbol(element.name(), input, new Source.Element(element.index()));
    }
  }

  /// What of an input a symbol is.
  public sealed interface Source {
    /// The extent of axis `axis`.
    record Extent(int axis) implements Source {}

    /// The number at `index` in the data of an integer input of rank 0 or 1 with a constant number
    /// of at most [#MAX_ELEMENTS] elements.
    record Element(int index) implements Source {}
  }

  /// Name, element type and symbolic shape of an input or output. Tensors are row-major.
  public record TensorSpec(String name, ElementType type, List<Dim> shape) {
    public TensorSpec {
      shape = List.copyOf(shape);
    }
  }

  /// One compiled form of the model, valid where every guard holds.
  ///
  /// @param checks conditions that must hold for the model itself to be valid at these dims; a
  ///   failed one refuses the call with its message
  /// @param groups in execution order
  public record Variant(
      List<Guard> guards, List<Check> checks, List<Buffer> buffers, List<Group> groups) {
    public Variant {
      guards = List.copyOf(guards);
      checks = List.copyOf(checks);
      buffers = List.copyOf(buffers);
      groups = List.copyOf(groups);
    }
  }

  /// `left == right` must hold for the variant to be chosen.
  public record Guard(Dim left, Dim right) {}

  /// A relation between two dims that the model needs.
  public record Check(Dim left, Relation relation, Dim right, String message) {}

  /// How the two sides of a [Check] must compare.
  public enum Relation {
    EQUAL,
    AT_MOST
  }

  /// A piece of memory that kernels address.
  ///
  /// @param byteSize the whole extent in bytes; of a [BufferKind#LOCAL] buffer a multiple of outer
  ///   extent times row extent of its group, so that a fused task needs `byteSize / (outerExtent *
  ///   rowExtent) * rowTile` bytes of scratch for it
  public record Buffer(String name, BufferKind kind, int index, Dim byteSize) {}

  /// Where a buffer's memory comes from, and what [Buffer#index] means.
  public enum BufferKind {
    /// `index` is the position in [Program#inputs].
    INPUT,
    /// `index` is the position in [Program#outputs].
    OUTPUT,
    /// `index` is the position in the executable's weight table.
    WEIGHT,
    /// Arena memory live from the first group that names it to the last; `index` is unused.
    ARENA,
    /// Read and written inside one group only; per-thread scratch when the group runs fused, arena
    /// memory when it runs staged. `index` is the group's position in the variant.
    LOCAL
  }

  /// Stages that share an outer tile space: `outerExtent` independent points, each with `rowExtent`
  /// rows that tasks cut into row tiles.
  ///
  /// Fused, one task runs every stage on its rows; staged, each stage runs over all rows and column
  /// tiles before the next one starts. Stages of a group that is not `fusible` always run staged.
  ///
  /// @param rowGrain row tiles are multiples of this, except the last
  public record Group(
      String name,
      Dim outerExtent,
      Dim rowExtent,
      int rowGrain,
      boolean fusible,
      List<Stage> stages) {
    public Group {
      stages = List.copyOf(stages);
    }
  }

  /// One kernel call per tile.
  ///
  /// @param kernel the entry point's name in the machine code
  /// @param arguments one 64-bit word each, in the kernel's parameter order
  /// @param columnExtent how many columns the stage computes; 1 when it has none to split
  /// @param columnGrain column tiles are multiples of this, except the last
  /// @param flopsPerRow arithmetic of one row over all columns, for the composer's estimates
  /// @param bytesPerRow bytes read and written per row, weights excluded
  /// @param weightBytes bytes of weights that each pass over the columns reads
  public record Stage(
      String kernel,
      List<Argument> arguments,
      Dim columnExtent,
      int columnGrain,
      Dim flopsPerRow,
      Dim bytesPerRow,
      Dim weightBytes) {
    public Stage {
      arguments = List.copyOf(arguments);
    }
  }

  /// One word of a kernel's argument block.
  public sealed interface Argument {

    /// The address of `byteOffset` within a buffer. For a [BufferKind#LOCAL] buffer of a fused
    /// group the word is `-1 - scratchByteOffset`: negative, and relative to the thread's scratch.
    record Address(int buffer, Dim byteOffset) implements Argument {}

    /// A number.
    record Scalar(Dim value) implements Argument {}

    /// `staged` when the group runs staged; when it runs fused, `fusedPerTile` plus `fusedPerRow *
    /// rowTile`. For strides and extents of [BufferKind#LOCAL] buffers.
    record Local(Dim staged, Dim fusedPerTile, Dim fusedPerRow) implements Argument {}
  }
}
