package dev.certosina.compiler.affine;

import dev.certosina.compiler.affine.NormalForm.Atom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Brings quasi-affine formulas over variables of known extents into [NormalForm], simplifying
/// divisions as far as the extents allow.
///
/// Like terms are collected; whatever constants decide is folded; a division that the ranges of its
/// variables show to change nothing is dropped, digits of a number that never carry into each other
/// are taken apart, and digits that are put together again are the number. Folding outside 64 bits
/// throws [ArithmeticException].
public final class NormalForms {
  private final Map<String, Long> extents;

  /// The least and the greatest value that a form can have.
  public record Range(long min, long max) {
    public boolean isWithin(long from, long below) {
      return min >= from && max < below;
    }
  }

  /// @param extents each variable runs from 0 to below its extent
  public NormalForms(Map<String, Long> extents) {
    this.extents = Collections.unmodifiableMap(new LinkedHashMap<>(extents));
  }

  public NormalForm of(QuasiAffine formula) {
    return switch (formula) {
      case QuasiAffine.Constant(long value) -> NormalForm.constant(value);
      case QuasiAffine.Variable(String name) ->
          extent(name) == 1 ? NormalForm.constant(0) : NormalForm.variable(name);
      case QuasiAffine.Sum(List<QuasiAffine> terms) -> {
        NormalForm sum = NormalForm.constant(0);
        for (QuasiAffine term : terms) {
          sum = sum.plus(of(term));
        }
        yield sum.joinDigits();
      }
      case QuasiAffine.Scaled(QuasiAffine operand, long factor) -> of(operand).times(factor);
      case QuasiAffine.Quotient(QuasiAffine operand, long divisor) ->
          quotient(of(operand), divisor);
      case QuasiAffine.Remainder(QuasiAffine operand, long divisor) ->
          remainder(of(operand), divisor);
    };
  }

  /// The formula of the normal form.
  public QuasiAffine simplify(QuasiAffine formula) {
    return of(formula).toFormula();
  }

  private long extent(String variable) {
    Long extent = extents.get(variable);
    if (extent == null) {
      throw new IllegalArgumentException(
          "found variable " + variable + ", needed one of " + extents.keySet());
    }
    return extent;
  }

  /// The form with each variable replaced.
  public NormalForm substitute(NormalForm form, Function<String, NormalForm> replacement) {
    NormalForm result = NormalForm.constant(form.constant());
    for (Map.Entry<Atom, Long> term : form.terms().entrySet()) {
      NormalForm value =
          switch (term.getKey()) {
            case Atom.Variable(String name) -> replacement.apply(name);
            case Atom.Quotient(NormalForm operand, long divisor) ->
                quotient(substitute(operand, replacement), divisor);
            case Atom.Remainder(NormalForm operand, long divisor) ->
                remainder(substitute(operand, replacement), divisor);
          };
      result = result.plus(value.times(term.getValue()));
    }
    return result.joinDigits();
  }

  /// Bounds of the value where every variable is within its extent; not always tight.
  public Range range(NormalForm form) {
    long min = form.constant();
    long max = form.constant();
    for (Map.Entry<Atom, Long> term : form.terms().entrySet()) {
      Range atom = range(term.getKey());
      long factor = term.getValue();
      min = plusProduct(min, factor, factor > 0 ? atom.min() : atom.max());
      max = plusProduct(max, factor, factor > 0 ? atom.max() : atom.min());
    }
    return new Range(min, max);
  }

  private static long plusProduct(long sum, long left, long right) {
    return Math.addExact(sum, Math.multiplyExact(left, right));
  }

  private Range range(Atom atom) {
    return switch (atom) {
      case Atom.Variable(String name) -> new Range(0, extent(name) - 1);
      case Atom.Quotient(NormalForm operand, long divisor) -> {
        Range inner = range(operand);
        yield new Range(Math.floorDiv(inner.min(), divisor), Math.floorDiv(inner.max(), divisor));
      }
      case Atom.Remainder(NormalForm operand, long divisor) -> {
        Range inner = range(operand);
        boolean isOneBlock =
            Math.floorDiv(inner.min(), divisor) == Math.floorDiv(inner.max(), divisor);
        yield isOneBlock
            ? new Range(Math.floorMod(inner.min(), divisor), Math.floorMod(inner.max(), divisor))
            : new Range(0, divisor - 1);
      }
    };
  }

  /// `form div divisor`: multiples of the divisor leave the division, which is exact.
  private NormalForm quotient(NormalForm form, long divisor) {
    if (divisor == 1) {
      return form;
    }
    NormalForm rest = rest(form, divisor);
    NormalForm whole = divided(form.minus(rest), divisor);
    Range range = range(rest);
    long least = Math.floorDiv(range.min(), divisor);
    if (least == Math.floorDiv(range.max(), divisor)) {
      return whole.plus(least);
    }
    return whole.plus(inner(rest, divisor)).joinDigits();
  }

  private NormalForm inner(NormalForm rest, long divisor) {
    if (rest.onlyAtom().orElse(null) instanceof Atom.Quotient(NormalForm dividend, long by)) {
      return quotient(dividend, Math.multiplyExact(by, divisor));
    }
    return split(rest, divisor)
        .map(split -> quotient(split.multiple(), divisor / split.unit()))
        .orElseGet(() -> NormalForm.term(new Atom.Quotient(rest, divisor), 1));
  }

  private NormalForm remainder(NormalForm form, long divisor) {
    if (divisor == 1) {
      return NormalForm.constant(0);
    }
    NormalForm rest = rest(form, divisor);
    Range range = range(rest);
    long block = Math.floorDiv(range.min(), divisor);
    if (block == Math.floorDiv(range.max(), divisor)) {
      return rest.plus(-block * divisor);
    }
    if (rest.onlyAtom().orElse(null) instanceof Atom.Remainder(NormalForm number, long modulus)
        && modulus % divisor == 0) {
      return remainder(number, divisor);
    }
    Optional<Split> split = split(rest, divisor);
    if (split.isEmpty()) {
      return NormalForm.term(new Atom.Remainder(rest, divisor), 1);
    }
    long unit = split.get().unit();
    return remainder(split.get().multiple(), divisor / unit).times(unit).plus(split.get().below());
  }

  /// The part of a form that is no multiple of `divisor`; its constant is in `[0, divisor)`.
  private static NormalForm rest(NormalForm form, long divisor) {
    Map<Atom, Long> terms = new LinkedHashMap<>(form.terms());
    terms.values().removeIf(factor -> factor % divisor == 0);
    return new NormalForm(terms, Math.floorMod(form.constant(), divisor));
  }

  private static NormalForm divided(NormalForm form, long divisor) {
    Map<Atom, Long> terms = new LinkedHashMap<>();
    form.terms().forEach((atom, factor) -> terms.put(atom, factor / divisor));
    return new NormalForm(terms, form.constant() / divisor);
  }

  /// `unit * multiple + below` with `0 <= below < unit`, where `unit` divides the divisor.
  private record Split(long unit, NormalForm multiple, NormalForm below) {}

  /// Looks for terms so small that they never carry into the others.
  private Optional<Split> split(NormalForm form, long divisor) {
    List<Map.Entry<Atom, Long>> terms = new ArrayList<>(form.terms().entrySet());
    terms.sort((a, b) -> Long.compare(Math.abs(b.getValue()), Math.abs(a.getValue())));
    long unit = divisor;
    NormalForm large = NormalForm.constant(0);
    for (Map.Entry<Atom, Long> term : terms) {
      unit = gcd(unit, Math.abs(term.getValue()));
      large = large.plus(NormalForm.term(term.getKey(), term.getValue()));
      if (unit == 1) {
        return Optional.empty();
      }
      NormalForm below = form.minus(large);
      long carried = Math.floorDiv(below.constant(), unit) * unit;
      below = below.plus(-carried);
      if (range(below).isWithin(0, unit)) {
        return Optional.of(new Split(unit, divided(large.plus(carried), unit), below));
      }
    }
    return Optional.empty();
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
