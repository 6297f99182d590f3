package dev.certosina.compiler.texpr;

import dev.certosina.ElementType;
import dev.certosina.compiler.texpr.PayloadCompiler.FloatFunction;
import dev.certosina.compiler.texpr.PayloadCompiler.IntegerFunction;
import dev.certosina.compiler.texpr.TensorExpr.AxisKind;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/// The loops of one expression; `position` is where the value of a point goes.
record DomainLoop(
    TensorExpr expr, BoundDomain domain, PayloadCompiler compiler, LinearForm position) {

  /// Evaluates the expression at every point of its domain, which is not empty.
  void fill(ElementArray output) {
    switch (output) {
      case ElementArray.Floats(ElementType type, float[] values) -> {
        FloatFunction value = floats();
        forEachPoint((at, point) -> values[at] = (float) FloatMath.round(type, value.at(point)));
      }
      case ElementArray.Doubles(double[] values) -> {
        FloatFunction value = floats();
        forEachPoint((at, point) -> values[at] = value.at(point));
      }
      case ElementArray.Integers(ElementType type, long[] values) -> {
        IntegerFunction value = integers(type);
        forEachPoint((at, point) -> values[at] = value.at(point));
      }
    }
  }

  private interface Store {
    void accept(int position, long[] point);
  }

  private void forEachPoint(Store store) {
    long[] point = new long[domain.rank()];
    do {
      store.accept((int) position.at(point), point);
    } while (domain.advance(point, AxisKind.PARALLEL));
  }

  private FloatFunction floats() {
    double identity = identity(expr.combiner());
    if (domain.isEmpty(AxisKind.REDUCTION)) {
      return _ -> identity;
    }
    FloatFunction payload = compiler.floats(expr.payload());
    return switch (expr.combiner()) {
      case NONE -> payload;
      case SUM -> reduce(payload, identity, Double::sum);
      case PRODUCT -> reduce(payload, identity, (a, b) -> a * b);
      case MAX -> reduce(payload, identity, Math::max);
      case MIN -> reduce(payload, identity, Math::min);
    };
  }

  private FloatFunction reduce(
      FloatFunction payload, double identity, DoubleBinaryOperator combine) {
    return point -> {
      double accumulator = identity;
      do {
        accumulator = combine.applyAsDouble(accumulator, payload.at(point));
      } while (domain.advance(point, AxisKind.REDUCTION));
      return accumulator;
    };
  }

  private IntegerFunction integers(ElementType type) {
    long identity = integerIdentity(type, expr.combiner());
    if (domain.isEmpty(AxisKind.REDUCTION)) {
      return _ -> identity;
    }
    IntegerFunction payload = compiler.integers(expr.payload());
    return switch (expr.combiner()) {
      case NONE -> payload;
      case SUM -> reduce(type, payload, identity, Long::sum);
      case PRODUCT -> reduce(type, payload, identity, (a, b) -> a * b);
      case MAX ->
          reduce(type, payload, identity, (a, b) -> IntegerMath.compare(type, a, b) >= 0 ? a : b);
      case MIN ->
          reduce(type, payload, identity, (a, b) -> IntegerMath.compare(type, a, b) <= 0 ? a : b);
    };
  }

  private IntegerFunction reduce(
      ElementType type, IntegerFunction payload, long identity, LongBinaryOperator combine) {
    return point -> {
      long accumulator = identity;
      do {
        accumulator = combine.applyAsLong(accumulator, payload.at(point));
      } while (domain.advance(point, AxisKind.REDUCTION));
      return IntegerMath.wrap(type, accumulator);
    };
  }

  private static double identity(Combiner combiner) {
    return switch (combiner) {
      case NONE, SUM -> 0;
      case PRODUCT -> 1;
      case MAX -> Double.NEGATIVE_INFINITY;
      case MIN -> Double.POSITIVE_INFINITY;
    };
  }

  private static long integerIdentity(ElementType type, Combiner combiner) {
    return switch (combiner) {
      case NONE, SUM -> 0;
      case PRODUCT -> 1;
      case MAX -> IntegerMath.smallest(type);
      case MIN -> IntegerMath.largest(type);
    };
  }
}
