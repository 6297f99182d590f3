package dev.certosina.runtime.dim;

import dev.certosina.ModelException;
import dev.certosina.runtime.dim.Dim.CeilDiv;
import dev.certosina.runtime.dim.Dim.Constant;
import dev.certosina.runtime.dim.Dim.FloorDiv;
import dev.certosina.runtime.dim.Dim.Mod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Canonical forms of floordiv, mod and ceildiv.
///
/// All three split the dividend into a multiple of the divisor and a rest, `value = quotient *
/// divisor + rest`; only the rest stays under the division.
final class DivisionSimplifier {
  private DivisionSimplifier() {}

  static Dim floorDiv(Dim value, Dim divisor) {
    Split split = split(value, divisor);
    return Dims.add(split.quotient, floorDivRest(split.rest, divisor));
  }

  static Dim ceilDiv(Dim value, Dim divisor) {
    Split split = split(value, divisor);
    return Dims.add(split.quotient, ceilDivRest(split.rest, divisor));
  }

  static Dim mod(Dim value, Dim divisor) {
    Dim rest = split(value, divisor).rest;
    if (isWithin(rest, divisor)) {
      return rest;
    }
    Reduced reduced = reduce(rest, divisor);
    if (reduced.isReduced()) {
      // (g * y + c) mod (g * d) = g * ((y + floor(c / g)) mod d) + c mod g
      return Dims.add(
          Dims.multiply(reduced.factor, mod(reduced.value, reduced.divisor)), reduced.offset);
    }
    if (rest instanceof Mod(Dim inner, Dim outer) && Dims.isMultiple(outer, divisor)) {
      return mod(inner, divisor);
    }
    return DimTree.checked(new Mod(rest, divisor));
  }

  private static Dim floorDivRest(Dim rest, Dim divisor) {
    if (isWithin(rest, divisor)) {
      return Dims.constant(0);
    }
    Reduced reduced = reduce(rest, divisor);
    if (reduced.isReduced()) {
      return floorDiv(reduced.value, reduced.divisor);
    }
    if (rest instanceof FloorDiv(Dim inner, Dim first)) {
      return floorDiv(inner, Dims.multiply(first, divisor));
    }
    return DimTree.checked(new FloorDiv(rest, divisor));
  }

  private static Dim ceilDivRest(Dim rest, Dim divisor) {
    if (rest instanceof Constant(long value) && value <= 0 && isWithin(rest, divisor)) {
      return Dims.constant(0);
    }
    if (rest instanceof Constant(long value) && divisor instanceof Constant(long by)) {
      return Dims.constant(Math.ceilDiv(value, by));
    }
    Reduced reduced = reduce(rest, divisor);
    if (reduced.isReduced()) {
      // ceil((g * y + c) / (g * d)) = ceil((y + ceil(c / g)) / d)
      Dim carry = Dims.constant(isZero(reduced.offset) ? 0 : 1);
      return ceilDiv(Dims.add(reduced.value, carry), reduced.divisor);
    }
    if (rest instanceof CeilDiv(Dim inner, Dim first)) {
      return ceilDiv(inner, Dims.multiply(first, divisor));
    }
    return DimTree.checked(new CeilDiv(rest, divisor));
  }

  private static boolean isZero(Dim dim) {
    return dim instanceof Constant(long value) && value == 0;
  }

  /// True when `0 <= rest < divisor` always.
  private static boolean isWithin(Dim rest, Dim divisor) {
    if (rest instanceof Mod(Dim _, Dim by) && by.equals(divisor)) {
      return true;
    }
    return DimBounds.of(rest).isNonNegative()
        && (isZero(rest) || Dims.isAtMost(Dims.add(rest, Dims.constant(1)), divisor));
  }

  /// `value = quotient * divisor + rest`.
  private record Split(Dim quotient, Dim rest) {}

  private static Split split(Dim value, Dim divisor) {
    if (divisor instanceof Constant(long by) && by < 1) {
      throw new ModelException(
          "dim " + Dims.print(value) + " is divided by " + by + ", needs a divisor of 1 or more");
    }
    Polynomial by = Polynomial.of(divisor);
    return by.terms().size() == 1
        ? splitByMonomial(Polynomial.of(value), by)
        : splitByPolynomial(value, by);
  }

  /// Takes out of each term as many multiples of the divisor as leave a coefficient from 0 up to
  /// the divisor's.
  private static Split splitByMonomial(Polynomial value, Polynomial divisor) {
    Map.Entry<List<Dim>, Long> by = divisor.terms().entrySet().iterator().next();
    var quotient = new Polynomial();
    var rest = new Polynomial();
    value
        .terms()
        .forEach((monomial, coefficient) -> {
          Optional<List<Dim>> cofactor = divideMonomial(monomial, by.getKey());
          if (cofactor.isPresent() && by.getValue() > 0) {
            quotient.addTerm(cofactor.get(), Math.floorDiv(coefficient, by.getValue()));
            rest.addTerm(monomial, Math.floorMod(coefficient, by.getValue()));
          } else {
            rest.addTerm(monomial, coefficient);
          }
        });
    return new Split(quotient.toDim(), rest.toDim());
  }

  /// Long division, taken only when it leaves nothing.
  private static Split splitByPolynomial(Dim value, Polynomial divisor) {
    Map.Entry<List<Dim>, Long> lead = divisor.terms().entrySet().iterator().next();
    var rest = Polynomial.of(value);
    var quotient = new Polynomial();
    while (!rest.isZero()) {
      Map.Entry<List<Dim>, Long> top = rest.terms().entrySet().iterator().next();
      Optional<List<Dim>> cofactor = divideMonomial(top.getKey(), lead.getKey());
      if (cofactor.isEmpty() || top.getValue() % lead.getValue() != 0) {
        return new Split(Dims.constant(0), value);
      }
      long coefficient = top.getValue() / lead.getValue();
      quotient.addTerm(cofactor.get(), coefficient);
      rest.subtractMultiple(divisor, cofactor.get(), coefficient);
    }
    return new Split(quotient.toDim(), Dims.constant(0));
  }

  private static Optional<List<Dim>> divideMonomial(List<Dim> monomial, List<Dim> by) {
    var cofactor = new ArrayList<Dim>(monomial);
    for (Dim atom : by) {
      if (!cofactor.remove(atom)) {
        return Optional.empty();
      }
    }
    return Optional.of(cofactor);
  }

  /// A rest and divisor freed of the factor they share: `rest = factor * value + offset`, where `0
  /// <= offset < factor`.
  private record Reduced(Dim value, Dim divisor, Dim factor, Dim offset) {
    boolean isReduced() {
      return !(factor instanceof Constant(long value) && value == 1);
    }
  }

  private static Reduced reduce(Dim rest, Dim divisor) {
    Polynomial value = Polynomial.of(rest);
    Polynomial by = Polynomial.of(divisor);
    List<Dim> atoms = sharedAtoms(value, by);
    long constant = value.constantTerm();
    boolean keepsConstant = atoms.isEmpty();
    long gcd = 0;
    for (var term : value.terms().entrySet()) {
      if (!term.getKey().isEmpty()) {
        gcd = gcd(gcd, term.getValue());
      }
    }
    for (long coefficient : by.terms().values()) {
      gcd = gcd(gcd, coefficient);
    }
    if (gcd < 1) {
      gcd = 1;
    }
    long offset = keepsConstant ? Math.floorMod(constant, gcd) : 0;
    value.addTerm(List.of(), -offset);
    var factor = new Polynomial();
    factor.addTerm(atoms, gcd);
    return new Reduced(
        divideTerms(value, atoms, gcd),
        divideTerms(by, atoms, gcd),
        factor.toDim(),
        Dims.constant(offset));
  }

  private static Dim divideTerms(Polynomial polynomial, List<Dim> atoms, long by) {
    var result = new Polynomial();
    polynomial
        .terms()
        .forEach((monomial, coefficient) ->
            result.addTerm(divideMonomial(monomial, atoms).orElseThrow(), coefficient / by));
    return result.toDim();
  }

  /// The atoms that divide every term of both and are never negative; a divisor is positive, so
  /// there they are not 0 either.
  private static List<Dim> sharedAtoms(Polynomial value, Polynomial divisor) {
    var monomials = new ArrayList<List<Dim>>(value.terms().keySet());
    monomials.addAll(divisor.terms().keySet());
    var shared = new ArrayList<Dim>();
    var rests = new ArrayList<List<Dim>>();
    monomials.forEach(monomial -> rests.add(new ArrayList<>(monomial)));
    for (Dim atom : monomials.getFirst()) {
      boolean everywhere = rests.stream().allMatch(rest -> rest.contains(atom));
      if (everywhere && DimBounds.of(atom).isNonNegative()) {
        rests.forEach(rest -> rest.remove(atom));
        shared.add(atom);
      }
    }
    return shared;
  }

  private static long gcd(long left, long right) {
    long a = Math.abs(left);
    long b = Math.abs(right);
    while (b != 0) {
      long rest = a % b;
      a = b;
      b = rest;
    }
    return a;
  }
}
