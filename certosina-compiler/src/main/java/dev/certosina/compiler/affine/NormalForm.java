package dev.certosina.compiler.affine;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/// A quasi-affine formula as `sum(factor * atom) + constant`, each atom once and no factor 0.
///
/// Forms that were simplified with the same extents and are equal as records have equal values; the
/// converse does not hold.
public record NormalForm(Map<Atom, Long> terms, long constant) {
  private static final Comparator<Map.Entry<Atom, Long>> LARGE_FACTORS_FIRST =
      Comparator.comparingLong((Map.Entry<Atom, Long> term) -> -Math.abs(term.getValue()))
          .thenComparing(term -> QuasiAffinePrinter.print(term.getKey().toFormula()));

  public NormalForm {
    terms = Collections.unmodifiableMap(new LinkedHashMap<>(terms));
  }

  /// What a form is linear in.
  public sealed interface Atom {

    record Variable(String name) implements Atom {}

    /// `operand div divisor`, rounded towards minus infinity; the divisor is above 1.
    record Quotient(NormalForm operand, long divisor) implements Atom {}

    /// `operand mod divisor`, never negative; the divisor is above 1.
    record Remainder(NormalForm operand, long divisor) implements Atom {}

    default QuasiAffine toFormula() {
      return switch (this) {
        case Variable(String name) -> new QuasiAffine.Variable(name);
        case Quotient(NormalForm operand, long divisor) ->
            new QuasiAffine.Quotient(operand.toFormula(), divisor);
        case Remainder(NormalForm operand, long divisor) ->
            new QuasiAffine.Remainder(operand.toFormula(), divisor);
      };
    }

    /// True if `name` occurs anywhere in the atom.
    default boolean uses(String name) {
      return switch (this) {
        case Variable(String own) -> own.equals(name);
        case Quotient(NormalForm operand, _) -> operand.uses(name);
        case Remainder(NormalForm operand, _) -> operand.uses(name);
      };
    }
  }

  public static NormalForm constant(long value) {
    return new NormalForm(Map.of(), value);
  }

  public static NormalForm variable(String name) {
    return term(new Atom.Variable(name), 1);
  }

  static NormalForm term(Atom atom, long factor) {
    return factor == 0 ? constant(0) : new NormalForm(Map.of(atom, factor), 0);
  }

  public NormalForm plus(NormalForm other) {
    Map<Atom, Long> sum = new LinkedHashMap<>(terms);
    other.terms.forEach((atom, factor) -> sum.merge(atom, factor, Math::addExact));
    sum.values().removeIf(factor -> factor == 0);
    return new NormalForm(sum, Math.addExact(constant, other.constant));
  }

  public NormalForm plus(long value) {
    return new NormalForm(terms, Math.addExact(constant, value));
  }

  public NormalForm minus(NormalForm other) {
    return plus(other.times(-1));
  }

  public NormalForm times(long factor) {
    if (factor == 0) {
      return constant(0);
    }
    Map<Atom, Long> product = new LinkedHashMap<>();
    terms.forEach((atom, own) -> product.put(atom, Math.multiplyExact(own, factor)));
    return new NormalForm(product, Math.multiplyExact(constant, factor));
  }

  /// Writes `a*d*(y div d) + a*(z mod d)` as `a*y` wherever `y` is `z`, or `z` modulo a multiple of
  /// `d`: digits of a number become the number again.
  NormalForm joinDigits() {
    NormalForm joined = this;
    Optional<NormalForm> next = joined.joinTwoDigits();
    while (next.isPresent()) {
      joined = next.get();
      next = joined.joinTwoDigits();
    }
    return joined;
  }

  private Optional<NormalForm> joinTwoDigits() {
    for (Map.Entry<Atom, Long> low : terms.entrySet()) {
      if (low.getKey() instanceof Atom.Remainder(NormalForm number, long divisor)) {
        for (Map.Entry<Atom, Long> high : terms.entrySet()) {
          if (high.getKey() instanceof Atom.Quotient(NormalForm dividend, long by)
              && by == divisor
              && high.getValue() == low.getValue() * divisor
              && dividend.isCongruent(number, divisor)) {
            NormalForm others =
                only(atom -> !atom.equals(low.getKey()) && !atom.equals(high.getKey()));
            return Optional.of(others.plus(constant).plus(dividend.times(low.getValue())));
          }
        }
      }
    }
    return Optional.empty();
  }

  private boolean isCongruent(NormalForm number, long divisor) {
    return equals(number)
        || (onlyAtom().orElse(null) instanceof Atom.Remainder(NormalForm whole, long modulus)
            && modulus % divisor == 0
            && whole.equals(number));
  }

  /// The atom that the form is, if it is one.
  Optional<Atom> onlyAtom() {
    return constant == 0 && terms.size() == 1
        ? terms.entrySet().stream()
            .filter(term -> term.getValue() == 1)
            .map(Map.Entry::getKey)
            .findFirst()
        : Optional.empty();
  }

  /// The formula that prints alike for equal forms: large factors first, equal ones by their text.
  public QuasiAffine toFormula() {
    List<QuasiAffine> sum = new ArrayList<>();
    terms.entrySet().stream()
        .sorted(LARGE_FACTORS_FIRST)
        .forEach(term -> {
          QuasiAffine atom = term.getKey().toFormula();
          sum.add(term.getValue() == 1 ? atom : new QuasiAffine.Scaled(atom, term.getValue()));
        });
    if (constant != 0 || sum.isEmpty()) {
      sum.add(new QuasiAffine.Constant(constant));
    }
    return sum.size() == 1 ? sum.getFirst() : new QuasiAffine.Sum(sum);
  }

  /// The factor of a variable outside all divisions; 0 when it does not occur there.
  public long coefficient(String variable) {
    return terms.getOrDefault(new Atom.Variable(variable), 0L);
  }

  /// The terms whose atoms `kept` accepts, without the constant.
  public NormalForm only(Predicate<Atom> kept) {
    Map<Atom, Long> some = new LinkedHashMap<>(terms);
    some.keySet().removeIf(kept.negate());
    return new NormalForm(some, 0);
  }

  public boolean uses(String variable) {
    return terms.keySet().stream().anyMatch(atom -> atom.uses(variable));
  }

  /// True if `variable` occurs in no division.
  public boolean isLinearIn(String variable) {
    return terms.keySet().stream()
        .allMatch(atom -> atom instanceof Atom.Variable || !atom.uses(variable));
  }

  public boolean isConstant() {
    return terms.isEmpty();
  }

  /// Every variable, inside divisions too.
  public Set<String> variables() {
    Set<String> names = new LinkedHashSet<>();
    collect(names);
    return names;
  }

  private void collect(Set<String> names) {
    for (Atom atom : terms.keySet()) {
      switch (atom) {
        case Atom.Variable(String name) -> names.add(name);
        case Atom.Quotient(NormalForm operand, _) -> operand.collect(names);
        case Atom.Remainder(NormalForm operand, _) -> operand.collect(names);
      }
    }
  }
}
