package dev.certosina.compiler.kernel;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexStatement;
import dev.certosina.compiler.affine.IndexStatement.Accumulation;
import dev.certosina.compiler.affine.IndexStatement.ElementOperation;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.target.Intrinsic;
import java.util.IdentityHashMap;
import java.util.List;

/// Executes the compute abstraction of instructions on lanes, as [Kernel.Expr.Invoke] states.
///
/// Remembers the domain of every instruction it has seen. Not thread-safe.
final class IntrinsicEvaluation {
  private final IdentityHashMap<Intrinsic, IntrinsicPoints> points = new IdentityHashMap<>();

  /// What the destination's register holds afterwards.
  ///
  /// @param operands the destination's value before, then the sources
  LaneValue evaluate(Intrinsic intrinsic, List<LaneValue> operands) {
    IntrinsicPoints domain = points.computeIfAbsent(intrinsic, IntrinsicPoints::of);
    IndexStatement statement = intrinsic.compute().statement();
    ElementType element = operands.getFirst().type().element();
    List<LaneValue> converted =
        operands.stream().map(operand -> LaneConversions.convert(element, operand)).toList();
    return switch (converted.getFirst()) {
      case LaneValue.Integers before -> integers(statement, domain, before, converted);
      case LaneValue.Floats before -> floats(statement, domain, before, converted);
    };
  }

  private static LaneValue integers(
      IndexStatement statement,
      IntrinsicPoints domain,
      LaneValue.Integers before,
      List<LaneValue> operands) {
    Type type = before.type();
    ElementType element = type.element();
    long[] lanes = new long[type.lanes()];
    for (int i = 0; i < lanes.length; i++) {
      lanes[i] = before.lane(i);
    }
    for (int point = 0; point < domain.destinations().size(); point++) {
      long value = integer(operands, domain, 0, point);
      for (int source = 1; source < domain.sources().size(); source++) {
        value = join(statement.operation(), value, integer(operands, domain, source, point));
      }
      int lane = domain.destinations().get(point);
      long sum = accumulate(statement.accumulation(), element, lanes[lane], value);
      lanes[lane] = LaneConversions.wrap(element, sum);
    }
    return LaneValue.Integers.generate(type, i -> lanes[i]);
  }

  private static long integer(
      List<LaneValue> operands, IntrinsicPoints domain, int source, int point) {
    int lane = domain.sources().get(source).get(point);
    return ((LaneValue.Integers) operands.get(1 + source)).lane(lane);
  }

  private static long join(ElementOperation operation, long left, long right) {
    return switch (operation) {
      case MULTIPLY -> left * right;
      case ADD -> left + right;
      case SUBTRACT -> left - right;
    };
  }

  private static long accumulate(
      Accumulation accumulation, ElementType element, long before, long value) {
    long wrapped = LaneConversions.wrap(element, value);
    boolean isAbove =
        element == ElementType.UINT64
            ? Long.compareUnsigned(wrapped, before) > 0
            : wrapped > before;
    return switch (accumulation) {
      case SUM -> before + value;
      case PRODUCT -> before * value;
      case MAX -> isAbove ? wrapped : before;
      case MIN -> isAbove ? before : wrapped;
    };
  }

  private static LaneValue floats(
      IndexStatement statement,
      IntrinsicPoints domain,
      LaneValue.Floats before,
      List<LaneValue> operands) {
    Type type = before.type();
    boolean isDouble = type.element() == ElementType.FLOAT64;
    boolean isFused =
        statement.accumulation() == Accumulation.SUM
            && statement.operation() == ElementOperation.MULTIPLY
            && statement.operands().size() == 2;
    double[] lanes = new double[type.lanes()];
    for (int i = 0; i < lanes.length; i++) {
      lanes[i] = before.lane(i);
    }
    for (int point = 0; point < domain.destinations().size(); point++) {
      int lane = domain.destinations().get(point);
      double value = number(operands, domain, 0, point);
      if (isFused) {
        lanes[lane] = fma(isDouble, value, number(operands, domain, 1, point), lanes[lane]);
        continue;
      }
      for (int source = 1; source < domain.sources().size(); source++) {
        double right = number(operands, domain, source, point);
        value = round(isDouble, join(statement.operation(), value, right));
      }
      lanes[lane] = round(isDouble, accumulate(statement.accumulation(), lanes[lane], value));
    }
    return LaneValue.Floats.generate(type, i -> lanes[i]);
  }

  private static double number(
      List<LaneValue> operands, IntrinsicPoints domain, int source, int point) {
    int lane = domain.sources().get(source).get(point);
    return ((LaneValue.Floats) operands.get(1 + source)).lane(lane);
  }

  private static double fma(boolean isDouble, double left, double right, double addend) {
    return isDouble
        ? Math.fma(left, right, addend)
        : Math.fma((float) left, (float) right, (float) addend);
  }

  /// To f32, in which the narrower floats are computed too.
  private static double round(boolean isDouble, double value) {
    return isDouble ? value : (float) value;
  }

  private static double join(ElementOperation operation, double left, double right) {
    return switch (operation) {
      case MULTIPLY -> left * right;
      case ADD -> left + right;
      case SUBTRACT -> left - right;
    };
  }

  private static double accumulate(Accumulation accumulation, double before, double value) {
    return switch (accumulation) {
      case SUM -> before + value;
      case PRODUCT -> before * value;
      case MAX -> Math.max(before, value);
      case MIN -> Math.min(before, value);
    };
  }
}
