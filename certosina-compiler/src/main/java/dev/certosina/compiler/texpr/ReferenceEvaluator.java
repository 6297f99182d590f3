package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexStatement.Accumulation;
import dev.certosina.compiler.affine.IndexStatement.ElementOperation;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/// Evaluates a computation with constant extents on given data: what any mapping of it must give.
///
/// Integers wrap exactly in the destination's type. Floats are joined and accumulated in f64,
/// reduction points in order, without any rounding; only operands are first converted to the
/// destination's type. Elements that no point writes have the accumulation's identity. About one
/// nanosecond a product.
public final class ReferenceEvaluator {
  /// Neighbouring points whose sums run side by side, so that additions overlap.
  private static final int POINTS_AT_ONCE = 4;

  private final Computation computation;
  private final ElementType type;
  private final Accumulation accumulation;
  private final ElementOperation operation;
  private final ReferenceOperand destination;
  private final ReferenceOperand[] operands;
  private final long[] spatial;

  /// For each operand the addresses of all reduction points, relative to a spatial point's.
  private final int[][] reduction;

  private ReferenceEvaluator(Computation computation, Map<String, TensorValue> values) {
    this.computation = computation;
    this.type = computation.destination().type();
    this.accumulation = computation.statement().accumulation();
    this.operation = computation.statement().operation();
    this.destination = ReferenceOperand.destination(computation);
    this.operands = ReferenceOperand.all(computation, values).toArray(ReferenceOperand[]::new);
    this.spatial = extents(AxisKind.PARALLEL);
    this.reduction = new int[operands.length][];
    for (int i = 0; i < operands.length; i++) {
      reduction[i] = reductionOffsets(operands[i]);
    }
  }

  /// The destination in its own type, rounded once.
  ///
  /// @param operands by name; each tensor of the statement but the destination
  public static TensorValue evaluate(Computation computation, Map<String, TensorValue> operands) {
    List<Long> shape =
        Arrays.stream(ReferenceOperand.shape(computation.destination())).boxed().toList();
    ElementType type = computation.destination().type();
    if (type.isFloat()) {
      double[] values = floats(computation, operands);
      return TensorValue.filled(type, shape, i -> values[i]);
    }
    long[] values = integers(computation, operands);
    return new TensorValue(type, shape, new ElementArray.Integers(type, values).encode());
  }

  /// All elements of a float destination, row-major, not rounded to its type.
  public static double[] floats(Computation computation, Map<String, TensorValue> operands) {
    ReferenceEvaluator evaluator = new ReferenceEvaluator(computation, operands);
    double[] result = new double[evaluator.elements()];
    Arrays.fill(result, evaluator.accumulation.identity());
    evaluator.forEachRow(
        (positions, at, length) -> evaluator.floatRow(positions, at, length, result));
    return result;
  }

  /// All elements of an integer destination, row-major.
  public static long[] integers(Computation computation, Map<String, TensorValue> operands) {
    ReferenceEvaluator evaluator = new ReferenceEvaluator(computation, operands);
    long[] result = new long[evaluator.elements()];
    Arrays.fill(result, evaluator.integerIdentity());
    evaluator.forEachPoint((positions, at) -> result[(int) at] = evaluator.integerAt(positions));
    return result;
  }

  /// Some elements of a float destination, without evaluating the others.
  ///
  /// @param elements row-major positions
  public static double[] floats(
      Computation computation, Map<String, TensorValue> operands, long[] elements) {
    ReferenceEvaluator evaluator = new ReferenceEvaluator(computation, operands);
    double[] result = new double[elements.length];
    Arrays.fill(result, evaluator.accumulation.identity());
    var wanted = new Wanted(elements);
    evaluator.forEachPoint((positions, at) -> {
      if (wanted.contains(at)) {
        double value = evaluator.floatAt(positions);
        wanted.forEach(at, i -> result[i] = value);
      }
    });
    return result;
  }

  /// Some elements of an integer destination, without evaluating the others.
  ///
  /// @param elements row-major positions
  public static long[] integers(
      Computation computation, Map<String, TensorValue> operands, long[] elements) {
    ReferenceEvaluator evaluator = new ReferenceEvaluator(computation, operands);
    long[] result = new long[elements.length];
    Arrays.fill(result, evaluator.integerIdentity());
    var wanted = new Wanted(elements);
    evaluator.forEachPoint((positions, at) -> {
      if (wanted.contains(at)) {
        long value = evaluator.integerAt(positions);
        wanted.forEach(at, i -> result[i] = value);
      }
    });
    return result;
  }

  private int elements() {
    long count = 1;
    for (long extent : ReferenceOperand.shape(computation.destination())) {
      count = Math.multiplyExact(count, extent);
    }
    return Math.toIntExact(count);
  }

  private long[] extents(AxisKind kind) {
    return computation.axes().stream()
        .filter(axis -> axis.kind() == kind)
        .mapToLong(axis -> ReferenceOperand.number(axis.extent()))
        .toArray();
  }

  private int[] reductionOffsets(ReferenceOperand operand) {
    long[] extents = extents(AxisKind.REDUCTION);
    long points = Arrays.stream(extents).reduce(1, Math::multiplyExact);
    int[] offsets = new int[Math.toIntExact(points)];
    for (int point = 0; point < offsets.length; point++) {
      long rest = point;
      long offset = 0;
      for (int axis = extents.length - 1; axis >= 0; axis--) {
        offset += rest % extents[axis] * operand.strides()[spatial.length + axis];
        rest /= extents[axis];
      }
      offsets[point] = Math.toIntExact(offset);
    }
    return offsets;
  }

  /// Takes the operands' addresses at the first point of a row, the destination's, and how many
  /// points the row has.
  private interface Row {
    void accept(long[] positions, long at, long length);
  }

  private interface Point {
    void accept(long[] positions, long at);
  }

  /// Rows run along the last spatial axis.
  private void forEachRow(Row action) {
    int last = spatial.length - 1;
    long length = last < 0 ? 1 : spatial[last];
    long rows = Arrays.stream(spatial).limit(Math.max(0, last)).reduce(1, Math::multiplyExact);
    long[] positions = new long[operands.length];
    for (long row = 0; row < rows; row++) {
      for (int i = 0; i < operands.length; i++) {
        positions[i] = start(operands[i], row);
      }
      action.accept(positions, start(destination, row), length);
    }
  }

  private long start(ReferenceOperand operand, long row) {
    long rest = row;
    long position = operand.base();
    for (int axis = spatial.length - 2; axis >= 0; axis--) {
      position += rest % spatial[axis] * operand.strides()[axis];
      rest /= spatial[axis];
    }
    return position;
  }

  private void forEachPoint(Point action) {
    forEachRow((positions, at, length) -> {
      for (long x = 0; x < length; x++) {
        action.accept(positions, at + x * step(destination));
        for (int i = 0; i < operands.length; i++) {
          positions[i] += step(operands[i]);
        }
      }
    });
  }

  /// How far neighbours in a row are apart.
  private long step(ReferenceOperand operand) {
    return spatial.length == 0 ? 0 : operand.strides()[spatial.length - 1];
  }

  private void floatRow(long[] positions, long at, long length, double[] result) {
    boolean isProduct =
        operands.length == 2
            && operation == ElementOperation.MULTIPLY
            && accumulation == Accumulation.SUM;
    long x = 0;
    for (; isProduct && x + POINTS_AT_ONCE <= length; x += POINTS_AT_ONCE) {
      products(positions, (int) (at + x * step(destination)), result);
      positions[0] += POINTS_AT_ONCE * step(operands[0]);
      positions[1] += POINTS_AT_ONCE * step(operands[1]);
    }
    for (; x < length; x++) {
      result[(int) (at + x * step(destination))] = floatAt(positions);
      for (int i = 0; i < operands.length; i++) {
        positions[i] += step(operands[i]);
      }
    }
  }

  /// Four neighbouring sums of products.
  private void products(long[] positions, int at, double[] result) {
    double[] left = operands[0].floats();
    double[] right = operands[1].floats();
    int[] leftOffsets = reduction[0];
    int[] rightOffsets = reduction[1];
    int leftStep = (int) step(operands[0]);
    int rightStep = (int) step(operands[1]);
    double sum0 = 0;
    double sum1 = 0;
    double sum2 = 0;
    double sum3 = 0;
    for (int k = 0; k < leftOffsets.length; k++) {
      int l = (int) positions[0] + leftOffsets[k];
      int r = (int) positions[1] + rightOffsets[k];
      sum0 += left[l] * right[r];
      sum1 += left[l + leftStep] * right[r + rightStep];
      sum2 += left[l + 2 * leftStep] * right[r + 2 * rightStep];
      sum3 += left[l + 3 * leftStep] * right[r + 3 * rightStep];
    }
    int step = (int) step(destination);
    result[at] = sum0;
    result[at + step] = sum1;
    result[at + 2 * step] = sum2;
    result[at + 3 * step] = sum3;
  }

  private double floatAt(long[] positions) {
    double sum = accumulation.identity();
    for (int k = 0; k < reduction[0].length; k++) {
      double joined = operands[0].floats()[(int) positions[0] + reduction[0][k]];
      for (int i = 1; i < operands.length; i++) {
        double next = operands[i].floats()[(int) positions[i] + reduction[i][k]];
        joined =
            switch (operation) {
              case MULTIPLY -> joined * next;
              case ADD -> joined + next;
              case SUBTRACT -> joined - next;
            };
      }
      sum =
          switch (accumulation) {
            case SUM -> sum + joined;
            case PRODUCT -> sum * joined;
            case MAX -> Math.max(sum, joined);
            case MIN -> Math.min(sum, joined);
          };
    }
    return sum;
  }

  private long integerAt(long[] positions) {
    long sum = integerIdentity();
    for (int k = 0; k < reduction[0].length; k++) {
      long joined = operands[0].integers()[(int) positions[0] + reduction[0][k]];
      for (int i = 1; i < operands.length; i++) {
        long next = operands[i].integers()[(int) positions[i] + reduction[i][k]];
        joined =
            switch (operation) {
              case MULTIPLY -> joined * next;
              case ADD -> joined + next;
              case SUBTRACT -> joined - next;
            };
      }
      sum =
          switch (accumulation) {
            case SUM -> sum + joined;
            case PRODUCT -> sum * joined;
            case MAX -> pick(sum, IntegerMath.wrap(type, joined), 1);
            case MIN -> pick(sum, IntegerMath.wrap(type, joined), -1);
          };
    }
    return IntegerMath.wrap(type, sum);
  }

  /// The larger one for a positive `sign`, else the smaller one.
  private long pick(long left, long right, int sign) {
    return sign * IntegerMath.compare(type, left, right) >= 0 ? left : right;
  }

  private long integerIdentity() {
    return switch (accumulation) {
      case SUM -> 0;
      case PRODUCT -> 1;
      case MAX -> IntegerMath.smallest(type);
      case MIN -> IntegerMath.largest(type);
    };
  }
}
