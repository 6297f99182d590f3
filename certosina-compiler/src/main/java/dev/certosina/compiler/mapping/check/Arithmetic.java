package dev.certosina.compiler.mapping.check;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexStatement;
import dev.certosina.compiler.affine.IndexStatement.Accumulation;
import dev.certosina.compiler.affine.IndexStatement.ElementOperation;
import dev.certosina.compiler.mapping.NumberRange;
import dev.certosina.compiler.texpr.FloatMath;

/// What a statement does to values of its destination's type.
///
/// Integers wrap after every step. f32 rounds after every step; f16 and bf16 compute in f32 until
/// [#settle].
final class Arithmetic {
  private final ElementType type;
  private final Accumulation accumulation;
  private final ElementOperation operation;
  private final boolean isInteger;
  private final boolean isDouble;
  private final boolean isNarrow;

  Arithmetic(IndexStatement statement, ElementType type) {
    this.type = type;
    this.accumulation = statement.accumulation();
    this.operation = statement.operation();
    this.isInteger = NumberRange.isInteger(type);
    this.isDouble = type == ElementType.FLOAT64;
    this.isNarrow = type == ElementType.FLOAT16 || type == ElementType.BFLOAT16;
  }

  ElementType type() {
    return type;
  }

  /// What an accumulation starts from.
  long identity() {
    return Numbers.literal(type, accumulation.identity());
  }

  /// Joins two operands at one point.
  long join(long left, long right) {
    if (isInteger) {
      return Numbers.wrap(
          type,
          switch (operation) {
            case MULTIPLY -> left * right;
            case ADD -> left + right;
            case SUBTRACT -> left - right;
          });
    }
    double a = Numbers.toDouble(left);
    double b = Numbers.toDouble(right);
    return step(
        switch (operation) {
          case MULTIPLY -> a * b;
          case ADD -> a + b;
          case SUBTRACT -> a - b;
        });
  }

  long accumulate(long sum, long term) {
    if (isInteger) {
      return switch (accumulation) {
        case SUM -> Numbers.wrap(type, sum + term);
        case PRODUCT -> Numbers.wrap(type, sum * term);
        case MAX -> Numbers.compare(type, sum, term) >= 0 ? sum : term;
        case MIN -> Numbers.compare(type, sum, term) <= 0 ? sum : term;
      };
    }
    double a = Numbers.toDouble(sum);
    double b = Numbers.toDouble(term);
    return step(
        switch (accumulation) {
          case SUM -> a + b;
          case PRODUCT -> a * b;
          case MAX -> Math.max(a, b);
          case MIN -> Math.min(a, b);
        });
  }

  /// True if [#addProduct] may be used for the statement.
  boolean addsProducts() {
    return accumulation == Accumulation.SUM
        && operation == ElementOperation.MULTIPLY
        && !isDouble
        && type != ElementType.BOOL;
  }

  /// Joins two operands and accumulates the product, for integers without wrapping: doing that once
  /// in [#settle] is the same.
  long addProduct(long sum, long left, long right) {
    if (isInteger) {
      return sum + left * right;
    }
    float product = (float) (Numbers.toDouble(left) * Numbers.toDouble(right));
    return Numbers.ofDouble((float) (Numbers.toDouble(sum) + product));
  }

  /// As a number of the type: what a register holds when an instruction is done.
  long settle(long value) {
    if (isInteger) {
      return Numbers.wrap(type, value);
    }
    return isNarrow ? Numbers.ofDouble(FloatMath.round(type, Numbers.toDouble(value))) : value;
  }

  /// Sums and products of two f32 in f64 round to the f32 result.
  private long step(double value) {
    return Numbers.ofDouble(isDouble ? value : (float) value);
  }
}
