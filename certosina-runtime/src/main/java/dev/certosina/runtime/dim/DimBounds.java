package dev.certosina.runtime.dim;

import dev.certosina.ModelException;
import dev.certosina.runtime.dim.Dim.CeilDiv;
import dev.certosina.runtime.dim.Dim.Choice;
import dev.certosina.runtime.dim.Dim.Constant;
import dev.certosina.runtime.dim.Dim.Element;
import dev.certosina.runtime.dim.Dim.FloorDiv;
import dev.certosina.runtime.dim.Dim.Joined;
import dev.certosina.runtime.dim.Dim.Max;
import dev.certosina.runtime.dim.Dim.Min;
import dev.certosina.runtime.dim.Dim.Mod;
import dev.certosina.runtime.dim.Dim.Product;
import dev.certosina.runtime.dim.Dim.Spread;
import dev.certosina.runtime.dim.Dim.Sum;
import dev.certosina.runtime.dim.Dim.Symbol;
import java.util.List;

/// Inclusive bounds of a dim over all values of its symbols. [Long#MIN_VALUE] and [Long#MAX_VALUE]
/// stand for minus and plus infinity.
record DimBounds(long lower, long upper) {
  private static final DimBounds ANY = new DimBounds(Long.MIN_VALUE, Long.MAX_VALUE);
  private static final DimBounds NON_NEGATIVE = new DimBounds(0, Long.MAX_VALUE);

  static DimBounds of(Dim dim) {
    return switch (dim) {
      case Constant(long value) -> new DimBounds(value, value);
      case Symbol _ -> NON_NEGATIVE;
      case Element _ -> ANY;
      case Sum(List<Dim> terms) -> ofSum(terms);
      case Product(List<Dim> factors) -> ofProduct(factors);
      case FloorDiv(Dim value, Dim divisor) -> ofQuotient(of(value), divisor);
      case CeilDiv(Dim value, Dim divisor) -> ofQuotient(of(value), divisor);
      case Mod(Dim _, Dim divisor) -> new DimBounds(0, minusOne(of(divisor).upper));
      case Min(Dim left, Dim right) -> ofMin(of(left), of(right));
      case Max(Dim left, Dim right) -> ofMax(of(left), of(right));
      case Joined(Dim left, Dim right) -> ofEither(of(left), of(right));
      case Spread _ -> new DimBounds(0, 1);
      case Choice(Dim _, Dim _, Dim whenEqual, Dim otherwise) ->
          ofEither(of(whenEqual), of(otherwise));
    };
  }

  static boolean isAtMost(Dim left, Dim right) {
    if (of(left).upper <= of(right).lower) {
      return true;
    }
    try {
      return of(Dims.subtract(left, right)).upper <= 0;
    } catch (ModelException e) {
      return false; // a difference beyond 64 bits decides nothing
    }
  }

  boolean isNonNegative() {
    return lower >= 0;
  }

  private static DimBounds ofSum(List<Dim> terms) {
    long lower = 0;
    long upper = 0;
    for (Dim term : terms) {
      DimBounds bounds = of(term);
      lower = addDown(lower, bounds.lower);
      upper = addUp(upper, bounds.upper);
    }
    return new DimBounds(lower, upper);
  }

  private static DimBounds ofProduct(List<Dim> factors) {
    var product = new DimBounds(1, 1);
    boolean negated = false;
    for (Dim factor : factors) {
      DimBounds bounds = of(factor);
      if (factor instanceof Constant(long value) && value < 0 && value > Long.MIN_VALUE) {
        negated = true;
        bounds = new DimBounds(-value, -value);
      }
      if (!bounds.isNonNegative()) {
        return ANY;
      }
      product = new DimBounds(timesDown(product, bounds), timesUp(product, bounds));
    }
    return negated ? product.negated() : product;
  }

  private DimBounds negated() {
    return new DimBounds(upper == Long.MAX_VALUE ? Long.MIN_VALUE : -upper, -lower);
  }

  /// A divisor is at least 1, so a quotient is no farther from 0 than its dividend.
  private static DimBounds ofQuotient(DimBounds value, Dim divisor) {
    if (divisor instanceof Constant(long by) && value.isNonNegative()) {
      long upper = value.upper == Long.MAX_VALUE ? Long.MAX_VALUE : Math.ceilDiv(value.upper, by);
      return new DimBounds(value.lower / by, upper);
    }
    return new DimBounds(Math.min(value.lower, 0), Math.max(value.upper, 0));
  }

  private static DimBounds ofMin(DimBounds left, DimBounds right) {
    return new DimBounds(Math.min(left.lower, right.lower), Math.min(left.upper, right.upper));
  }

  private static DimBounds ofMax(DimBounds left, DimBounds right) {
    return new DimBounds(Math.max(left.lower, right.lower), Math.max(left.upper, right.upper));
  }

  private static DimBounds ofEither(DimBounds left, DimBounds right) {
    return new DimBounds(Math.min(left.lower, right.lower), Math.max(left.upper, right.upper));
  }

  private static long minusOne(long upper) {
    return upper == Long.MAX_VALUE ? upper : Math.max(0, upper - 1);
  }

  private static long addDown(long left, long right) {
    if (left == Long.MIN_VALUE || right == Long.MIN_VALUE) {
      return Long.MIN_VALUE;
    }
    long sum = left + right;
    boolean overflow = ((left ^ sum) & (right ^ sum)) < 0;
    return overflow ? Long.MIN_VALUE : sum;
  }

  private static long addUp(long left, long right) {
    if (left == Long.MAX_VALUE || right == Long.MAX_VALUE) {
      return Long.MAX_VALUE;
    }
    long sum = left + right;
    boolean overflow = ((left ^ sum) & (right ^ sum)) < 0;
    return overflow ? Long.MAX_VALUE : sum;
  }

  private static long timesDown(DimBounds left, DimBounds right) {
    return Math.multiplyHigh(left.lower, right.lower) == 0 && left.lower * right.lower >= 0
        ? left.lower * right.lower
        : 0;
  }

  private static long timesUp(DimBounds left, DimBounds right) {
    if (left.upper == 0 || right.upper == 0) {
      return 0;
    }
    return Math.multiplyHigh(left.upper, right.upper) == 0 && left.upper * right.upper >= 0
        ? left.upper * right.upper
        : Long.MAX_VALUE;
  }
}
