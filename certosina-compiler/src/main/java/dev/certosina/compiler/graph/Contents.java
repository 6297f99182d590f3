package dev.certosina.compiler.graph;

import dev.certosina.ElementType;
import dev.certosina.ModelException;
import dev.certosina.compiler.graph.Graph.Initializer;
import dev.certosina.runtime.dim.Dim;
import dev.certosina.runtime.dim.Dims;
import dev.certosina.runtime.exec.Program;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// Symbolic elements of small integer tensors: the values that shape arithmetic computes with.
///
/// Results are empty where an element is not known, or where 64-bit arithmetic would wrap.
public final class Contents {
  /// The largest tensor whose elements are tracked.
  public static final int MAX_ELEMENTS = Program.MAX_ELEMENTS;

  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private Contents() {}

  /// True for the element types whose values are tracked: i64, i32 and bool.
  static boolean isTracked(ElementType type) {
    return type == ElementType.INT64 || type == ElementType.INT32 || type == ElementType.BOOL;
  }

  /// True when the elements of a tensor of this shape are tracked.
  static boolean isTracked(ElementType type, List<Dim> shape) {
    if (!isTracked(type) || shape.size() > 1) {
      return false;
    }
    return shape.isEmpty()
        || Dims.constantValue(shape.getFirst()).orElse(MAX_ELEMENTS + 1L) <= MAX_ELEMENTS;
  }

  /// The elements of a small constant.
  static Optional<List<Dim>> of(Initializer initializer) {
    var shape = initializer.shape().stream().map(Dims::constant).toList();
    if (!isTracked(initializer.type(), shape)) {
      return Optional.empty();
    }
    long width = initializer.type().byteSize();
    var elements = new ArrayList<Dim>();
    for (long at = 0; at < initializer.data().byteSize(); at += width) {
      long value =
          switch ((int) width) {
            case 1 -> initializer.data().get(ValueLayout.JAVA_BYTE, at);
            case 4 -> initializer.data().get(INT, at);
            default -> initializer.data().get(LONG, at);
          };
      elements.add(Dims.constant(value));
    }
    return Optional.of(elements);
  }

  /// `operator` on each element.
  static Optional<List<Dim>> map(Optional<List<Dim>> elements, UnaryOperator<Dim> operator) {
    return elements.flatMap(
        known -> attempt(() -> known.stream().map(operator).map(Optional::of).toList()));
  }

  /// `operator` on pairs of elements, where a single element is repeated as often as needed.
  static Optional<List<Dim>> combine(
      Optional<List<Dim>> left, Optional<List<Dim>> right, BinaryOperator<Dim> operator) {
    return combinePartly(left, right, (a, b) -> Optional.of(operator.apply(a, b)));
  }

  /// Like [#combine], for an operator that does not know every result.
  static Optional<List<Dim>> combinePartly(
      Optional<List<Dim>> left, Optional<List<Dim>> right, PartialOperator operator) {
    if (left.isEmpty() || right.isEmpty()) {
      return Optional.empty();
    }
    List<Dim> a = left.get();
    List<Dim> b = right.get();
    int size = a.size() == 1 ? b.size() : a.size();
    if (b.size() != 1 && b.size() != size) {
      return Optional.empty();
    }
    return attempt(() -> {
      var results = new ArrayList<Optional<Dim>>();
      for (int i = 0; i < size; i++) {
        results.add(operator.apply(a.get(a.size() == 1 ? 0 : i), b.get(b.size() == 1 ? 0 : i)));
      }
      return results;
    });
  }

  /// The integer quotient, rounded towards 0, where the signs are known.
  static Optional<Dim> divide(Dim left, Dim right) {
    if (left instanceof Dim.Constant(long a) && right instanceof Dim.Constant(long b)) {
      return b == 0 || (a == Long.MIN_VALUE && b == -1)
          ? Optional.empty()
          : Optional.of(Dims.constant(a / b));
    }
    return isNonNegative(left) && Dims.isAtMost(Dims.constant(1), right)
        ? Optional.of(Dims.floorDiv(left, right))
        : Optional.empty();
  }

  /// 1 where the two are equal, 0 where they differ.
  static Optional<Dim> equal(Dim left, Dim right) {
    return Optional.of(Dims.choice(left, right, Dims.constant(1), Dims.constant(0)));
  }

  /// 1 where `left < right`, 0 where not.
  static Optional<Dim> less(Dim left, Dim right) {
    return Optional.of(Choices.ifLess(left, right, Dims.constant(1), Dims.constant(0)));
  }

  /// 1 where `smaller <= larger`, 0 where not.
  static Optional<Dim> atMost(Dim smaller, Dim larger) {
    return less(larger, smaller).map(greater -> Dims.subtract(Dims.constant(1), greater));
  }

  static Optional<Dim> and(Dim left, Dim right) {
    return Optional.of(Dims.multiply(left, right));
  }

  static Optional<Dim> or(Dim left, Dim right) {
    return Optional.of(Dims.max(left, right));
  }

  static Optional<Dim> xor(Dim left, Dim right) {
    return equal(left, right).map(same -> Dims.subtract(Dims.constant(1), same));
  }

  static boolean isNonNegative(Dim dim) {
    return Dims.isAtMost(Dims.constant(0), dim);
  }

  /// True when `left < right` for all values of the symbols, as far as bounds show it.
  static boolean isLess(Dim left, Dim right) {
    if (left instanceof Dim.Constant(long a) && right instanceof Dim.Constant(long b)) {
      return a < b;
    }
    try {
      return Dims.isAtMost(Dims.add(left, Dims.constant(1)), right);
    } catch (ModelException e) {
      return false; // a sum beyond 64 bits decides nothing
    }
  }

  /// All elements, or empty when one is unknown or leaves the 64-bit range.
  private static Optional<List<Dim>> attempt(Supplier<List<Optional<Dim>>> computation) {
    try {
      List<Optional<Dim>> results = computation.get();
      return results.stream().allMatch(Optional::isPresent)
          ? Optional.of(results.stream().map(Optional::orElseThrow).toList())
          : Optional.empty();
    } catch (ModelException e) {
      return Optional.empty();
    }
  }

  /// A function of two elements that may not know its result.
  interface PartialOperator {
    Optional<Dim> apply(Dim left, Dim right);
  }
}
