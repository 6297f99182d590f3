package dev.certosina.compiler.mapping.check;

import dev.certosina.compiler.mapping.Mapping;
import dev.certosina.compiler.mapping.PhysicalMapping;
import dev.certosina.compiler.mapping.PhysicalMapping.Loop;
import dev.certosina.compiler.mapping.PhysicalMapping.OperandMap;
import dev.certosina.compiler.mapping.PhysicalMapping.TiledAxis;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// Executes a physical mapping literally: makes its copies, loads tiles from the addresses it
/// states, executes the instruction, stores the tile, and copies the destination back.
///
/// Only the formulas, guards, bases and strides of the mapping are used, so a wrong one shows. The
/// destination starts at the identity of the accumulation.
public final class MappingInterpreter {
  private final PhysicalMapping physical;
  private final IntrinsicInterpreter instruction;
  private final List<String> variables;
  private final long[] values;
  private final Odometer loops;
  private final List<TileAccess> tiles;

  public MappingInterpreter(PhysicalMapping physical, IntrinsicInterpreter instruction) {
    this(physical, instruction, LaneRange.all(physical));
  }

  /// @param instruction on the visited lanes
  MappingInterpreter(
      PhysicalMapping physical, IntrinsicInterpreter instruction, LaneRange visited) {
    this.physical = physical;
    this.instruction = instruction;
    this.variables = new ArrayList<>();
    physical.loops().forEach(loop -> variables.add(loop.name()));
    physical.tiles().forEach(tile -> variables.add(tile.lane()));
    this.values = new long[variables.size()];
    this.loops = odometer(physical.loops());
    this.tiles = physical.operands().stream().map(operand -> tileAccess(operand, visited)).toList();
  }

  /// The elements that the destination ends with.
  ///
  /// @param tensors by the computation's names; the operands
  /// @throws IndexOutOfBoundsException where an address is outside its tensor or copy
  public Elements run(Map<String, Elements> tensors) {
    Mapping mapping = physical.mapping();
    int sources = mapping.sources().size();
    List<Elements> buffers = new ArrayList<>();
    for (int i = 0; i < sources; i++) {
      OperandMap operand = physical.operands().get(i);
      buffers.add(
          CopyInterpreter.copyIn(operand, Objects.requireNonNull(tensors.get(operand.tensor()))));
    }
    OperandMap destination = physical.operands().getLast();
    Elements result = identity(elements(mapping.computation().destination()));
    Elements stored = destination.copy().map(copy -> identity(copy.elements())).orElse(result);
    buffers.add(stored);
    runLoops(buffers, CopyInterpreter.live(destination, stored.count()));
    CopyInterpreter.copyBack(destination, stored, result);
    return result;
  }

  /// @param live elements of the last buffer whose values matter
  private void runLoops(List<Elements> buffers, boolean[] live) {
    int sources = buffers.size() - 1;
    long[][] sourceTiles = new long[sources][];
    Arrays.fill(values, 0);
    do {
      for (int i = 0; i < sources; i++) {
        sourceTiles[i] = tiles.get(i).load(buffers.get(i), instruction.sourceType(i), values);
      }
      Elements stored = buffers.getLast();
      TileAccess destination = tiles.getLast();
      long[] tile = destination.load(stored, instruction.arithmetic().type(), values);
      instruction.execute(sourceTiles, tile, destination.liveLanes(live));
      destination.store(stored, tile);
    } while (loops.advance(values));
  }

  private Elements identity(long count) {
    long[] elements = new long[Math.toIntExact(count)];
    Arrays.fill(elements, instruction.arithmetic().identity());
    return new Elements(instruction.arithmetic().type(), elements);
  }

  private static long elements(Tensor tensor) {
    return tensor.shape().stream()
        .mapToLong(dim -> Dims.constantValue(dim).orElseThrow())
        .reduce(1, Math::multiplyExact);
  }

  private TileAccess tileAccess(OperandMap operand, LaneRange visited) {
    Computation compute = physical.mapping().intrinsic().compute();
    List<TiledAxis> lanes =
        compute
            .statement()
            .accesses()
            .get(physical.operands().indexOf(operand))
            .coordinates()
            .stream()
            .map(coordinate -> coordinate.terms().getFirst().axis())
            .map(axis ->
                physical.tiles().stream()
                    .filter(tile -> tile.intrinsicAxis().equals(axis))
                    .findFirst()
                    .orElseThrow())
            .toList();
    return new TileAccess(operand, lanes, visited, variables);
  }

  private Odometer odometer(List<Loop> counted) {
    return new Odometer(
        counted.stream().mapToInt(loop -> variables.indexOf(loop.name())).toArray(),
        counted.stream().mapToLong(Loop::extent).toArray());
  }
}
