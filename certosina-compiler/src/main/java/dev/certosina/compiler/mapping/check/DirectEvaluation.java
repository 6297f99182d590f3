package dev.certosina.compiler.mapping.check;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.Access;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.affine.IndexStatement;
import dev.certosina.compiler.mapping.NumberRange;
import dev.certosina.compiler.texpr.Computation;
import dev.certosina.compiler.texpr.TensorExpr.Axis;
import dev.certosina.compiler.texpr.TensorExpr.Tensor;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/// A computation evaluated point by point, in f64 for floats, with the error that another order and
/// the destination's precision may make.
///
/// With u the unit roundoff of the destination's type, m operands and n reduction points, an
/// element of the destination may be off by: for sums `2 (n + m) u * sum |term|`; for products
/// `prod(|term| + e) (1 + 2u)^n - prod |term|` and for `max` and `min` the largest `e`, where the
/// error of one term is `e = 2 m u` times the product, or sum, of its operands' magnitudes. f16 and
/// bf16 may round after every instruction, so their u counts for every point. Each of the `n + m`
/// roundings may also lose as much as the smallest number of the type. Products are assumed to stay
/// in the type's range on the way. Integers are exact.
final class DirectEvaluation {
  private final Computation computation;
  private final List<Axis> axes;
  private final Map<String, Elements> tensors;
  private final List<Reader> readers;
  private final Reader destination;
  private final Elements result;
  private final Arithmetic arithmetic;
  private final ElementType type;
  private final double unit;
  // Per element of the destination: sums or products of |term| and of |term| + error.
  private final double[] magnitudes;
  private final double[] errors;
  private final double[] values;

  private DirectEvaluation(Computation computation, Map<String, Elements> tensors) {
    this.computation = computation;
    this.axes = computation.axes();
    this.tensors = tensors;
    IndexStatement statement = computation.statement();
    this.readers = statement.operands().stream().map(this::reader).toList();
    this.destination = reader(statement.destination());
    this.type = computation.destination().type();
    this.arithmetic = new Arithmetic(statement, type);
    this.unit = 2 * Numbers.unitRoundoff(type);
    int count =
        (int)
            computation.destination().shape().stream()
                .mapToLong(DirectEvaluation::constant)
                .reduce(1, Math::multiplyExact);
    this.result = new Elements(type, new long[count]);
    Arrays.fill(result.values(), arithmetic.identity());
    this.values = new double[count];
    Arrays.fill(values, statement.accumulation().identity());
    this.magnitudes = new double[count];
    this.errors = new double[count];
    if (statement.accumulation() == IndexStatement.Accumulation.PRODUCT) {
      Arrays.fill(magnitudes, 1);
      Arrays.fill(errors, 1);
    }
  }

  /// What an element should be, and how far off it may be.
  ///
  /// @param tolerances zero for integers
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Expected(Elements elements, double[] tolerances) {}

  static Expected evaluate(Computation computation, Map<String, Elements> tensors) {
    return new DirectEvaluation(computation, tensors).run();
  }

  private Expected run() {
    Odometer odometer =
        new Odometer(
            IntStream.range(0, axes.size()).toArray(),
            axes.stream().mapToLong(axis -> constant(axis.extent())).toArray());
    long[] point = new long[axes.size()];
    int points = odometer.size();
    for (int i = 0; i < points; i++) {
      if (NumberRange.isInteger(type)) {
        addInteger(point);
      } else {
        addFloat(point);
      }
      odometer.advance(point);
    }
    return new Expected(result, NumberRange.isInteger(type) ? new double[values.length] : finish());
  }

  private void addInteger(long[] point) {
    long term = converted(0, point);
    for (int i = 1; i < readers.size(); i++) {
      term = arithmetic.join(term, converted(i, point));
    }
    int element = destination.position(point);
    result.values()[element] = arithmetic.accumulate(result.values()[element], term);
  }

  private long converted(int operand, long[] point) {
    Reader reader = readers.get(operand);
    return Numbers.convert(reader.elements().type(), type, reader.read(point));
  }

  private void addFloat(long[] point) {
    double term = Numbers.toDouble(converted(0, point));
    double magnitude = Math.abs(term);
    boolean isProduct =
        computation.statement().operation() == IndexStatement.ElementOperation.MULTIPLY;
    for (int i = 1; i < readers.size(); i++) {
      double next = Numbers.toDouble(converted(i, point));
      magnitude = isProduct ? magnitude * Math.abs(next) : magnitude + Math.abs(next);
      term =
          switch (computation.statement().operation()) {
            case MULTIPLY -> term * next;
            case ADD -> term + next;
            case SUBTRACT -> term - next;
          };
    }
    double error = readers.size() * unit * magnitude;
    int element = destination.position(point);
    switch (computation.statement().accumulation()) {
      case SUM -> {
        values[element] += term;
        magnitudes[element] += Math.abs(term);
        errors[element] += error;
      }
      case PRODUCT -> {
        values[element] *= term;
        magnitudes[element] *= Math.abs(term);
        errors[element] *= Math.abs(term) + error;
      }
      case MAX -> {
        values[element] = Math.max(values[element], term);
        errors[element] = Math.max(errors[element], error);
      }
      case MIN -> {
        values[element] = Math.min(values[element], term);
        errors[element] = Math.max(errors[element], error);
      }
    }
  }

  private double[] finish() {
    double reductions =
        axes.stream()
            .filter(axis -> !computation.statement().spatialAxes().contains(axis.name()))
            .mapToDouble(axis -> constant(axis.extent()))
            .reduce(1, (a, b) -> a * b);
    double[] tolerances = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      result.values()[i] = Numbers.ofDouble(values[i]);
      double error =
          switch (computation.statement().accumulation()) {
            case SUM -> errors[i] + reductions * unit * magnitudes[i];
            case PRODUCT -> errors[i] * Math.pow(1 + unit, reductions) - magnitudes[i];
            case MAX, MIN -> errors[i];
          };
      tolerances[i] = error + (reductions + readers.size()) * Numbers.smallest(type);
    }
    return tolerances;
  }

  private Reader reader(Access access) {
    Tensor tensor = computation.tensor(access.tensor());
    long[] shape = tensor.shape().stream().mapToLong(DirectEvaluation::constant).toArray();
    long[][] coefficients = new long[shape.length][axes.size()];
    long[] offsets = new long[shape.length];
    for (int dim = 0; dim < shape.length; dim++) {
      IndexExpr coordinate = access.coordinates().get(dim);
      offsets[dim] = constant(coordinate.offset());
      for (int axis = 0; axis < axes.size(); axis++) {
        coefficients[dim][axis] = constant(coordinate.coefficient(axes.get(axis).name()));
      }
    }
    Elements elements =
        tensors.getOrDefault(access.tensor(), new Elements(tensor.type(), new long[0]));
    return new Reader(access, elements, shape, coefficients, offsets);
  }

  private static long constant(Dim dim) {
    return Dims.constantValue(dim).orElseThrow();
  }

  /// An access over the computation's axes.
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Reader(
      Access access, Elements elements, long[] shape, long[][] coefficients, long[] offsets) {

    long read(long[] point) {
      int position = position(point);
      return position >= 0
          ? elements.values()[position]
          : Numbers.literal(elements.type(), access.padding().orElseThrow());
    }

    /// The row-major position; -1 outside the tensor.
    int position(long[] point) {
      long position = 0;
      for (int dim = 0; dim < shape.length; dim++) {
        long coordinate = offsets[dim];
        for (int axis = 0; axis < point.length; axis++) {
          coordinate += coefficients[dim][axis] * point[axis];
        }
        if (coordinate < 0 || coordinate >= shape[dim]) {
          return -1;
        }
        position = position * shape[dim] + coordinate;
      }
      return (int) position;
    }
  }

  /// Random operands of a computation, by name.
  static Map<String, Elements> randomOperands(Computation computation, RandomElements random) {
    Map<String, Elements> operands = new LinkedHashMap<>();
    List<Tensor> tensors = new ArrayList<>(computation.tensors());
    tensors.removeLast();
    for (Tensor tensor : tensors) {
      long count =
          tensor.shape().stream()
              .mapToLong(DirectEvaluation::constant)
              .reduce(1, Math::multiplyExact);
      operands.put(tensor.name(), random.elements(tensor.type(), Math.toIntExact(count)));
    }
    return operands;
  }
}
