package dev.certosina.cli.tensor;

import dev.certosina.ModelException;
import dev.certosina.Tensor;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.onnx.TensorProtoReader;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;

/// Reads tensors from `.npy` files and from `.pb` files with one ONNX `TensorProto`.
public final class TensorFiles {
  /// Tensor files are read into one array.
  private static final long MAX_BYTES = Integer.MAX_VALUE - 8;

  private TensorFiles() {}

  /// The tensor in `file`; the name's ending decides the format.
  ///
  /// @throws ModelException where the file is not what its name says, or holds no plain tensor
  public static Tensor read(Path file) throws IOException {
    String name = file.getFileName().toString();
    if (Files.exists(file) && Files.size(file) > MAX_BYTES) {
      throw new ModelException(
          "%s: has %d bytes, needed at most %d".formatted(file, Files.size(file), MAX_BYTES));
    }
    if (name.endsWith(".npy")) {
      return Npy.read(file);
    }
    if (name.endsWith(".pb")) {
      return readProto(file);
    }
    throw new ModelException(file + ": needed a file that ends in .npy or .pb");
  }

  private static Tensor readProto(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    try {
      Initializer value = TensorProtoReader.read(MemorySegment.ofArray(bytes));
      long[] shape = value.shape().stream().mapToLong(Long::longValue).toArray();
      return Tensor.of(value.data(), value.type(), shape);
    } catch (ModelException e) {
      throw new ModelException(file + ": " + e.getMessage(), e);
    }
  }
}
