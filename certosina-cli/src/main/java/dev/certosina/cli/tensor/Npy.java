package dev.certosina.cli.tensor;

import dev.certosina.ModelException;
import dev.certosina.Tensor;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// NumPy's file format for one array.
public final class Npy {
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final int PREFIX_BYTES = 8;
  private static final int ALIGNMENT_BYTES = 64;
  private static final int COPY_BYTES = 1 << 16;

  private Npy() {}

  /// Reads `file`.
  ///
  /// @throws ModelException where it is not an `.npy` file of a supported element type, or has more
  ///   or fewer bytes than its shape needs
  public static Tensor read(Path file) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
    NpyHeader header = header(bytes, file.toString());
    byte[] content = Arrays.copyOfRange(bytes.array(), bytes.position(), bytes.limit());
    Tensor tensor = tensor(header, content, file);
    return header.columnMajor() ? rowMajor(tensor) : tensor;
  }

  private static Tensor tensor(NpyHeader header, byte[] content, Path file) {
    try {
      long[] shape = header.shape().stream().mapToLong(Long::longValue).toArray();
      return Tensor.of(MemorySegment.ofArray(content), header.type(), shape);
    } catch (ModelException e) {
      throw new ModelException(file + ": " + e.getMessage(), e);
    }
  }

  /// Writes `tensor` to `file`.
  ///
  /// @throws ModelException where the format has no word for the element type
  public static void write(Path file, Tensor tensor) throws IOException {
    List<Long> shape = Arrays.stream(tensor.shape()).boxed().toList();
    String text = new NpyHeader(tensor.type(), false, shape).text();
    int used = PREFIX_BYTES + Short.BYTES + text.length() + 1;
    String padded = text + " ".repeat(Math.floorMod(-used, ALIGNMENT_BYTES)) + "\n";
    try (OutputStream output = new BufferedOutputStream(Files.newOutputStream(file))) {
      output.write(MAGIC);
      output.write(new byte[] {1, 0, (byte) padded.length(), (byte) (padded.length() >> 8)});
      output.write(padded.getBytes(StandardCharsets.ISO_8859_1));
      copy(tensor.data(), output);
    }
  }

  private static void copy(MemorySegment data, OutputStream output) throws IOException {
    var chunk = new byte[COPY_BYTES];
    for (long offset = 0; offset < data.byteSize(); offset += COPY_BYTES) {
      int length = (int) Math.min(COPY_BYTES, data.byteSize() - offset);
      MemorySegment.copy(data, offset, MemorySegment.ofArray(chunk), 0, length);
      output.write(chunk, 0, length);
    }
  }

  /// Reads magic, version and header; leaves `bytes` at the data.
  private static NpyHeader header(ByteBuffer bytes, String source) {
    var magic = new byte[MAGIC.length];
    if (bytes.remaining() >= PREFIX_BYTES + Integer.BYTES) {
      bytes.get(magic);
    }
    if (!Arrays.equals(magic, MAGIC)) {
      throw new ModelException(source + ": not an .npy file, or a damaged one");
    }
    int version = bytes.get();
    bytes.get();
    long length = version == 1 ? Short.toUnsignedInt(bytes.getShort()) : bytes.getInt();
    if (length < 0 || length > bytes.remaining()) {
      throw new ModelException(source + ": not an .npy file, or a damaged one");
    }
    var text = new byte[(int) length];
    bytes.get(text);
    return NpyHeader.parse(new String(text, StandardCharsets.UTF_8), source);
  }

  /// The tensor whose elements lie in column-major order in `columns`.
  private static Tensor rowMajor(Tensor columns) {
    long[] shape = columns.shape();
    Tensor rows = Tensor.allocate(columns.type(), shape);
    long count = columns.elementCount();
    for (long i = 0; i < count; i++) {
      long source = 0;
      long rest = i;
      long stride = count;
      for (int axis = shape.length - 1; axis >= 0; axis--) {
        stride /= shape[axis];
        source += rest % shape[axis] * stride;
        rest /= shape[axis];
      }
      long bits = Elements.bitsAt(columns.type(), columns.data(), source);
      Elements.putBits(rows.type(), rows.data(), i, bits);
    }
    return rows;
  }
}
