package dev.certosina.compiler.mapping.check;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/// Executes an instruction through its compute abstraction, on tiles that are row-major in the
/// order of their coordinates.
///
/// Numbers are those of [Arithmetic]; partial sums are kept apart and added halves first when the
/// register is stored.
public final class IntrinsicInterpreter {
  private final List<ElementType> sourceTypes;
  private final Arithmetic arithmetic;
  private final int destinationElements;
  private final int partials;
  // Per point, grouped by the element of the destination, in order within each group.
  private final int[][] sourceElements;
  private final int[] registerElements;
  private final int pointsPerElement;

  public IntrinsicInterpreter(Intrinsic intrinsic) {
    this(intrinsic, LaneRange.all(intrinsic));
  }

  /// The instruction on some of its lanes only.
  IntrinsicInterpreter(Intrinsic intrinsic, LaneRange visited) {
    Computation compute = intrinsic.compute();
    List<Axis> axes = compute.axes();
    long[] extents = axes.stream().mapToLong(axis -> visited.count(axis.name())).toArray();
    this.sourceTypes =
        compute.statement().operands().stream()
            .map(source -> compute.tensor(source.tensor()).type())
            .toList();
    this.arithmetic = new Arithmetic(compute.statement(), compute.destination().type());
    this.destinationElements = elements(compute.statement().destination(), visited);
    this.partials =
        (int)
            intrinsic.partialSums().stream()
                .mapToLong(visited::count)
                .reduce(1, Math::multiplyExact);
    long[] weights = weights(axes, compute.statement().destination(), visited);
    int[] order = order(positions(extents, weights), destinationElements);
    this.pointsPerElement = order.length / destinationElements;
    this.sourceElements =
        compute.statement().operands().stream()
            .map(source -> inOrder(positions(extents, weights(axes, source, visited)), order))
            .toArray(int[][]::new);
    for (int i = 0; i < weights.length; i++) {
      weights[i] *= partials;
    }
    long stride = 1;
    for (String axis : intrinsic.partialSums().reversed()) {
      weights[axes.indexOf(compute.axis(axis))] += stride;
      stride *= visited.count(axis);
    }
    this.registerElements = inOrder(positions(extents, weights), order);
  }

  /// Points by destination element. Every element has as many: each tile coordinate is one axis.
  private static int[] order(int[] destinations, int elements) {
    int each = destinations.length / elements;
    int[] filled = new int[elements];
    int[] order = new int[destinations.length];
    for (int point = 0; point < destinations.length; point++) {
      int element = destinations[point];
      order[element * each + filled[element]++] = point;
    }
    return order;
  }

  private static int[] inOrder(int[] positions, int[] order) {
    int[] ordered = new int[order.length];
    for (int i = 0; i < order.length; i++) {
      ordered[i] = positions[order[i]];
    }
    return ordered;
  }

  /// The number of points of the instruction.
  public int points() {
    return registerElements.length;
  }

  /// The element type of source `index`.
  ElementType sourceType(int index) {
    return sourceTypes.get(index);
  }

  Arithmetic arithmetic() {
    return arithmetic;
  }

  /// Accumulates into elements of `destination`.
  ///
  /// @param sources tiles in the order of the statement, each of its operand's type
  /// @param destination the tile that the register is loaded from and stored to
  /// @param live positions of the elements that are wanted; the others stay as they are
  void execute(long[][] sources, long[] destination, int[] live) {
    long[][] converted = new long[sources.length][];
    for (int i = 0; i < sources.length; i++) {
      converted[i] = converted(sources[i], sourceTypes.get(i));
    }
    long[] register = load(destination);
    for (int element : live) {
      int from = element * pointsPerElement;
      accumulate(register, converted, from, from + pointsPerElement);
      for (int i = element * partials; i < (element + 1) * partials; i++) {
        register[i] = arithmetic.settle(register[i]);
      }
      destination[element] = total(register, element * partials);
    }
  }

  private long[] converted(long[] tile, ElementType type) {
    if (type == arithmetic.type()) {
      return tile;
    }
    long[] converted = new long[tile.length];
    for (int i = 0; i < tile.length; i++) {
      converted[i] = Numbers.convert(type, arithmetic.type(), tile[i]);
    }
    return converted;
  }

  private void accumulate(long[] register, long[][] sources, int from, int to) {
    if (sources.length == 2 && arithmetic.addsProducts()) {
      long[] left = sources[0];
      long[] right = sources[1];
      int[] lefts = sourceElements[0];
      int[] rights = sourceElements[1];
      for (int point = from; point < to; point++) {
        int element = registerElements[point];
        register[element] =
            arithmetic.addProduct(register[element], left[lefts[point]], right[rights[point]]);
      }
      return;
    }
    for (int point = from; point < to; point++) {
      long term = sources[0][sourceElements[0][point]];
      for (int i = 1; i < sources.length; i++) {
        term = arithmetic.join(term, sources[i][sourceElements[i][point]]);
      }
      int element = registerElements[point];
      register[element] = arithmetic.accumulate(register[element], term);
    }
  }

  private long[] load(long[] destination) {
    if (partials == 1) {
      return destination.clone();
    }
    long[] register = new long[destinationElements * partials];
    Arrays.fill(register, arithmetic.identity());
    for (int i = 0; i < destinationElements; i++) {
      register[i * partials] = destination[i];
    }
    return register;
  }

  /// Adds partial sums, halves first.
  private long total(long[] register, int first) {
    for (int count = partials; count > 1; count = (count + 1) / 2) {
      int half = (count + 1) / 2;
      for (int j = half; j < count; j++) {
        register[first + j - half] =
            arithmetic.accumulate(register[first + j - half], register[first + j]);
      }
    }
    return arithmetic.settle(register[first]);
  }

  /// Each coordinate of a tile is one axis.
  private static List<String> coordinates(Access access) {
    return access.coordinates().stream()
        .map(coordinate -> coordinate.terms().getFirst().axis())
        .toList();
  }

  private static int elements(Access access, LaneRange visited) {
    return Math.toIntExact(
        coordinates(access).stream().mapToLong(visited::count).reduce(1, Math::multiplyExact));
  }

  /// How far an operand's element moves with each axis of the instruction.
  private static long[] weights(List<Axis> axes, Access access, LaneRange visited) {
    List<String> names = axes.stream().map(Axis::name).toList();
    long[] weights = new long[names.size()];
    long stride = 1;
    for (String axis : coordinates(access).reversed()) {
      weights[names.indexOf(axis)] += stride;
      stride *= visited.count(axis);
    }
    return weights;
  }

  /// The position of each point's element, the last axis fastest.
  private static int[] positions(long[] extents, long[] weights) {
    Odometer odometer = new Odometer(IntStream.range(0, extents.length).toArray(), extents);
    int[] positions = new int[odometer.size()];
    long[] point = new long[extents.length];
    for (int i = 0; i < positions.length; i++) {
      long position = 0;
      for (int j = 0; j < weights.length; j++) {
        position += weights[j] * point[j];
      }
      positions[i] = Math.toIntExact(position);
      odometer.advance(point);
    }
    return positions;
  }
}
