package dev.certosina.runtime.exec;

import dev.certosina.runtime.dim.Dim;
import java.util.ArrayList;
import java.util.List;

/// Reads the dim table of [DimTableWriter]. Operands precede their users, so a damaged table can
/// hold no cycle; equal dims of a program come back as one instance.
final class DimTableReader {
  private DimTableReader() {}

  /// The dims of the table at the reader's position.
  static List<Dim> read(WireReader reader) {
    int size = reader.count();
    List<Dim> dims = new ArrayList<>(size);
    while (dims.size() < size) {
      dims.add(readDim(reader, dims));
    }
    return dims;
  }

  private static Dim readDim(WireReader reader, List<Dim> dims) {
    int kind = reader.index(DimTableWriter.SPREAD + 1, "kind of dim");
    return switch (kind) {
      case DimTableWriter.CONSTANT -> new Dim.Constant(reader.signed());
      case DimTableWriter.SYMBOL -> new Dim.Symbol(reader.text());
      case DimTableWriter.SUM -> new Dim.Sum(operands(reader, dims));
      case DimTableWriter.PRODUCT -> new Dim.Product(operands(reader, dims));
      case DimTableWriter.FLOOR_DIV ->
          new Dim.FloorDiv(operand(reader, dims), operand(reader, dims));
      case DimTableWriter.MOD -> new Dim.Mod(operand(reader, dims), operand(reader, dims));
      case DimTableWriter.CEIL_DIV -> new Dim.CeilDiv(operand(reader, dims), operand(reader, dims));
      case DimTableWriter.MIN -> new Dim.Min(operand(reader, dims), operand(reader, dims));
      case DimTableWriter.MAX -> new Dim.Max(operand(reader, dims), operand(reader, dims));
      case DimTableWriter.JOINED -> new Dim.Joined(operand(reader, dims), operand(reader, dims));
      case DimTableWriter.SPREAD -> new Dim.Spread(operand(reader, dims), operand(reader, dims));
      default -> throw reader.damage("kind of dim " + kind);
    };
  }

  private static Dim operand(WireReader reader, List<Dim> dims) {
    return dims.get(reader.index(dims.size(), "operand"));
  }

  private static List<Dim> operands(WireReader reader, List<Dim> dims) {
    int size = reader.count();
    List<Dim> operands = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      operands.add(operand(reader, dims));
    }
    return operands;
  }
}
