package dev.certosina.compiler.affine;

import dev.certosina.compiler.affine.QuasiAffine.Constant;
import dev.certosina.compiler.affine.QuasiAffine.Quotient;
import dev.certosina.compiler.affine.QuasiAffine.Remainder;
import dev.certosina.compiler.affine.QuasiAffine.Scaled;
import dev.certosina.compiler.affine.QuasiAffine.Sum;
import dev.certosina.compiler.affine.QuasiAffine.Variable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// `constant + sum(factor * atom)` while it is being built: atoms are variables, quotients and
/// remainders, each once.
final class LinearCombination {
  private static final Comparator<Map.Entry<QuasiAffine, Long>> LARGE_FACTORS_FIRST =
      Comparator.comparingLong((Map.Entry<QuasiAffine, Long> entry) -> -Math.abs(entry.getValue()))
          .thenComparing(entry -> QuasiAffinePrinter.print(entry.getKey()));

  private final Map<QuasiAffine, Long> factors = new LinkedHashMap<>();
  private long constant;

  private static QuasiAffine term(QuasiAffine atom, long factor) {
    return factor == 1 ? atom : new Scaled(atom, factor);
  }

  static LinearCombination of(QuasiAffine formula) {
    LinearCombination result = new LinearCombination();
    result.add(formula, 1);
    return result;
  }

  Map<QuasiAffine, Long> factors() {
    return factors;
  }

  long constant() {
    return constant;
  }

  void addConstant(long value) {
    constant = Math.addExact(constant, value);
  }

  void add(QuasiAffine formula, long factor) {
    switch (formula) {
      case Constant(long value) -> addConstant(Math.multiplyExact(value, factor));
      case Sum(List<QuasiAffine> terms) -> terms.forEach(term -> add(term, factor));
      case Scaled(QuasiAffine operand, long own) -> add(operand, Math.multiplyExact(own, factor));
      case Variable _, Quotient _, Remainder _ -> addAtom(formula, factor);
    }
  }

  private void addAtom(QuasiAffine atom, long factor) {
    long sum = Math.addExact(factors.getOrDefault(atom, 0L), factor);
    if (sum == 0) {
      factors.remove(atom);
    } else {
      factors.put(atom, sum);
    }
  }

  /// Writes `a*d*(y div d) + a*(z mod d)` as `a*y` wherever `y` is `z`, or `z` modulo a multiple of
  /// `d`: digits of a number become the number again.
  void joinDigits() {
    boolean changed = true;
    while (changed) {
      changed = false;
      for (Map.Entry<QuasiAffine, Long> entry : List.copyOf(factors.entrySet())) {
        if (entry.getKey() instanceof Remainder(QuasiAffine number, long divisor)
            && joinWithQuotient(number, divisor, entry.getValue())) {
          changed = true;
          break;
        }
      }
    }
  }

  private boolean joinWithQuotient(QuasiAffine number, long divisor, long factor) {
    for (Map.Entry<QuasiAffine, Long> entry : factors.entrySet()) {
      if (entry.getKey() instanceof Quotient(QuasiAffine dividend, long by)
          && by == divisor
          && entry.getValue() == factor * divisor
          && isCongruent(dividend, number, divisor)) {
        factors.remove(entry.getKey());
        factors.remove(new Remainder(number, divisor));
        add(dividend, factor);
        return true;
      }
    }
    return false;
  }

  private static boolean isCongruent(QuasiAffine dividend, QuasiAffine number, long divisor) {
    return dividend.equals(number)
        || (dividend instanceof Remainder(QuasiAffine whole, long modulus)
            && modulus % divisor == 0
            && whole.equals(number));
  }

  /// The canonical form: large factors first, equal ones by their text.
  QuasiAffine toFormula() {
    List<QuasiAffine> terms = new ArrayList<>();
    factors.entrySet().stream()
        .sorted(LARGE_FACTORS_FIRST)
        .forEach(entry -> terms.add(term(entry.getKey(), entry.getValue())));
    if (constant != 0 || terms.isEmpty()) {
      terms.add(new Constant(constant));
    }
    return terms.size() == 1 ? terms.getFirst() : new Sum(terms);
  }
}
