package dev.certosina.compiler.pipeline;

import dev.certosina.ElementType;
import dev.certosina.Tensor;
import dev.certosina.compiler.texpr.TensorValue;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Optional;

/// Compares what a program gave with what it should have given.
final class ProgramValues {
  private ProgramValues() {}

  static TensorValue of(Tensor tensor) {
    return new TensorValue(
        tensor.type(), Arrays.stream(tensor.shape()).boxed().toList(), tensor.data());
  }

  /// True when all bits are equal but those of NaNs, which are unspecified.
  static boolean sameBits(Tensor first, Tensor second) {
    return first.data().mismatch(second.data()) < 0
        || (first.type().isFloat() && Arrays.equals(first.toDoubleArray(), second.toDoubleArray()));
  }

  /// The first difference, or empty. Infinities must be equal, NaN stands for any NaN.
  static Optional<String> difference(TensorValue found, TensorValue expected, double tolerance) {
    if (!found.shape().equals(expected.shape()) || found.type() != expected.type()) {
      return Optional.of("is of shape " + found.shape() + ", expected " + expected.shape());
    }
    return found.type().isFloat()
        ? floatDifference(found.toDoubles(), expected.toDoubles(), tolerance)
        : integerDifference(found, expected);
  }

  private static Optional<String> floatDifference(
      double[] found, double[] expected, double tolerance) {
    for (int i = 0; i < found.length; i++) {
      boolean close =
          Double.isFinite(expected[i])
              ? Math.abs(found[i] - expected[i]) <= tolerance
              : found[i] == expected[i] || (Double.isNaN(found[i]) && Double.isNaN(expected[i]));
      if (!close) {
        return Optional.of(
            "[%d] is %s, expected %s within %s".formatted(i, found[i], expected[i], tolerance));
      }
    }
    return Optional.empty();
  }

  private static Optional<String> integerDifference(TensorValue found, TensorValue expected) {
    long[] values = found.toLongs();
    long[] wanted = expected.toLongs();
    for (int i = 0; i < values.length; i++) {
      boolean proper =
          found.type() != ElementType.BOOL
              || (found.data().get(ValueLayout.JAVA_BYTE, i) & ~1) == 0;
      if (values[i] != wanted[i] || !proper) {
        return Optional.of("[%d] is %d, expected %d".formatted(i, values[i], wanted[i]));
      }
    }
    return Optional.empty();
  }
}
