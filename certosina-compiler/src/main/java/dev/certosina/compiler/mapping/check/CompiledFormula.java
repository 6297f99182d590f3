package dev.certosina.compiler.mapping.check;

import dev.certosina.compiler.affine.QuasiAffine;
import dev.certosina.compiler.affine.QuasiAffine.Constant;
import dev.certosina.compiler.affine.QuasiAffine.Quotient;
import dev.certosina.compiler.affine.QuasiAffine.Remainder;
import dev.certosina.compiler.affine.QuasiAffine.Scaled;
import dev.certosina.compiler.affine.QuasiAffine.Sum;
import dev.certosina.compiler.affine.QuasiAffine.Variable;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/// A formula over numbered variables: `constant + sum(factor * variable) + sum(factor * digit)`.
final class CompiledFormula {

  /// `operand div divisor`, or `mod`.
  private record Digit(CompiledFormula operand, long divisor, boolean isQuotient, long factor) {
    long evaluate(long[] variables) {
      long value = operand.evaluate(variables);
      return factor * (isQuotient ? Math.floorDiv(value, divisor) : Math.floorMod(value, divisor));
    }
  }

  private final int[] slots;
  private final long[] factors;
  private final Digit[] digits;
  private final long constant;

  private CompiledFormula(int[] slots, long[] factors, Digit[] digits, long constant) {
    this.slots = slots;
    this.factors = factors;
    this.digits = digits;
    this.constant = constant;
  }

  /// @param variables by slot
  static CompiledFormula of(QuasiAffine formula, List<String> variables) {
    Builder builder = new Builder(variables);
    builder.add(formula, 1);
    return builder.build();
  }

  long evaluate(long[] variables) {
    long value = constant;
    for (int i = 0; i < slots.length; i++) {
      value += factors[i] * variables[slots[i]];
    }
    for (Digit digit : digits) {
      value += digit.evaluate(variables);
    }
    return value;
  }

  private static final class Builder {
    private final List<String> variables;
    private final long[] perVariable;
    private final List<Digit> digits = new ArrayList<>();
    private long constant;

    Builder(List<String> variables) {
      this.variables = variables;
      this.perVariable = new long[variables.size()];
    }

    void add(QuasiAffine formula, long factor) {
      switch (formula) {
        case Constant(long value) -> constant += value * factor;
        case Variable(String name) -> perVariable[slot(name)] += factor;
        case Sum(List<QuasiAffine> terms) -> terms.forEach(term -> add(term, factor));
        case Scaled(QuasiAffine operand, long own) -> add(operand, own * factor);
        case Quotient(QuasiAffine operand, long divisor) ->
            digits.add(new Digit(of(operand, variables), divisor, true, factor));
        case Remainder(QuasiAffine operand, long divisor) ->
            digits.add(new Digit(of(operand, variables), divisor, false, factor));
      }
    }

    private int slot(String name) {
      int slot = variables.indexOf(name);
      if (slot < 0) {
        throw new IllegalArgumentException(
            "found variable " + name + ", needed one of " + variables);
      }
      return slot;
    }

    CompiledFormula build() {
      int[] slots =
          IntStream.range(0, perVariable.length).filter(slot -> perVariable[slot] != 0).toArray();
      long[] factors = new long[slots.length];
      for (int i = 0; i < slots.length; i++) {
        factors[i] = perVariable[slots[i]];
      }
      return new CompiledFormula(slots, factors, digits.toArray(Digit[]::new), constant);
    }
  }
}
