package dev.certosina.compiler.mapping.check;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.target.Intrinsic;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
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
  private final int[][] sourceElements;
  private final int[] registerElements;

  public IntrinsicInterpreter(Intrinsic intrinsic) {
    Computation compute = intrinsic.compute();
    List<Axis> axes = compute.axes();
    this.sourceTypes =
        compute.statement().operands().stream()
            .map(source -> compute.tensor(source.tensor()).type())
            .toList();
    this.arithmetic = Arithmetic.of(compute.statement(), compute.destination().type());
    this.destinationElements = elements(compute.destination());
    this.partials =
        (int)
            intrinsic.partialSums().stream()
                .mapToLong(axis -> constant(compute.axis(axis).extent()))
                .reduce(1, Math::multiplyExact);
    this.sourceElements =
        compute.statement().operands().stream()
            .map(source -> positions(axes, weights(compute, source)))
            .toArray(int[][]::new);
    long[] weights = weights(compute, compute.statement().destination());
    long stride = 1;
    for (int i = 0; i < weights.length; i++) {
      weights[i] *= partials;
    }
    for (String axis : intrinsic.partialSums().reversed()) {
      weights[axes.indexOf(compute.axis(axis))] += stride;
      stride *= constant(compute.axis(axis).extent());
    }
    this.registerElements = positions(axes, weights);
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

  /// Accumulates into `destination`.
  ///
  /// @param sources tiles in the order of the statement, each of its operand's type
  /// @param destination the tile that the register is loaded from and stored to
  void execute(long[][] sources, long[] destination) {
    long[] register = load(destination);
    long[][] converted = new long[sources.length][];
    for (int i = 0; i < sources.length; i++) {
      ElementType type = sourceTypes.get(i);
      converted[i] = new long[sources[i].length];
      for (int j = 0; j < sources[i].length; j++) {
        converted[i][j] = Numbers.convert(type, arithmetic.type(), sources[i][j]);
      }
    }
    for (int point = 0; point < registerElements.length; point++) {
      long term = converted[0][sourceElements[0][point]];
      for (int i = 1; i < converted.length; i++) {
        term = arithmetic.join(term, converted[i][sourceElements[i][point]]);
      }
      int element = registerElements[point];
      register[element] = arithmetic.accumulate(register[element], term);
    }
    for (int i = 0; i < register.length; i++) {
      register[i] = arithmetic.settle(register[i]);
    }
    store(register, destination);
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

  private void store(long[] register, long[] destination) {
    for (int i = 0; i < destinationElements; i++) {
      int first = i * partials;
      for (int count = partials; count > 1; count = (count + 1) / 2) {
        int half = (count + 1) / 2;
        for (int j = half; j < count; j++) {
          register[first + j - half] =
              arithmetic.accumulate(register[first + j - half], register[first + j]);
        }
      }
      destination[i] = arithmetic.settle(register[first]);
    }
  }

  private static int elements(Tensor tensor) {
    return Math.toIntExact(
        tensor.shape().stream()
            .mapToLong(IntrinsicInterpreter::constant)
            .reduce(1, Math::multiplyExact));
  }

  /// How far an operand's element moves with each axis of the instruction.
  private static long[] weights(Computation compute, Access access) {
    long[] weights = new long[compute.axes().size()];
    List<Dim> shape = compute.tensor(access.tensor()).shape();
    long stride = 1;
    for (int dim = shape.size() - 1; dim >= 0; dim--) {
      for (IndexExpr.Term term : access.coordinates().get(dim).terms()) {
        weights[compute.axes().indexOf(compute.axis(term.axis()))] +=
            constant(term.coefficient()) * stride;
      }
      stride *= constant(shape.get(dim));
    }
    return weights;
  }

  /// The position of each point's element, the last axis fastest.
  private static int[] positions(List<Axis> axes, long[] weights) {
    Odometer odometer =
        new Odometer(
            IntStream.range(0, axes.size()).toArray(),
            axes.stream().mapToLong(axis -> constant(axis.extent())).toArray());
    int[] positions = new int[odometer.size()];
    long[] point = new long[axes.size()];
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

  private static long constant(Dim dim) {
    return Dims.constantValue(dim).orElseThrow();
  }
}
