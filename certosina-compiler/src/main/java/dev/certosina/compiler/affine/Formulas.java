package dev.certosina.compiler.affine;

import dev.certosina.compiler.affine.QuasiAffine.Constant;
import dev.certosina.compiler.affine.QuasiAffine.Quotient;
import dev.certosina.compiler.affine.QuasiAffine.Remainder;
import dev.certosina.compiler.affine.QuasiAffine.Scaled;
import dev.certosina.compiler.affine.QuasiAffine.Sum;
import dev.certosina.compiler.affine.QuasiAffine.Variable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;

/// Builds canonical [QuasiAffine] formulas over variables with known ranges.
///
/// Sums are flat with like terms collected; whatever constants decide is folded; a division or
/// remainder that the ranges of its variables show to change nothing is dropped, and the digits of
/// a number that are put together again are the number. Folding outside 64 bits throws
/// [ArithmeticException].
public final class Formulas {
  private final Map<String, Long> extents;

  /// @param extents of each variable, which runs from 0 to below it
  public Formulas(Map<String, Long> extents) {
    this.extents = new LinkedHashMap<>(extents);
  }

  /// The values from `low` to `high`, both included.
  public record Range(long low, long high) {

    /// True if every value is in `[0, bound)`.
    public boolean isWithin(long bound) {
      return low >= 0 && high < bound;
    }
  }

  public static QuasiAffine constant(long value) {
    return new Constant(value);
  }

  /// A variable; 0 where its extent is 1.
  public QuasiAffine variable(String name) {
    return extent(name) == 1 ? new Constant(0) : new Variable(name);
  }

  public QuasiAffine sum(List<QuasiAffine> terms) {
    LinearCombination sum = new LinearCombination();
    terms.forEach(term -> sum.add(term, 1));
    sum.joinDigits();
    return sum.toFormula();
  }

  public QuasiAffine sum(QuasiAffine left, QuasiAffine right) {
    return sum(List.of(left, right));
  }

  public QuasiAffine scaled(QuasiAffine operand, long factor) {
    LinearCombination product = new LinearCombination();
    if (factor != 0) {
      product.add(operand, factor);
    }
    return product.toFormula();
  }

  /// `operand div divisor`, rounded down; the divisor is positive.
  public QuasiAffine quotient(QuasiAffine operand, long divisor) {
    LinearCombination rest = new LinearCombination();
    LinearCombination whole = splitMultiples(operand, divisor, rest);
    Range range = range(rest.toFormula());
    long block = Math.floorDiv(range.low(), divisor);
    if (block == Math.floorDiv(range.high(), divisor)) {
      whole.addConstant(block);
    } else {
      whole.add(divided(rest.toFormula(), divisor), 1);
    }
    whole.joinDigits();
    return whole.toFormula();
  }

  /// `operand mod divisor`, never negative; the divisor is positive.
  public QuasiAffine remainder(QuasiAffine operand, long divisor) {
    LinearCombination rest = new LinearCombination();
    splitMultiples(operand, divisor, rest);
    Range range = range(rest.toFormula());
    long block = Math.floorDiv(range.low(), divisor);
    if (block == Math.floorDiv(range.high(), divisor)) {
      rest.addConstant(-block * divisor);
      return rest.toFormula();
    }
    if (rest.toFormula() instanceof Remainder(QuasiAffine number, long modulus)
        && modulus % divisor == 0) {
      return remainder(number, divisor);
    }
    for (long unit : units(rest, divisor)) {
      LinearCombination low = new LinearCombination();
      LinearCombination high = splitMultiples(rest.toFormula(), unit, low);
      if (range(low.toFormula()).isWithin(unit)) {
        low.add(remainder(high.toFormula(), divisor / unit), unit);
        return low.toFormula();
      }
    }
    return new Remainder(rest.toFormula(), divisor);
  }

  /// Replaces variables by canonical formulas.
  public QuasiAffine substitute(QuasiAffine formula, Function<String, QuasiAffine> replacement) {
    return switch (formula) {
      case Constant constant -> constant;
      case Variable(String name) -> replacement.apply(name);
      case Sum(List<QuasiAffine> terms) ->
          sum(terms.stream().map(term -> substitute(term, replacement)).toList());
      case Scaled(QuasiAffine operand, long factor) ->
          scaled(substitute(operand, replacement), factor);
      case Quotient(QuasiAffine operand, long divisor) ->
          quotient(substitute(operand, replacement), divisor);
      case Remainder(QuasiAffine operand, long divisor) ->
          remainder(substitute(operand, replacement), divisor);
    };
  }

  /// Bounds of the values that a formula takes; exact where no variable occurs twice.
  public Range range(QuasiAffine formula) {
    return switch (formula) {
      case Constant(long value) -> new Range(value, value);
      case Variable(String name) -> new Range(0, extent(name) - 1);
      case Sum(List<QuasiAffine> terms) -> rangeOfSum(terms);
      case Scaled(QuasiAffine operand, long factor) -> {
        Range range = range(operand);
        long first = Math.multiplyExact(range.low(), factor);
        long second = Math.multiplyExact(range.high(), factor);
        yield new Range(Math.min(first, second), Math.max(first, second));
      }
      case Quotient(QuasiAffine operand, long divisor) -> {
        Range range = range(operand);
        yield new Range(Math.floorDiv(range.low(), divisor), Math.floorDiv(range.high(), divisor));
      }
      case Remainder(QuasiAffine operand, long divisor) -> {
        Range range = range(operand);
        boolean sameBlock =
            Math.floorDiv(range.low(), divisor) == Math.floorDiv(range.high(), divisor);
        yield sameBlock
            ? new Range(Math.floorMod(range.low(), divisor), Math.floorMod(range.high(), divisor))
            : new Range(0, divisor - 1);
      }
    };
  }

  private Range rangeOfSum(List<QuasiAffine> terms) {
    long low = 0;
    long high = 0;
    for (QuasiAffine term : terms) {
      Range range = range(term);
      low = Math.addExact(low, range.low());
      high = Math.addExact(high, range.high());
    }
    return new Range(low, high);
  }

  /// Returns `q` and adds `r` to `rest`, where `operand = q * divisor + r` and `r` has no term that
  /// is a multiple of the divisor.
  private static LinearCombination splitMultiples(
      QuasiAffine operand, long divisor, LinearCombination rest) {
    LinearCombination all = LinearCombination.of(operand);
    LinearCombination whole = new LinearCombination();
    all.factors()
        .forEach((atom, factor) -> {
          if (factor % divisor == 0) {
            whole.add(atom, factor / divisor);
          } else {
            rest.add(atom, factor);
          }
        });
    whole.addConstant(Math.floorDiv(all.constant(), divisor));
    rest.addConstant(Math.floorMod(all.constant(), divisor));
    return whole;
  }

  private QuasiAffine divided(QuasiAffine operand, long divisor) {
    if (operand instanceof Quotient(QuasiAffine dividend, long by)) {
      return quotient(dividend, Math.multiplyExact(by, divisor));
    }
    LinearCombination all = LinearCombination.of(operand);
    for (long unit : units(all, divisor)) {
      LinearCombination low = new LinearCombination();
      LinearCombination high = splitMultiples(operand, unit, low);
      if (range(low.toFormula()).isWithin(unit)) {
        return quotient(high.toFormula(), divisor / unit);
      }
    }
    return new Quotient(operand, divisor);
  }

  /// Divisors of `divisor` above 1 that some factors are multiples of, the largest first: below
  /// them a sum may fall apart into high and low digits.
  private static Iterable<Long> units(LinearCombination sum, long divisor) {
    TreeSet<Long> units = new TreeSet<>();
    sum.factors().values().forEach(factor -> units.add(gcd(Math.abs(factor), divisor)));
    units.remove(1L);
    return units.descendingSet();
  }

  private static long gcd(long left, long right) {
    return right == 0 ? left : gcd(right, left % right);
  }

  private long extent(String name) {
    Long extent = extents.get(name);
    if (extent == null) {
      throw new IllegalArgumentException("found variable " + name + ", needed one of " + extents);
    }
    return extent;
  }
}
