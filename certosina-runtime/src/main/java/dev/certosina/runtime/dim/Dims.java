package dev.certosina.runtime.dim;

import dev.certosina.runtime.dim.Dim.Constant;
import dev.certosina.runtime.dim.Dim.Element;
import dev.certosina.runtime.dim.Dim.Symbol;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.ToLongFunction;

/// Builds, evaluates, prints and parses [Dim] expressions.
///
/// Everything that returns a [Dim] returns it in canonical form: products are distributed over
/// sums, like terms are collected, operands are sorted, and whatever is decided by constants is
/// folded. Simplification takes the rules that every dim obeys for granted: symbols are at least 0
/// and divisors are positive, so `(x * y) floordiv y` is `x`. It may also drop a subexpression
/// whose evaluation would be refused, as in `0 * joined(x, y)`.
///
/// Folding that leaves the 64-bit range, and expressions of more than [#MAX_NODES] nodes, are
/// refused with a [dev.certosina.ModelException].
public final class Dims {
  /// The largest number of nodes one expression may have.
  public static final int MAX_NODES = 2000;

  private static final Constant[] SMALL = new Constant[1025];

  static {
    for (int value = 0; value < SMALL.length; value++) {
      SMALL[value] = new Constant(value);
    }
  }

  private Dims() {}

  public static Dim constant(long value) {
    return value >= 0 && value < SMALL.length ? SMALL[(int) value] : new Constant(value);
  }

  public static Dim symbol(String name) {
    return new Symbol(name);
  }

  /// Element `index` of the integer model input `input`.
  public static Dim element(String input, int index) {
    return new Element(input, index);
  }

  public static Dim add(Dim left, Dim right) {
    return add(List.of(left, right));
  }

  /// The sum of all terms; 0 when there are none.
  public static Dim add(List<Dim> terms) {
    var sum = new Polynomial();
    for (Dim term : terms) {
      sum.addDim(term, 1);
    }
    return sum.toDim();
  }

  public static Dim subtract(Dim left, Dim right) {
    var difference = new Polynomial();
    difference.addDim(left, 1);
    difference.addDim(right, -1);
    return difference.toDim();
  }

  public static Dim multiply(Dim left, Dim right) {
    return multiply(List.of(left, right));
  }

  /// The product of all factors; 1 when there are none.
  public static Dim multiply(List<Dim> factors) {
    var product = new Polynomial();
    product.addDim(constant(1), 1);
    for (Dim factor : factors) {
      product = product.times(Polynomial.of(factor));
    }
    return product.toDim();
  }

  /// `floor(value / divisor)`; refuses a constant divisor below 1.
  public static Dim floorDiv(Dim value, Dim divisor) {
    return DivisionSimplifier.floorDiv(value, divisor);
  }

  /// `value - divisor * floor(value / divisor)`; refuses a constant divisor below 1.
  public static Dim mod(Dim value, Dim divisor) {
    return DivisionSimplifier.mod(value, divisor);
  }

  /// `ceil(value / divisor)`; refuses a constant divisor below 1.
  public static Dim ceilDiv(Dim value, Dim divisor) {
    return DivisionSimplifier.ceilDiv(value, divisor);
  }

  public static Dim min(Dim left, Dim right) {
    return ChoiceSimplifier.min(left, right);
  }

  public static Dim max(Dim left, Dim right) {
    return ChoiceSimplifier.max(left, right);
  }

  /// The extent of two broadcast axes; refuses two constants that differ and are not 1.
  public static Dim joined(Dim left, Dim right) {
    return ChoiceSimplifier.joined(left, right);
  }

  /// 0 where `extent` is 1 and `joined` is not, else 1.
  public static Dim spread(Dim extent, Dim joined) {
    return ChoiceSimplifier.spread(extent, joined);
  }

  /// `whenEqual` where `left` equals `right`, else `otherwise`.
  public static Dim choice(Dim left, Dim right, Dim whenEqual, Dim otherwise) {
    return ChoiceSimplifier.choice(left, right, whenEqual, otherwise);
  }

  public static boolean isConstant(Dim dim) {
    return dim instanceof Constant;
  }

  /// The value of a constant, or empty for anything else.
  public static OptionalLong constantValue(Dim dim) {
    return dim instanceof Constant(long value) ? OptionalLong.of(value) : OptionalLong.empty();
  }

  /// True when `value` is a multiple of `divisor` wherever both are defined, as far as the
  /// canonical form shows it.
  public static boolean isMultiple(Dim value, Dim divisor) {
    return mod(value, divisor) instanceof Constant(long rest) && rest == 0;
  }

  /// True when `left <= right` for all values of the symbols, as far as bounds show it.
  public static boolean isAtMost(Dim left, Dim right) {
    return left.equals(right) || DimBounds.isAtMost(left, right);
  }

  /// The value for given extents and elements, in exact arithmetic.
  ///
  /// @param symbols the value of a symbol by its name, and of an element by [Dim.Element#name]
  /// @throws dev.certosina.ModelException when a result leaves the 64-bit range, a divisor is not
  ///   positive, or joined extents differ and neither is 1
  public static long evaluate(Dim dim, ToLongFunction<String> symbols) {
    return DimEvaluator.evaluate(dim, symbols);
  }

  /// Replaces every outermost subexpression that is a key of `replacements`, and brings the rest
  /// back to canonical form.
  public static Dim substitute(Dim dim, Map<Dim, Dim> replacements) {
    return replacements.isEmpty() ? dim : DimTree.substitute(dim, replacements);
  }

  /// All elements of inputs that `dim` mentions, in order of first mention.
  public static Set<Element> elementsOf(Dim dim) {
    var elements = new LinkedHashSet<Element>();
    DimTree.collectElements(dim, elements);
    return elements;
  }

  /// The names of all symbols, in order of first mention.
  public static Set<String> symbolsOf(Dim dim) {
    var names = new LinkedHashSet<String>();
    DimTree.collectSymbols(dim, names);
    return names;
  }

  /// Readable infix text that [#parse] reads back, for example `min(s, 512) * 4 + 1`.
  public static String print(Dim dim) {
    return DimPrinter.print(dim);
  }

  /// Reads what [#print] writes.
  ///
  /// @throws dev.certosina.ModelException when `text` is not a dim expression
  public static Dim parse(String text) {
    return new DimParser(text).parse();
  }
}
