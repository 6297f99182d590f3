package dev.certosina.compiler.mapping.check;

import dev.certosina.ElementType;
import dev.certosina.compiler.mapping.PhysicalMapping.Guard;
import dev.certosina.compiler.mapping.PhysicalMapping.OperandMap;
import dev.certosina.compiler.mapping.PhysicalMapping.Strided;
import dev.certosina.compiler.mapping.PhysicalMapping.TiledAxis;
import java.util.Arrays;
import java.util.List;

/// Loads and stores the tile of one operand, lane by lane, from where its map says.
final class TileAccess {
  private final String name;
  private final Odometer lanes;
  private final int size;
  private final CompiledGuards guards;
  private final CompiledFormula address;
  private final int[] strideSlots;
  private final long[] strides;

  /// @param lanes in the order of the tile's coordinates
  /// @param variables loops and lanes by slot
  TileAccess(OperandMap operand, List<TiledAxis> lanes, List<String> variables) {
    this.name = operand.operand() + " of " + operand.tensor();
    this.strideSlots = lanes.stream().mapToInt(lane -> variables.indexOf(lane.lane())).toArray();
    this.lanes = new Odometer(strideSlots, lanes.stream().mapToLong(TiledAxis::size).toArray());
    this.size = this.lanes.size();
    List<Guard> checked = operand.strided().map(Strided::guards).orElse(operand.guards());
    this.guards = new CompiledGuards(checked, variables);
    this.address =
        CompiledFormula.of(
            operand.strided().map(Strided::base).orElse(operand.element()), variables);
    this.strides =
        operand
            .strided()
            .map(strided -> strided.strides().stream().mapToLong(Long::longValue).toArray())
            .orElse(new long[lanes.size()]);
  }

  /// The tile at the loops' values, as numbers of `type`; leaves the lanes' values at 0.
  long[] load(Elements buffer, ElementType type, long[] variables) {
    long[] tile = new long[size];
    lanes.reset(variables);
    for (int i = 0; i < size; i++) {
      int failing = guards.firstFailing(variables);
      tile[i] =
          failing < 0
              ? Numbers.convert(buffer.type(), type, buffer.values()[position(buffer, variables)])
              : Numbers.literal(type, guards.fill(failing));
      lanes.advance(variables);
    }
    return tile;
  }

  /// Writes the lanes whose guards hold.
  void store(Elements buffer, long[] variables, long[] tile) {
    lanes.reset(variables);
    for (int i = 0; i < size; i++) {
      if (guards.firstFailing(variables) < 0) {
        buffer.values()[position(buffer, variables)] = tile[i];
      }
      lanes.advance(variables);
    }
  }

  private int position(Elements buffer, long[] variables) {
    long position = address.evaluate(variables);
    for (int i = 0; i < strides.length; i++) {
      position += strides[i] * variables[strideSlots[i]];
    }
    if (position < 0 || position >= buffer.count()) {
      throw new IndexOutOfBoundsException(
          "operand "
              + name
              + " at "
              + Arrays.toString(variables)
              + " has address "
              + position
              + ", needed one of "
              + buffer.count()
              + " elements");
    }
    return (int) position;
  }
}
