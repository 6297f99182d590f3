package dev.certosina.compiler.kernel.lower.nest;

import static dev.certosina.compiler.kernel.KernelExprs.broadcast;
import static dev.certosina.compiler.kernel.KernelExprs.constant;
import static dev.certosina.compiler.kernel.KernelExprs.extract;
import static dev.certosina.compiler.kernel.KernelExprs.shuffle;
import static dev.certosina.compiler.kernel.KernelExprs.vector;
import static dev.certosina.compiler.kernel.KernelTypes.elementOf;
import static dev.certosina.compiler.kernel.KernelTypes.lanesOf;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexStatement.Accumulation;
import dev.certosina.compiler.kernel.Kernel.BinaryOperator;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.kernel.KernelBuilder;
import dev.certosina.compiler.kernel.KernelExprs;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// Puts vectors together and takes them apart.
final class Lanes {
  private final KernelBuilder builder;

  Lanes(KernelBuilder builder) {
    this.builder = builder;
  }

  /// `value` in every lane; infinities stand for the lowest and highest integers.
  static Expr fill(Type type, double value) {
    ElementType element = type.element();
    if (!element.isInteger()) {
      return constant(type, value);
    }
    if (Double.isInfinite(value)) {
      return constant(type, value < 0 ? lowest(element) : highest(element));
    }
    return constant(type, (long) value);
  }

  /// What changes nothing when accumulated.
  static Expr identity(Type type, Accumulation accumulation) {
    return fill(type, accumulation.identity());
  }

  private static long lowest(ElementType type) {
    return type.isUnsignedInteger() ? 0 : -1L << (8 * type.byteSize() - 1);
  }

  private static long highest(ElementType type) {
    return type.isUnsignedInteger() ? -1L >>> (64 - 8 * type.byteSize()) : ~lowest(type);
  }

  static BinaryOperator operator(Accumulation accumulation) {
    return switch (accumulation) {
      case SUM -> BinaryOperator.ADD;
      case PRODUCT -> BinaryOperator.MULTIPLY;
      case MAX -> BinaryOperator.MAX;
      case MIN -> BinaryOperator.MIN;
    };
  }

  /// One vector of all parts, in order.
  Expr join(List<Expr> parts) {
    if (parts.size() > 1 && parts.stream().allMatch(part -> lanesOf(part) == 1)) {
      return builder.bind("joined", vector(parts));
    }
    List<Expr> level = parts;
    while (level.size() > 1) {
      List<Expr> next = new ArrayList<>();
      for (int i = 0; i + 1 < level.size(); i += 2) {
        next.add(join(level.get(i), level.get(i + 1)));
      }
      if (level.size() % 2 == 1) {
        next.add(level.getLast());
      }
      level = next;
    }
    return level.getFirst();
  }

  private Expr join(Expr first, Expr second) {
    int a = lanesOf(first);
    int b = lanesOf(second);
    int width = Math.max(2, Math.max(a, b));
    List<Integer> picked = new ArrayList<>();
    IntStream.range(0, a).forEach(picked::add);
    IntStream.range(width, width + b).forEach(picked::add);
    return builder.bind("joined", shuffle(widened(first, width), widened(second, width), picked));
  }

  private Expr widened(Expr value, int width) {
    int lanes = lanesOf(value);
    if (lanes == width) {
      return value;
    }
    if (lanes == 1) {
      return broadcast(value, width);
    }
    List<Integer> picked =
        IntStream.range(0, width).map(lane -> Math.min(lane, lanes - 1)).boxed().toList();
    return builder.bind("widened", shuffle(value, value, picked));
  }

  /// Lanes `from` to `from + count - 1`.
  Expr slice(Expr value, int from, int count) {
    if (count == lanesOf(value)) {
      return value;
    }
    return count == 1
        ? extract(value, from)
        : shuffle(value, value, IntStream.range(from, from + count).boxed().toList());
  }

  /// Combines each run of `parts` neighbouring lanes, halves first; `parts` is a power of two.
  Expr fold(Expr value, int parts, Accumulation accumulation) {
    Expr result = value;
    for (int width = parts; width > 1; width /= 2) {
      int lanes = lanesOf(result);
      int half = width / 2;
      List<Integer> low = new ArrayList<>();
      List<Integer> high = new ArrayList<>();
      for (int lane = 0; lane < lanes; lane++) {
        if (lane % width < half) {
          low.add(lane);
          high.add(lane + half);
        }
      }
      Expr wide = builder.let("partial", result);
      result = KernelExprs.binary(operator(accumulation), pick(wide, low), pick(wide, high));
    }
    return builder.let("folded", result);
  }

  private static Expr pick(Expr value, List<Integer> lanes) {
    return lanes.size() == 1 ? extract(value, lanes.getFirst()) : shuffle(value, value, lanes);
  }

  /// Each lane of `value` as the first of `parts` lanes, the others at the identity.
  Expr unfold(Expr value, int parts, Accumulation accumulation) {
    if (parts == 1) {
      return value;
    }
    int lanes = lanesOf(value);
    Expr wide = widened(value, Math.max(2, lanes));
    Expr identity = identity(new Type(elementOf(value), lanesOf(wide)), accumulation);
    List<Integer> picked = new ArrayList<>();
    for (int lane = 0; lane < lanes * parts; lane++) {
      picked.add(lane % parts == 0 ? lane / parts : lanesOf(wide));
    }
    return shuffle(wide, identity, picked);
  }
}
