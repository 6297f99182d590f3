package dev.certosina.compiler.texpr.pass;

import dev.certosina.ElementType;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.compiler.texpr.Payloads;
import dev.certosina.compiler.texpr.TensorExpr;
import dev.certosina.compiler.texpr.TensorExpr.BinaryOperator;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.Payload.Binary;
import dev.certosina.compiler.texpr.TensorExpr.Payload.FloatConstant;
import dev.certosina.compiler.texpr.TensorExpr.UnaryOperator;
import dev.certosina.compiler.texpr.TensorProgram;
import dev.certosina.compiler.texpr.TensorProgram.Constant;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// Rewrites that do not change a value's bits beyond what the operator allows.
///
/// - A load of a float constant with one element becomes a literal.
/// - `x ^ 2` → `x * x`, `x ^ 1` → `x` for literal exponents, and `x ^ 0.5` → `sqrt(x)` but for -0
///   and -inf, whose powers are +0 and +inf.
/// - `x / c` → `x * (1 / c)` where `c` is a power of two, so that the product is exact too.
public final class SimplifyPayloads {
  private final Map<String, FloatConstant> literals = new HashMap<>();

  private SimplifyPayloads(TensorProgram program) {
    for (Constant constant : program.constants()) {
      literal(constant.value()).ifPresent(value -> literals.put(constant.tensor(), value));
    }
  }

  public static TensorProgram apply(TensorProgram program) {
    SimplifyPayloads pass = new SimplifyPayloads(program);
    return Expressions.mapExpressions(program, pass::rewrite);
  }

  private TensorExpr rewrite(TensorExpr expr) {
    Payload payload = Payloads.rewrite(expr.payload(), this::rule);
    return new TensorExpr(
        expr.name(), expr.axes(), expr.output(), expr.write(), expr.combiner(), payload);
  }

  private Optional<Payload> rule(Payload payload) {
    return switch (payload) {
      case Payload.Load load -> Optional.ofNullable(literals.get(load.tensor()));
      case Binary(BinaryOperator operator, Payload left, FloatConstant right) ->
          operator == BinaryOperator.POWER
              ? power(left, right)
              : operator == BinaryOperator.DIVIDE ? quotient(left, right) : Optional.empty();
      case Binary _,
          Payload.Gather _,
          FloatConstant _,
          Payload.IntConstant _,
          Payload.IndexValue _,
          Payload.Unary _,
          Payload.Select _,
          Payload.Convert _ ->
          Optional.empty();
    };
  }

  private static Optional<Payload> power(Payload base, FloatConstant exponent) {
    if (exponent.value() == 1) {
      return Optional.of(base);
    }
    if (exponent.value() == 2) {
      return Optional.of(new Binary(BinaryOperator.MULTIPLY, base, base));
    }
    return exponent.value() == 0.5
        ? Optional.of(squareRoot(base, exponent.type()))
        : Optional.empty();
  }

  private static Payload squareRoot(Payload base, ElementType type) {
    FloatConstant lowest = new FloatConstant(type, Double.NEGATIVE_INFINITY);
    Payload positiveZero = new Binary(BinaryOperator.ADD, base, new FloatConstant(type, 0));
    return new Payload.Select(
        new Binary(BinaryOperator.EQUAL, base, lowest),
        new FloatConstant(type, Double.POSITIVE_INFINITY),
        new Payload.Unary(UnaryOperator.SQRT, positiveZero));
  }

  private static Optional<Payload> quotient(Payload left, FloatConstant divisor) {
    double value = Math.abs(divisor.value());
    boolean powerOfTwo =
        value >= 0x1p-60 && value <= 0x1p60 && Math.scalb(1.0, Math.getExponent(value)) == value;
    return powerOfTwo
        ? Optional.of(
            new Binary(
                BinaryOperator.MULTIPLY,
                left,
                new FloatConstant(divisor.type(), 1 / divisor.value())))
        : Optional.empty();
  }

  private static Optional<FloatConstant> literal(Initializer value) {
    long elements = value.shape().stream().mapToLong(Long::longValue).reduce(1, (a, b) -> a * b);
    if (elements != 1) {
      return Optional.empty();
    }
    return switch (value.type()) {
      case FLOAT32 ->
          Optional.of(
              new FloatConstant(
                  ElementType.FLOAT32, value.data().get(ValueLayout.JAVA_FLOAT_UNALIGNED, 0)));
      case FLOAT64 ->
          Optional.of(
              new FloatConstant(
                  ElementType.FLOAT64, value.data().get(ValueLayout.JAVA_DOUBLE_UNALIGNED, 0)));
      // Other types are rare as scalars; the load is kept.
      case UINT8, INT8, UINT16, INT16, INT32, INT64, STRING, BOOL, FLOAT16, UINT32, UINT64 ->
          Optional.empty();
      case COMPLEX64, COMPLEX128, BFLOAT16, FLOAT8E4M3FN, FLOAT8E4M3FNUZ, FLOAT8E5M2 ->
          Optional.empty();
      case FLOAT8E5M2FNUZ, UINT4, INT4, FLOAT4E2M1, FLOAT8E8M0, UINT2, INT2 -> Optional.empty();
    };
  }
}
