package dev.certosina.compiler.pipeline;

import dev.certosina.ElementType;
import dev.certosina.compiler.affine.IndexExpr;
import dev.certosina.compiler.pipeline.ProgramSketch.Extent;
import dev.certosina.compiler.pipeline.ProgramSketch.Known;
import dev.certosina.compiler.pipeline.ProgramSketch.Values;
import dev.certosina.compiler.texpr.TensorExpr.BinaryOperator;
import dev.certosina.compiler.texpr.TensorExpr.Payload;
import dev.certosina.compiler.texpr.TensorExpr.UnaryOperator;
import dev.certosina.runtime.dim.Dims;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/// Random payloads over given axes, with bounds on values and rounding errors.
///
/// Functions with jumps (comparisons, floor, conversion to integers) take exact operands only, so
/// that a rounding error never becomes a different value.
final class PayloadGenerator {
  static final List<ElementType> INTEGERS =
      List.of(
          ElementType.INT64,
          ElementType.INT32,
          ElementType.UINT8,
          ElementType.INT8,
          ElementType.INT16,
          ElementType.UINT16,
          ElementType.UINT32,
          ElementType.UINT64);

  private static final double LARGEST = 1e4;

  private final RandomGenerator random;
  private final ProgramSketch sketch;

  /// A loop axis with its extent.
  record LoopAxis(String name, Extent extent) {}

  PayloadGenerator(RandomGenerator random, ProgramSketch sketch) {
    this.random = random;
    this.sketch = sketch;
  }

  Values generate(ElementType type, List<LoopAxis> axes, int depth) {
    return switch (type) {
      case FLOAT32, FLOAT64 -> bounded(floating(type, axes, depth));
      case FLOAT16, BFLOAT16 -> half(type, axes, depth);
      case BOOL -> bool(axes, depth);
      default -> integer(type, axes, depth);
    };
  }

  /// An element of a known tensor at each point, or empty when none fits.
  Optional<Values> load(ElementType type, List<LoopAxis> axes) {
    List<Known> candidates = sketch.known.stream().filter(tensor -> tensor.type() == type).toList();
    for (int attempt = 0; attempt < 6 && !candidates.isEmpty(); attempt++) {
      // Recent tensors first: chains are longer then.
      int one = random.nextInt(candidates.size());
      int other = random.nextInt(candidates.size());
      boolean last = attempt == 0 && random.nextBoolean();
      int back = last ? 0 : Math.min(one, other);
      Known tensor = candidates.get(candidates.size() - 1 - back);
      Optional<List<IndexExpr>> coordinates = coordinates(tensor, axes);
      if (coordinates.isPresent()) {
        return Optional.of(loaded(tensor, coordinates.get()));
      }
    }
    return Optional.empty();
  }

  static Values loaded(Known tensor, List<IndexExpr> coordinates) {
    return new Values(
        new Payload.Load(tensor.name(), coordinates),
        tensor.type(),
        tensor.bound(),
        tensor.error(),
        tensor.finite());
  }

  /// A place for each dim: an axis of the same extent, read forwards or backwards, or a fixed
  /// coordinate.
  private Optional<List<IndexExpr>> coordinates(Known tensor, List<LoopAxis> axes) {
    List<IndexExpr> coordinates = new ArrayList<>();
    int lastUsed = axes.size();
    for (int d = tensor.shape().size() - 1; d >= 0; d--) {
      Extent extent = tensor.shape().get(d);
      Optional<Integer> axis = axisFor(extent, axes, lastUsed);
      if (axis.isPresent() && random.nextInt(12) > 0) {
        lastUsed = axis.get();
        coordinates.addFirst(along(axes.get(lastUsed), extent));
      } else if (axis.isPresent()) {
        coordinates.addFirst(IndexExpr.constant(0));
      } else if (extent.isConstant() && extent.smallest() > 0) {
        coordinates.addFirst(IndexExpr.constant(random.nextLong(extent.smallest())));
      } else {
        return Optional.empty();
      }
    }
    return Optional.of(coordinates);
  }

  private Optional<Integer> axisFor(Extent extent, List<LoopAxis> axes, int before) {
    List<Integer> fitting = new ArrayList<>();
    for (int i = 0; i < axes.size(); i++) {
      if (axes.get(i).extent().dim().equals(extent.dim())) {
        fitting.add(i);
      }
    }
    if (fitting.isEmpty()) {
      return Optional.empty();
    }
    List<Integer> inOrder = fitting.stream().filter(i -> i < before).toList();
    return Optional.of(
        inOrder.isEmpty() || random.nextInt(10) == 0
            ? fitting.get(random.nextInt(fitting.size()))
            : inOrder.getLast());
  }

  private IndexExpr along(LoopAxis axis, Extent extent) {
    if (random.nextInt(15) > 0) {
      return IndexExpr.axis(axis.name());
    }
    return IndexExpr.axis(axis.name())
        .times(Dims.constant(-1))
        .plus(Dims.subtract(extent.dim(), Dims.constant(1)));
  }

  private static double unit(ElementType type) {
    return switch (type) {
      case FLOAT64 -> 0x1p-51;
      case FLOAT16 -> 0x1p-10;
      case BFLOAT16 -> 0x1p-7;
      default -> 0x1p-22;
    };
  }

  private Values half(ElementType type, List<LoopAxis> axes, int depth) {
    Optional<Values> loaded = load(type, axes);
    if (loaded.isPresent() && (depth == 0 || random.nextInt(4) == 0)) {
      return loaded.get();
    }
    Values value = bounded(floating(ElementType.FLOAT32, axes, depth));
    return new Values(
        new Payload.Convert(type, value.payload()),
        type,
        value.bound() * 1.01,
        value.error() == 0 ? 0 : value.error() + unit(type) * value.bound(),
        value.finite());
  }

  private Values bounded(Values value) {
    return value.bound() <= LARGEST ? value : scaled(value, 1 / value.bound());
  }

  Values scaled(Values value, double factor) {
    double rounded = value.type() == ElementType.FLOAT32 ? (float) factor : factor;
    return multiply(value, literal(value.type(), rounded));
  }

  static Values literal(ElementType type, double value) {
    return new Values(new Payload.FloatConstant(type, value), type, Math.abs(value), 0, true);
  }

  private Values leaf(ElementType type, List<LoopAxis> axes) {
    if (random.nextInt(8) > 0) {
      Optional<Values> loaded = load(type, axes);
      if (loaded.isPresent()) {
        return loaded.get();
      }
    }
    return switch (random.nextInt(6)) {
      case 0 -> literal(type, random.nextInt(-8, 9) / 4.0);
      case 1 -> convertedFloat(type, axes);
      case 4 -> convertedInteger(type, axes);
      case 2 -> index(type, axes);
      case 3 -> convertedBool(type, axes);
      default -> load(type, axes).orElseGet(() -> literal(type, random.nextInt(-8, 9) / 4.0));
    };
  }

  /// From another float type.
  private Values convertedFloat(ElementType type, List<LoopAxis> axes) {
    ElementType[] others = {
      ElementType.FLOAT16, ElementType.BFLOAT16, ElementType.FLOAT64, ElementType.FLOAT32
    };
    ElementType from = others[random.nextInt(others.length)];
    return load(from, axes)
        .map(value -> {
          double rounding = type == ElementType.FLOAT32 && value.error() > 0 ? value.bound() : 0;
          return new Values(
              new Payload.Convert(type, value.payload()),
              type,
              value.bound(),
              value.error() + unit(type) * rounding,
              value.finite());
        })
        .orElseGet(() -> literal(type, 0.75));
  }

  private Values convertedInteger(ElementType type, List<LoopAxis> axes) {
    ElementType from = INTEGERS.get(random.nextInt(INTEGERS.size()));
    return load(from, axes)
        .map(value ->
            new Values(
                new Payload.Convert(type, value.payload()),
                type,
                value.bound(),
                unit(type) * value.bound(),
                true))
        .orElseGet(() -> literal(type, 1.25));
  }

  private Values index(ElementType type, List<LoopAxis> axes) {
    if (axes.isEmpty()) {
      return literal(type, -0.5);
    }
    LoopAxis axis = axes.get(random.nextInt(axes.size()));
    IndexExpr form = IndexExpr.axis(axis.name()).times(Dims.constant(random.nextInt(-2, 3)));
    double bound = 2.0 * axis.extent().largest() + 3;
    return new Values(
        new Payload.Convert(
            type, new Payload.IndexValue(form.plus(Dims.constant(random.nextInt(4))))),
        type,
        bound,
        0,
        true);
  }

  private Values convertedBool(ElementType type, List<LoopAxis> axes) {
    Values value = bool(axes, 0);
    return new Values(new Payload.Convert(type, value.payload()), type, 1, 0, true);
  }

  private Values floating(ElementType type, List<LoopAxis> axes, int depth) {
    if (depth == 0) {
      return leaf(type, axes);
    }
    return switch (random.nextInt(10)) {
      case 0, 1, 2, 3, 4 ->
          floatBinary(floating(type, axes, depth - 1), floating(type, axes, random.nextInt(depth)));
      case 5 -> select(bool(axes, 1), type, axes, depth);
      default -> floatUnary(floating(type, axes, depth - 1));
    };
  }

  private Values select(Values condition, ElementType type, List<LoopAxis> axes, int depth) {
    Values a = generate(type, axes, depth - 1);
    Values b = generate(type, axes, random.nextInt(depth));
    return new Values(
        new Payload.Select(condition.payload(), a.payload(), b.payload()),
        type,
        Math.max(a.bound(), b.bound()),
        Math.max(a.error(), b.error()),
        a.finite() && b.finite());
  }

  private Values floatBinary(Values a, Values b) {
    return switch (random.nextInt(7)) {
      case 0, 1 -> add(random.nextBoolean() ? BinaryOperator.ADD : BinaryOperator.SUBTRACT, a, b);
      case 2, 3 -> multiply(a, b);
      case 4 -> extreme(BinaryOperator.MAX, a, b);
      case 5 -> extreme(BinaryOperator.MIN, a, b);
      default -> quotient(a, b);
    };
  }

  Values add(BinaryOperator operator, Values a, Values b) {
    double bound = a.bound() + b.bound();
    return binary(operator, a, b, bound, a.error() + b.error() + unit(a.type()) * bound);
  }

  Values multiply(Values a, Values b) {
    double bound = a.bound() * b.bound();
    double error = a.bound() * b.error() + b.bound() * a.error() + a.error() * b.error();
    return binary(BinaryOperator.MULTIPLY, a, b, bound, error + unit(a.type()) * bound);
  }

  private Values extreme(BinaryOperator operator, Values a, Values b) {
    double bound = Math.max(a.bound(), b.bound());
    return binary(operator, a, b, bound, Math.max(a.error(), b.error()));
  }

  private Values quotient(Values a, Values b) {
    if (random.nextInt(3) == 0) {
      double[] divisors = {2, 4, 0.5, 3, -8, 7};
      double divisor = divisors[random.nextInt(divisors.length)];
      double bound = a.bound() / Math.abs(divisor);
      double error = a.error() / Math.abs(divisor) + unit(a.type()) * bound;
      return binary(BinaryOperator.DIVIDE, a, literal(a.type(), divisor), bound, error);
    }
    Values atLeastOne = atLeastOne(b);
    double error = a.error() + a.bound() * atLeastOne.error() + 2 * unit(a.type()) * a.bound();
    return binary(BinaryOperator.DIVIDE, a, atLeastOne, a.bound(), error);
  }

  Values atLeastOne(Values value) {
    return add(
        BinaryOperator.ADD,
        unary(UnaryOperator.ABS, value, value.bound(), value.error()),
        literal(value.type(), 1));
  }

  private static Values binary(
      BinaryOperator operator, Values a, Values b, double bound, double error) {
    return new Values(
        new Payload.Binary(operator, a.payload(), b.payload()),
        a.type(),
        bound,
        error,
        a.finite() && b.finite());
  }

  static Values unary(UnaryOperator operator, Values x, double bound, double error) {
    return new Values(new Payload.Unary(operator, x.payload()), x.type(), bound, error, x.finite());
  }

  private Values floatUnary(Values x) {
    double u = 4 * unit(x.type());
    return switch (random.nextInt(12)) {
      case 0 -> unary(UnaryOperator.NEGATE, x, x.bound(), x.error());
      case 1 -> unary(UnaryOperator.ABS, x, x.bound(), x.error());
      case 2 -> {
        Values y = atLeastOne(x);
        yield unary(UnaryOperator.SQRT, y, Math.sqrt(y.bound()), y.error() + u * y.bound());
      }
      case 3 -> {
        Values y = atLeastOne(x);
        yield unary(UnaryOperator.RECIPROCAL, y, 1, y.error() + u);
      }
      case 4 -> exp(x);
      case 5 -> {
        Values y = atLeastOne(x);
        double bound = Math.log(y.bound()) + 1;
        yield unary(UnaryOperator.LOG, y, bound, y.error() + u * bound);
      }
      case 6 -> unary(UnaryOperator.TANH, x, 1, x.error() + u);
      case 7 -> unary(UnaryOperator.ERF, x, 1, 1.2 * x.error() + u);
      case 8 -> unary(UnaryOperator.SIGMOID, x, 1, x.error() + u);
      case 9 -> jump(x);
      default -> power(x);
    };
  }

  Values exp(Values x) {
    if (x.bound() > 6) {
      return unary(UnaryOperator.SIGMOID, x, 1, x.error() + 4 * unit(x.type()));
    }
    double bound = Math.exp(x.bound());
    return unary(UnaryOperator.EXP, x, bound, bound * (2 * x.error() + 4 * unit(x.type())));
  }

  private Values jump(Values x) {
    if (x.error() > 0) {
      return unary(UnaryOperator.NEGATE, x, x.bound(), x.error());
    }
    return switch (random.nextInt(3)) {
      case 0 -> unary(UnaryOperator.FLOOR, x, x.bound() + 1, 0);
      case 1 -> unary(UnaryOperator.CEIL, x, x.bound() + 1, 0);
      default -> unary(UnaryOperator.SIGN, x, 1, 0);
    };
  }

  private Values power(Values x) {
    double[] exponents = {2, 0.5, 1, 3, -1, 1.5};
    double exponent = exponents[random.nextInt(exponents.length)];
    Values base = exponent == 2 && random.nextBoolean() ? x : atLeastOne(x);
    double bound = Math.max(1, Math.pow(base.bound(), exponent));
    double slope = Math.max(1, 3 * Math.max(1, Math.pow(base.bound(), exponent - 1)));
    double error = slope * base.error() + 8 * unit(x.type()) * bound;
    return binary(BinaryOperator.POWER, base, literal(x.type(), exponent), bound, error);
  }

  private Values integer(ElementType type, List<LoopAxis> axes, int depth) {
    if (depth == 0) {
      return integerLeaf(type, axes);
    }
    Values a = integer(type, axes, depth - 1);
    return switch (random.nextInt(12)) {
      case 0, 1 -> integerUnary(type, a);
      case 2 -> select(bool(axes, 1), type, axes, depth);
      case 3 ->
          integers(
              type,
              new Payload.Binary(
                  BinaryOperator.POWER,
                  a.payload(),
                  new Payload.IntConstant(type, random.nextInt(4))));
      default -> {
        BinaryOperator[] operators = {
          BinaryOperator.ADD,
          BinaryOperator.SUBTRACT,
          BinaryOperator.MULTIPLY,
          BinaryOperator.DIVIDE,
          BinaryOperator.MAX,
          BinaryOperator.MIN
        };
        BinaryOperator operator = operators[random.nextInt(operators.length)];
        Values b = integer(type, axes, random.nextInt(depth));
        yield integers(type, new Payload.Binary(operator, a.payload(), b.payload()));
      }
    };
  }

  private Values integerUnary(ElementType type, Values a) {
    UnaryOperator[] operators = {UnaryOperator.NEGATE, UnaryOperator.ABS, UnaryOperator.SIGN};
    return integers(
        type, new Payload.Unary(operators[random.nextInt(operators.length)], a.payload()));
  }

  static Values integers(ElementType type, Payload payload) {
    double bound = type == ElementType.BOOL ? 1 : Math.scalb(1.0, 8 * type.byteSize());
    return new Values(payload, type, bound, 0, true);
  }

  private Values integerLeaf(ElementType type, List<LoopAxis> axes) {
    if (random.nextInt(6) > 0) {
      Optional<Values> loaded = load(type, axes);
      if (loaded.isPresent()) {
        return loaded.get();
      }
    }
    int choice = random.nextInt(4);
    if (choice == 0 && !axes.isEmpty()) {
      LoopAxis axis = axes.get(random.nextInt(axes.size()));
      Payload index = new Payload.IndexValue(IndexExpr.axis(axis.name()));
      return integers(type, type == ElementType.INT64 ? index : new Payload.Convert(type, index));
    }
    if (choice == 1) {
      ElementType from = INTEGERS.get(random.nextInt(INTEGERS.size()));
      Optional<Values> loaded = load(from, axes);
      if (loaded.isPresent()) {
        return integers(type, new Payload.Convert(type, loaded.get().payload()));
      }
    }
    if (choice == 2) {
      Optional<Values> truncated = truncated(type, axes);
      if (truncated.isPresent()) {
        return truncated.get();
      }
    }
    return integers(type, new Payload.IntConstant(type, random.nextInt(100)));
  }

  /// A conversion from exact floats that fit every integer type.
  private Optional<Values> truncated(ElementType type, List<LoopAxis> axes) {
    return load(ElementType.FLOAT32, axes)
        .filter(value -> value.error() == 0 && value.finite() && value.bound() < 100)
        .map(value -> {
          Payload magnitude = new Payload.Unary(UnaryOperator.ABS, value.payload());
          return integers(type, new Payload.Convert(type, magnitude));
        });
  }

  private Values bool(List<LoopAxis> axes, int depth) {
    Optional<Values> loaded = load(ElementType.BOOL, axes);
    if (loaded.isPresent() && random.nextInt(3) == 0) {
      return loaded.get();
    }
    if (depth > 0) {
      Values a = bool(axes, depth - 1);
      Values b = bool(axes, depth - 1);
      BinaryOperator[] operators = {
        BinaryOperator.AND, BinaryOperator.OR, BinaryOperator.XOR, BinaryOperator.EQUAL
      };
      return random.nextInt(5) == 0
          ? integers(ElementType.BOOL, new Payload.Unary(UnaryOperator.NOT, a.payload()))
          : integers(
              ElementType.BOOL,
              new Payload.Binary(
                  operators[random.nextInt(operators.length)], a.payload(), b.payload()));
    }
    return comparison(axes);
  }

  private Values comparison(List<LoopAxis> axes) {
    BinaryOperator[] operators = {
      BinaryOperator.EQUAL, BinaryOperator.LESS, BinaryOperator.LESS_OR_EQUAL
    };
    BinaryOperator operator = operators[random.nextInt(operators.length)];
    Optional<Values> exact = load(ElementType.FLOAT32, axes).filter(value -> value.error() == 0);
    if (exact.isPresent() && random.nextInt(3) > 0) {
      Values other =
          load(ElementType.FLOAT32, axes)
              .filter(value -> value.error() == 0)
              .orElseGet(() -> literal(ElementType.FLOAT32, 0.25));
      return integers(
          ElementType.BOOL, new Payload.Binary(operator, exact.get().payload(), other.payload()));
    }
    ElementType type = INTEGERS.get(random.nextInt(INTEGERS.size()));
    return integers(
        ElementType.BOOL,
        new Payload.Binary(
            operator, integerLeaf(type, axes).payload(), integerLeaf(type, axes).payload()));
  }
}
