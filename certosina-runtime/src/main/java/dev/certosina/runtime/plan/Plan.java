package dev.certosina.runtime.plan;

import java.util.List;

/// A program bound to the dims of a call: everything that can be decided before it is known where
/// memory lies. Immutable and shared by all contexts that run these dims.
///
/// @param image the native blocks
/// @param threads how many threads the tiles were made for; 1 when sharing is not worth it
/// @param stepOffset byte offset of the first step within the blocks
/// @param stepCount number of steps
/// @param threadOffset byte offset of the first thread block within the blocks
/// @param errorOffset byte offset of the error block within the blocks
/// @param memoryBytes arena, scratch of all threads, and room for inputs and outputs that cannot be
///   used where they are
/// @param inputs by position in the program's inputs
/// @param outputs by position in the program's outputs
public record Plan(
    BlockImage.Words image,
    int threads,
    long stepOffset,
    int stepCount,
    long threadOffset,
    long errorOffset,
    long memoryBytes,
    List<Place> inputs,
    List<Place> outputs) {

  public Plan {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }

  /// The bound shape of an input or output, and where it lies in the context's memory when it
  /// cannot be used in place.
  public record Place(Extents shape, long byteSize, long memoryOffset) {}

  /// Bytes of the native blocks.
  long blockBytes() {
    return (long) image.words().length * Long.BYTES;
  }
}
