package dev.certosina.runtime.exec;

import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;

/// Reads the dim table of [DimTableWriter]. Operands precede their users, so a damaged table can
/// hold no cycle; equal dims of a program come back as one instance.
///
/// Operands may be shared, so a short table could describe an expression of any size; one larger
/// than [Dims#MAX_NODES] is refused, as it would take forever to evaluate.
final class DimTableReader {
  private final WireReader reader;
  private final List<Dim> dims = new ArrayList<>();
  private final List<Integer> nodeCounts = new ArrayList<>();
  private int nodes;

  private DimTableReader(WireReader reader) {
    this.reader = reader;
  }

  /// The dims of the table at the reader's position.
  static List<Dim> read(WireReader reader) {
    DimTableReader table = new DimTableReader(reader);
    int size = reader.count();
    while (table.dims.size() < size) {
      table.nodes = 1;
      table.dims.add(table.readDim());
      table.nodeCounts.add(table.nodes);
    }
    return table.dims;
  }

  private Dim readDim() {
    int kind = reader.index(DimTableWriter.KINDS, "kind of dim");
    return switch (kind) {
      case DimTableWriter.CONSTANT -> new Dim.Constant(reader.signed());
      case DimTableWriter.SYMBOL -> new Dim.Symbol(reader.text());
      case DimTableWriter.SUM -> new Dim.Sum(operands());
      case DimTableWriter.PRODUCT -> new Dim.Product(operands());
      case DimTableWriter.FLOOR_DIV -> new Dim.FloorDiv(operand(), operand());
      case DimTableWriter.MOD -> new Dim.Mod(operand(), operand());
      case DimTableWriter.CEIL_DIV -> new Dim.CeilDiv(operand(), operand());
      case DimTableWriter.MIN -> new Dim.Min(operand(), operand());
      case DimTableWriter.MAX -> new Dim.Max(operand(), operand());
      case DimTableWriter.JOINED -> new Dim.Joined(operand(), operand());
      case DimTableWriter.SPREAD -> new Dim.Spread(operand(), operand());
      case DimTableWriter.ELEMENT ->
          new Dim.Element(reader.text(), reader.index(Integer.MAX_VALUE, "number of an element"));
      case DimTableWriter.CHOICE -> new Dim.Choice(operand(), operand(), operand(), operand());
      default -> throw reader.damage("kind of dim " + kind);
    };
  }

  private Dim operand() {
    int number = reader.index(dims.size(), "operand");
    nodes += nodeCounts.get(number);
    if (nodes > Dims.MAX_NODES) {
      throw reader.damage("a dim has more than " + Dims.MAX_NODES + " nodes");
    }
    return dims.get(number);
  }

  private List<Dim> operands() {
    int size = reader.count();
    List<Dim> operands = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      operands.add(operand());
    }
    return operands;
  }
}
