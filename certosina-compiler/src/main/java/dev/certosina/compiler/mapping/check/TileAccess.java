package dev.certosina.compiler.mapping.check;

import dev.certosina.ElementType;
import dev.certosina.compiler.mapping.PhysicalMapping.Guard;
import dev.certosina.compiler.mapping.PhysicalMapping.OperandMap;
import dev.certosina.compiler.mapping.PhysicalMapping.Strided;
import dev.certosina.compiler.mapping.PhysicalMapping.TiledAxis;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Loads and stores the tile of one operand, lane by lane, from where its map says.
final class TileAccess {
  /// Stands for a lane whose guards fail.
  private static final int MASKED = -1;

  private final String name;
  private final Odometer lanes;
  private final CompiledGuards guards;
  private final CompiledFormula address;
  private final boolean isStrided;
  // Of a strided tile, per lane: the distance from the base.
  private final long[] offsets;
  private final int[] positions;
  private final int[] failing;

  /// @param lanes in the order of the tile's coordinates
  /// @param visited which of them
  /// @param variables loops and lanes by slot
  TileAccess(OperandMap operand, List<TiledAxis> lanes, LaneRange visited, List<String> variables) {
    this.name = operand.operand() + " of " + operand.tensor();
    int[] slots = lanes.stream().mapToInt(lane -> variables.indexOf(lane.lane())).toArray();
    this.lanes =
        new Odometer(
            slots,
            lanes.stream().mapToLong(TiledAxis::size).toArray(),
            lanes.stream().mapToLong(lane -> visited.leading(lane.intrinsicAxis())).toArray());
    int size = this.lanes.size();
    this.positions = new int[size];
    this.failing = new int[size];
    this.isStrided = operand.strided().isPresent();
    List<Guard> checked = operand.strided().map(Strided::guards).orElse(operand.guards());
    this.guards = new CompiledGuards(checked, variables);
    this.address =
        CompiledFormula.of(
            operand.strided().map(Strided::base).orElse(operand.element()), variables);
    this.offsets = new long[size];
    List<Long> strides = operand.strided().map(Strided::strides).orElse(List.of());
    long[] point = new long[variables.size()];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < strides.size(); j++) {
        offsets[i] += strides.get(j) * point[slots[j]];
      }
      this.lanes.advance(point);
    }
  }

  /// Finds the lanes' addresses at the loops' values; leaves the lanes' values at 0.
  private void locate(Elements buffer, long[] variables) {
    lanes.reset(variables);
    long base = isStrided ? address.evaluate(variables) : 0;
    for (int i = 0; i < positions.length; i++) {
      failing[i] = guards.firstFailing(variables);
      positions[i] =
          failing[i] < 0
              ? position(
                  buffer, variables, isStrided ? base + offsets[i] : address.evaluate(variables))
              : MASKED;
      lanes.advance(variables);
    }
  }

  private int position(Elements buffer, long[] variables, long position) {
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

  /// The tile at the loops' values, as numbers of `type`.
  long[] load(Elements buffer, ElementType type, long[] variables) {
    locate(buffer, variables);
    long[] tile = new long[positions.length];
    for (int i = 0; i < tile.length; i++) {
      tile[i] =
          failing[i] < 0
              ? Numbers.convert(buffer.type(), type, buffer.values()[positions[i]])
              : Numbers.literal(type, guards.fill(failing[i]));
    }
    return tile;
  }

  /// Writes the lanes whose guards held when the tile was loaded.
  void store(Elements buffer, long[] tile) {
    for (int i = 0; i < tile.length; i++) {
      if (positions[i] != MASKED) {
        buffer.values()[positions[i]] = tile[i];
      }
    }
  }

  /// The positions in the loaded tile whose values matter: those stored to where `live` holds.
  int[] liveLanes(boolean[] live) {
    return IntStream.range(0, positions.length)
        .filter(i -> positions[i] != MASKED && live[positions[i]])
        .toArray();
  }
}
