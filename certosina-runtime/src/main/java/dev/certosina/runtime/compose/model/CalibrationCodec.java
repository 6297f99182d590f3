package dev.certosina.runtime.compose.model;

import dev.certosina.ModelException;
import dev.certosina.runtime.compose.model.CalibrationTable.Origin;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;

/// The bytes of a calibration table, the same in a file of its own and inside an executable.
///
/// Little-endian: magic (8 bytes), format version (4), length of the content (4), CRC-32C of the
/// content (4), then the content in the order of the records' components.
public final class CalibrationCodec {
  /// Raised when the layout changes.
  public static final int VERSION = 1;

  private static final long MAGIC = 0x4c41_4341_5354_5243L;
  private static final int HEADER_BYTES = 20;

  /// Far above any table; a length beyond it is damage.
  private static final int MOST_BYTES = 1 << 20;

  private static final int MOST_TEXT_BYTES = 4096;

  private CalibrationCodec() {}

  public static byte[] encode(CalibrationTable table) {
    ByteBuffer content = ByteBuffer.allocate(MOST_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    content.put((byte) (table.origin() == Origin.MEASURED ? 1 : 0));
    putText(content, table.engine());
    putText(content, table.cpu());
    content.putInt(table.elementBytes()).putDouble(table.modelError());
    MachineLimits limits = table.limits();
    content.putLong(limits.l1Bytes()).putLong(limits.l2Bytes()).putLong(limits.l3Bytes());
    content.putDouble(limits.memoryBytesPerNano()).putDouble(limits.l3BytesPerNano());
    content.putDouble(limits.taskNanos());
    content.putDouble(limits.forkNanos()).putDouble(limits.helperNanos());
    content.putInt(table.kernels().size());
    for (KernelModel kernel : table.kernels()) {
      content.putInt(kernel.rows()).putInt(kernel.columns());
      for (Residency residency : Residency.ALL) {
        putCurve(content, kernel.at(residency));
      }
    }
    content.flip();
    ByteBuffer bytes =
        ByteBuffer.allocate(HEADER_BYTES + content.limit()).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(MAGIC).putInt(VERSION).putInt(content.limit()).putInt(crc(content.duplicate()));
    return bytes.put(content).array();
  }

  /// @throws ModelException when the bytes are not a complete, undamaged table of this version; the
  ///   message begins with "it"
  public static CalibrationTable decode(byte[] bytes) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    require(bytes.length >= HEADER_BYTES, "it is truncated: " + bytes.length + " bytes");
    require(buffer.getLong() == MAGIC, "it is not a calibration table");
    int version = buffer.getInt();
    require(version == VERSION, "it has format version " + version + ", needed " + VERSION);
    int length = buffer.getInt();
    int crc = buffer.getInt();
    require(
        length == buffer.remaining(),
        "it is truncated: " + buffer.remaining() + " bytes of content, needed " + length);
    require(crc(buffer.duplicate()) == crc, "it is damaged: its sum differs");
    try {
      CalibrationTable table = decodeTable(buffer);
      require(!buffer.hasRemaining(), "it is damaged: bytes follow the end");
      return table;
    } catch (BufferUnderflowException _) {
      throw new ModelException("it is damaged: it ends too early");
    }
  }

  private static CalibrationTable decodeTable(ByteBuffer buffer) {
    Origin origin = buffer.get() == 1 ? Origin.MEASURED : Origin.MODELLED;
    String engine = text(buffer);
    String cpu = text(buffer);
    int elementBytes = buffer.getInt();
    double error = buffer.getDouble();
    MachineLimits limits =
        new MachineLimits(
            buffer.getLong(),
            buffer.getLong(),
            buffer.getLong(),
            buffer.getDouble(),
            buffer.getDouble(),
            buffer.getDouble(),
            buffer.getDouble(),
            buffer.getDouble());
    int count = buffer.getInt();
    require(
        count > 0 && count <= CalibrationTable.MOST_KERNELS,
        "it is damaged: it has " + count + " micro-kernels");
    List<KernelModel> kernels = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int rows = buffer.getInt();
      int columns = buffer.getInt();
      kernels.add(
          new KernelModel(
              rows, columns, curve(buffer), curve(buffer), curve(buffer), curve(buffer)));
    }
    return new CalibrationTable(origin, engine, cpu, elementBytes, error, limits, kernels);
  }

  private static void putCurve(ByteBuffer buffer, Curve curve) {
    buffer.putLong(curve.knee()).putDouble(curve.intercept()).putDouble(curve.slope());
    buffer.putDouble(curve.farIntercept()).putDouble(curve.farSlope());
  }

  private static Curve curve(ByteBuffer buffer) {
    return new Curve(
        buffer.getLong(),
        buffer.getDouble(),
        buffer.getDouble(),
        buffer.getDouble(),
        buffer.getDouble());
  }

  private static void putText(ByteBuffer buffer, String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    require(utf8.length <= MOST_TEXT_BYTES, "a name of " + utf8.length + " bytes is too long");
    buffer.putInt(utf8.length).put(utf8);
  }

  private static String text(ByteBuffer buffer) {
    int length = buffer.getInt();
    require(
        length >= 0 && length <= MOST_TEXT_BYTES, "it is damaged: a name has " + length + " bytes");
    byte[] utf8 = new byte[length];
    buffer.get(utf8);
    return new String(utf8, StandardCharsets.UTF_8);
  }

  private static int crc(ByteBuffer content) {
    CRC32C crc = new CRC32C();
    crc.update(content);
    return (int) crc.getValue();
  }

  private static void require(boolean condition, String fault) {
    if (!condition) {
      throw new ModelException(fault);
    }
  }
}
