package dev.certosina.testkit;

import static dev.certosina.compiler.kernel.KernelExprs.abs;
import static dev.certosina.compiler.kernel.KernelExprs.add;
import static dev.certosina.compiler.kernel.KernelExprs.and;
import static dev.certosina.compiler.kernel.KernelExprs.binary;
import static dev.certosina.compiler.kernel.KernelExprs.bitcast;
import static dev.certosina.compiler.kernel.KernelExprs.broadcast;
import static dev.certosina.compiler.kernel.KernelExprs.compare;
import static dev.certosina.compiler.kernel.KernelExprs.constant;
import static dev.certosina.compiler.kernel.KernelExprs.convert;
import static dev.certosina.compiler.kernel.KernelExprs.coordinate;
import static dev.certosina.compiler.kernel.KernelExprs.extract;
import static dev.certosina.compiler.kernel.KernelExprs.fma;
import static dev.certosina.compiler.kernel.KernelExprs.index;
import static dev.certosina.compiler.kernel.KernelExprs.iota;
import static dev.certosina.compiler.kernel.KernelExprs.less;
import static dev.certosina.compiler.kernel.KernelExprs.load;
import static dev.certosina.compiler.kernel.KernelExprs.max;
import static dev.certosina.compiler.kernel.KernelExprs.min;
import static dev.certosina.compiler.kernel.KernelExprs.negate;
import static dev.certosina.compiler.kernel.KernelExprs.not;
import static dev.certosina.compiler.kernel.KernelExprs.reduce;
import static dev.certosina.compiler.kernel.KernelExprs.select;
import static dev.certosina.compiler.kernel.KernelExprs.shuffle;
import static dev.certosina.compiler.kernel.KernelExprs.subtract;
import static dev.certosina.compiler.kernel.KernelExprs.vector;

import dev.certosina.ElementType;
import dev.certosina.compiler.kernel.Kernel.Access;
import dev.certosina.compiler.kernel.Kernel.BinaryOperator;
import dev.certosina.compiler.kernel.Kernel.CompareOperator;
import dev.certosina.compiler.kernel.Kernel.Coordinate;
import dev.certosina.compiler.kernel.Kernel.Expr;
import dev.certosina.compiler.kernel.Kernel.Parameter;
import dev.certosina.compiler.kernel.Kernel.Type;
import dev.certosina.compiler.kernel.Kernel.UnaryOperator;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/// Random expressions of a wanted type over the names and buffers at hand.
///
/// The bits of a computed float never become an integer, because those of a NaN are unspecified.
final class RandomExprs {
  static final List<ElementType> ARITHMETIC =
      List.of(
          ElementType.INT8,
          ElementType.UINT8,
          ElementType.INT16,
          ElementType.UINT16,
          ElementType.INT32,
          ElementType.UINT32,
          ElementType.INT64,
          ElementType.UINT64,
          ElementType.FLOAT32,
          ElementType.FLOAT32,
          ElementType.FLOAT32,
          ElementType.FLOAT64);

  private static final List<Integer> LANES = List.of(1, 1, 1, 2, 3, 4, 8, 8, 16);
  private static final List<UnaryOperator> ROUNDING =
      List.of(
          UnaryOperator.SQRT, UnaryOperator.FLOOR, UnaryOperator.CEIL, UnaryOperator.ROUND_EVEN);
  private static final List<BinaryOperator> FLOAT_OPERATORS =
      List.of(
          BinaryOperator.ADD,
          BinaryOperator.SUBTRACT,
          BinaryOperator.MULTIPLY,
          BinaryOperator.DIVIDE,
          BinaryOperator.MAX,
          BinaryOperator.MIN);
  private static final List<BinaryOperator> BOOL_OPERATORS =
      List.of(BinaryOperator.AND, BinaryOperator.OR, BinaryOperator.XOR);
  private static final List<BinaryOperator> REDUCTIONS =
      List.of(BinaryOperator.ADD, BinaryOperator.MULTIPLY, BinaryOperator.MAX, BinaryOperator.MIN);

  private final RandomGenerator random;
  private final boolean inEntry;
  private final List<Parameter.Buffer> buffers;
  private final List<Expr.Variable> names;

  /// `names` is read anew for every expression.
  RandomExprs(
      RandomGenerator random,
      boolean inEntry,
      List<Parameter.Buffer> buffers,
      List<Expr.Variable> names) {
    this.random = random;
    this.inEntry = inEntry;
    this.buffers = buffers;
    this.names = names;
  }

  <T> T pick(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  boolean chance(int oneIn) {
    return random.nextInt(oneIn) == 0;
  }

  Type type() {
    ElementType element = chance(8) ? ElementType.BOOL : pick(ARITHMETIC);
    return new Type(element, pick(LANES));
  }

  Expr expr(Type type, int depth) {
    if (depth <= 0 || chance(6)) {
      return leaf(type, depth >= 0);
    }
    int deeper = depth - 1;
    return switch (random.nextInt(6)) {
      case 0 -> select(condition(type, deeper), expr(type, deeper), expr(type, deeper));
      case 1 -> conversion(type, deeper);
      case 2 -> lanes(type, deeper);
      default -> operator(type, deeper);
    };
  }

  /// An index such that `lanes` elements from it on lie in a buffer of `extent` elements.
  Expr inside(Expr extent, int lanes, int depth) {
    Expr last = subtract(extent, index(lanes));
    return max(min(expr(Type.INDEX, depth), last), index(0));
  }

  /// An index from 0 to `extent` and the mask of the lanes that lie inside.
  MaskedIndex maskedIndex(Expr extent, int lanes, int depth) {
    Expr start = max(min(expr(Type.INDEX, depth), extent), index(0));
    Type indices = Type.INDEX.withLanes(lanes);
    Expr inside = less(add(iota(indices), start), extent);
    Expr mask = chance(2) ? inside : and(inside, expr(new Type(ElementType.BOOL, lanes), depth));
    return new MaskedIndex(start, mask);
  }

  record MaskedIndex(Expr index, Expr mask) {}

  Expr extentOf(Parameter.Buffer buffer) {
    return new Expr.Variable(buffer.extent(), Type.INDEX);
  }

  /// A scalar i64 that is small.
  Expr small(int depth) {
    return and(expr(Type.INDEX, depth), index(3));
  }

  /// `loads` is false for the index of a load, so that loads do not nest without end.
  private Expr leaf(Type type, boolean loads) {
    List<Expr> choices = new ArrayList<>();
    choices.add(literal(type));
    names.stream().filter(name -> name.type().equals(type)).forEach(choices::add);
    for (Parameter.Buffer buffer : buffers) {
      if (loads && buffer.type() == type.element() && buffer.access() != Access.WRITE) {
        choices.add(read(buffer, type));
      }
    }
    if (type.equals(Type.INDEX) && inEntry) {
      choices.add(coordinate(pick(List.of(Coordinate.values()))));
    }
    boolean counts = type.element() == ElementType.INT64 || type.element() == ElementType.INT32;
    if (counts && type.lanes() > 1) {
      choices.add(iota(type));
    }
    return pick(choices);
  }

  private Expr read(Parameter.Buffer buffer, Type type) {
    if (chance(3)) {
      MaskedIndex masked = maskedIndex(extentOf(buffer), type.lanes(), -1);
      return load(buffer.name(), type, masked.index(), masked.mask());
    }
    return load(buffer.name(), type, inside(extentOf(buffer), type.lanes(), -1));
  }

  private Expr literal(Type type) {
    ElementType element = type.element();
    if (element == ElementType.BOOL) {
      return constant(type, random.nextInt(2));
    }
    if (element.isFloat()) {
      List<Double> special = List.of(0.0, -0.0, 1.0, 0.5, Double.POSITIVE_INFINITY, Double.NaN);
      double value = chance(4) ? pick(special) : random.nextGaussian() * 10;
      return constant(type, element == ElementType.FLOAT32 ? (double) (float) value : value);
    }
    return constant(type, element.isUnsignedInteger() ? random.nextInt(9) : random.nextInt(9) - 4);
  }

  private Expr condition(Type type, int depth) {
    return expr(new Type(ElementType.BOOL, chance(3) ? 1 : type.lanes()), depth);
  }

  private Expr operator(Type type, int depth) {
    ElementType element = type.element();
    if (element == ElementType.BOOL) {
      return chance(3) ? logic(type, depth) : comparison(type.lanes(), depth);
    }
    if (element.isFloat()) {
      return floatOperator(type, depth);
    }
    if (chance(5)) {
      UnaryOperator operator =
          pick(List.of(UnaryOperator.NEGATE, UnaryOperator.ABS, UnaryOperator.NOT));
      return new Expr.Unary(operator, expr(type, depth));
    }
    BinaryOperator operator = pick(List.of(BinaryOperator.values()));
    return binary(operator, expr(type, depth), expr(type, depth));
  }

  private Expr logic(Type type, int depth) {
    return chance(4)
        ? not(expr(type, depth))
        : binary(pick(BOOL_OPERATORS), expr(type, depth), expr(type, depth));
  }

  private Expr comparison(int lanes, int depth) {
    Type operands = new Type(pick(ARITHMETIC), lanes);
    CompareOperator operator = pick(List.of(CompareOperator.values()));
    return compare(operator, expr(operands, depth), expr(operands, depth));
  }

  private Expr floatOperator(Type type, int depth) {
    return switch (random.nextInt(5)) {
      case 0 -> fma(expr(type, depth), expr(type, depth), expr(type, depth));
      case 1 -> new Expr.Unary(pick(ROUNDING), expr(type, depth));
      case 2 -> chance(2) ? negate(expr(type, depth)) : abs(expr(type, depth));
      default -> binary(pick(FLOAT_OPERATORS), expr(type, depth), expr(type, depth));
    };
  }

  private Expr conversion(Type type, int depth) {
    List<Parameter.Buffer> halves =
        buffers.stream()
            .filter(buffer -> buffer.type().isFloat() && buffer.type().byteSize() == 2)
            .filter(buffer -> buffer.access() != Access.WRITE)
            .toList();
    if (!halves.isEmpty() && type.element() == ElementType.FLOAT32) {
      Parameter.Buffer half = pick(halves);
      return convert(type.element(), read(half, new Type(half.type(), type.lanes())));
    }
    ElementType from = chance(5) ? ElementType.BOOL : pick(ARITHMETIC);
    Expr operand = expr(new Type(from, type.lanes()), depth);
    boolean sameWidth = from.byteSize() == type.element().byteSize() && !from.isFloat();
    boolean bits = sameWidth && from != ElementType.BOOL && type.element() != ElementType.BOOL;
    return bits && chance(2) ? bitcast(type.element(), operand) : convert(type.element(), operand);
  }

  /// Broadcasts, reductions, extractions and shuffles.
  private Expr lanes(Type type, int depth) {
    if (type.lanes() > 1 && type.lanes() <= 4 && chance(3)) {
      return vector(
          IntStream.range(0, type.lanes())
              .mapToObj(_ -> expr(type.withLanes(1), depth - 1))
              .toList());
    }
    if (type.lanes() > 1) {
      return chance(2)
          ? broadcast(expr(type.withLanes(1), depth), type.lanes())
          : shuffled(type, depth);
    }
    Type vector = type.withLanes(pick(List.of(2, 4, 8, 16)));
    boolean reducible = type.element() != ElementType.BOOL && chance(2);
    Expr operand = expr(vector, depth);
    return reducible
        ? reduce(pick(REDUCTIONS), operand)
        : extract(operand, random.nextInt(vector.lanes()));
  }

  private Expr shuffled(Type type, int depth) {
    Type source = type.withLanes(pick(List.of(2, 4, 8)));
    List<Integer> picked =
        IntStream.range(0, type.lanes()).mapToObj(_ -> random.nextInt(2 * source.lanes())).toList();
    return shuffle(expr(source, depth), expr(source, depth), picked);
  }
}
