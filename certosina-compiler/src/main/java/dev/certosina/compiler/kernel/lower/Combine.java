package dev.certosina.compiler.kernel.lower;

import static dev.certosina.compiler.kernel.KernelExprs.constant;

import dev.certosina.ElementType;
import dev.certosina.compiler.kernel.Kernel.BinaryOperator;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.texpr.TensorExpr.Combiner;

/// A combiner in kernel terms.
final class Combine {
  private Combine() {}

  static BinaryOperator operator(Combiner combiner) {
    return switch (combiner) {
      case SUM -> BinaryOperator.ADD;
      case PRODUCT -> BinaryOperator.MULTIPLY;
      case MAX -> BinaryOperator.MAX;
      case MIN -> BinaryOperator.MIN;
      case NONE -> throw new IllegalArgumentException("nothing is combined");
    };
  }

  /// The value that changes nothing.
  static Expr identity(Combiner combiner, Type type) {
    boolean isFloat = type.element().isFloat();
    return switch (combiner) {
      case SUM -> isFloat ? constant(type, 0.0) : constant(type, 0L);
      case PRODUCT -> isFloat ? constant(type, 1.0) : constant(type, 1L);
      case MAX ->
          isFloat
              ? constant(type, Double.NEGATIVE_INFINITY)
              : constant(type, lowest(type.element()));
      case MIN ->
          isFloat
              ? constant(type, Double.POSITIVE_INFINITY)
              : constant(type, highest(type.element()));
      case NONE -> throw new IllegalArgumentException("nothing is combined");
    };
  }

  private static long lowest(ElementType type) {
    return type.isSignedInteger() ? -1L << (type.byteSize() * 8 - 1) : 0;
  }

  private static long highest(ElementType type) {
    int bits = type.byteSize() * 8;
    if (type.isSignedInteger()) {
      return -1L >>> (65 - bits);
    }
    // All ones: the largest value of u64 is -1 as a signed 64-bit literal.
    return type == ElementType.BOOL ? 1 : -1L >>> (64 - bits);
  }
}
